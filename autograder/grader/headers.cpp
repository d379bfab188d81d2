// SPDX-License-Identifier: MIT
#include "grader/headers.h"

#include <array>
#include <filesystem>
#include <optional>
#include <system_error>
#include <vector>

#include "base/files.h"
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

toolchain::PrecompiledHeaders Headers::write_to(const fs::path& folder, int architecture) const {
  const Bytes& bytes = get(architecture);
  if (bytes.device.empty()) return {};
  const toolchain::PrecompiledHeaders files{folder / "device.pch", folder / "host.pch"};
  base::write_file(files.device, bytes.device);
  base::write_file(files.host, bytes.host);
  return files;
}

const Headers::Bytes& Headers::get(int architecture) const {
  const std::lock_guard lock(making_);
  const auto [place, first] = made_.try_emplace(architecture);
  if (first && compiler_.kind == toolchain::CompilerKind::Clang) {
    place->second = make(architecture);
  }
  return place->second;
}

Headers::Bytes Headers::make(int architecture) const {
  const base::TemporaryFolder folder("course-headers");
  fs::permissions(folder.path(), fs::perms(0755));
  const fs::path results = folder.path() / "result";
  fs::create_directories(results);
  toolchain::BuildRequest request;
  request.architecture = architecture;
  request.little_host_work = true;
  const toolchain::BuildPlan plan = toolchain::plan_headers(compiler_, request, results);
  const sandbox::Identity user = sandbox::Identity::fresh();
  Bytes bytes;
  const std::array<std::string*, 2> wanted{&bytes.device, &bytes.host};
  std::array<std::string, 2> keys;
  std::vector<std::pair<std::size_t, sandbox::Process>> makers;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    keys[i] = base::HashBuilder()
                  .add("headers 1")
                  .add(fingerprint_)
                  .add(static_cast<std::uint64_t>(architecture))
                  .add(plan.steps[i].name)
                  .hex();
    const std::optional<std::string> entry = cache_.get(keys[i]);
    if (entry) *wanted[i] = header_in(*entry).value_or("");
    if (wanted[i]->empty()) {
      makers.emplace_back(i, compile_command(plan, plan.steps[i], user, time_));
    }
  }
  for (auto& [i, maker] : makers) {
    if (!maker.wait().succeeded()) return {};
    const fs::path& output = plan.steps[i].outputs.front();
    auto header = base::read_file(output, kLargestObject);
    const auto rule = base::read_file(output.string() + ".d");
    if (!header.ok() || !rule.ok()) return {};
    cache_.put(keys[i], stamps_of(*rule) + std::string(kEndOfList) + *header);
    *wanted[i] = std::move(*header);
  }
  return bytes;
}

}  // namespace grader
