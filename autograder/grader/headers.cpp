// SPDX-License-Identifier: MIT
#include "grader/headers.h"

#include <filesystem>
#include <system_error>
#include <vector>

#include "base/hash.h"
#include "base/text.h"
#include "grader/compile_command.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

/// Between the list of files and the header of an entry.
constexpr std::string_view kEndOfList = "\n\n";

/// A file's name, size and time: another line when it has changed.
std::string stamp_of(const std::string& path) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(path, error);
  const auto time = fs::last_write_time(path, error).time_since_epoch().count();
  return path + " " + (error ? "gone" : std::to_string(size) + " " + std::to_string(time));
}

/// The stamps of the files that a makefile rule names, a line each. Ours are left out: their
/// contents are in the fingerprint.
std::string stamps_of(const std::string& rule) {
  std::string stamps;
  for (const std::string& line : base::split_lines(rule)) {
    for (const std::string& word : base::split(line, ' ')) {
      const bool ours = word.starts_with(toolchain::header_folder().string());
      if (word.empty() || word == "\\" || word.ends_with(':') || ours) continue;
      stamps += (stamps.empty() ? "" : "\n") + stamp_of(word);
    }
  }
  return stamps;
}

bool still_true(std::string_view stamps) {
  for (const std::string& line : base::split_lines(std::string(stamps))) {
    const std::size_t size = line.rfind(' ', line.rfind(' ') - 1);
    if (size == std::string::npos || stamp_of(line.substr(0, size)) != line) return false;
  }
  return true;
}

/// The header of an entry, or nothing where a file that it was made of has changed since.
std::optional<std::string_view> header_in(const std::string& entry) {
  const std::size_t end = entry.find(kEndOfList);
  if (end == std::string::npos || !still_true(std::string_view(entry).substr(0, end))) return {};
  return std::string_view(entry).substr(end + kEndOfList.size());
}

}  // namespace

toolchain::PrecompiledHeaders Headers::get(int architecture) const {
  if (compiler_.kind != toolchain::CompilerKind::Clang) return {};
  const std::lock_guard lock(making_);
  if (const auto known = made_.find(architecture); known != made_.end()) return known->second;
  toolchain::PrecompiledHeaders headers;
  try {
    headers = make(architecture);
  } catch (const std::system_error&) {
    // A disk without room: reading the text needs none.
  }
  return made_[architecture] = headers;
}

toolchain::PrecompiledHeaders Headers::make(int architecture) const {
  if (!folder_) {
    folder_.emplace("course-headers");
    fs::permissions(folder_->path(), fs::perms(0755));
  }
  const fs::path folder = folder_->path() / std::to_string(architecture);
  fs::create_directories(folder);
  toolchain::BuildRequest request;
  request.architecture = architecture;
  request.little_host_work = true;
  const toolchain::BuildPlan plan = toolchain::plan_headers(compiler_, request, folder);
  const sandbox::Identity user = sandbox::Identity::fresh();
  std::vector<std::string> keys;
  std::vector<std::pair<std::size_t, sandbox::Process>> makers;
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    const toolchain::BuildStep& step = plan.steps[i];
    keys.push_back(base::HashBuilder()
                       .add("headers 1")
                       .add(fingerprint_)
                       .add(static_cast<std::uint64_t>(architecture))
                       .add(step.name)
                       .hex());
    if (const auto entry = cache_.get(keys.back())) {
      if (const auto header = header_in(*entry)) {
        base::write_file(step.outputs.front(), *header);
        continue;
      }
    }
    makers.emplace_back(i, compile_command(plan, step, user, time_));
  }
  bool all = true;
  for (auto& [i, maker] : makers) {
    const fs::path& output = plan.steps[i].outputs.front();
    all = maker.wait().succeeded() && all;
    if (!all) continue;
    const auto header = base::read_file(output, kLargestObject);
    const auto rule = base::read_file(output.string() + ".d");
    all = header.ok() && rule.ok();
    if (!all) continue;
    // A file of ours, which no build can change.
    base::write_file(output, *header);
    cache_.put(keys[i], stamps_of(*rule) + std::string(kEndOfList) + *header);
  }
  if (!all) return {};
  return {plan.steps[0].outputs.front(), plan.steps[1].outputs.front()};
}

}  // namespace grader
