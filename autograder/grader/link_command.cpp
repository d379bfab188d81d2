// SPDX-License-Identifier: MIT
#include "grader/link_command.h"

#include <algorithm>
#include <filesystem>

#include "base/files.h"
#include "base/hash.h"
#include "base/text.h"
#include "grader/compile_command.h"
#include "toolchain/clang_script.h"

namespace grader {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

/// Are the linker and the objects that it names still there?
bool still_true(const Words& words) {
  return std::ranges::all_of(words, [&words](const std::string& word) {
    const bool named = word.starts_with('/') && (&word == &words.front() || word.ends_with(".o"));
    std::error_code error;
    return !named || fs::exists(word, error);
  });
}

std::string lines_of(const Words& words) {
  std::string lines;
  for (const std::string& word : words) lines += word + "\n";
  return lines;
}

}  // namespace

const Words& LinkCommand::words() const {
  const std::lock_guard lock(asking_);
  if (words_) return *words_;
  if (compiler_.kind != toolchain::CompilerKind::Clang) return words_.emplace();
  const std::string key = base::HashBuilder().add("link 1").add(fingerprint_).hex();
  if (const std::optional<std::string> kept = cache_.get(key)) {
    const Words words = base::split_lines(*kept);
    if (!words.empty() && still_true(words)) return words_.emplace(words);
  }
  words_ = ask();
  if (!words_->empty()) cache_.put(key, lines_of(*words_));
  return *words_;
}

Words LinkCommand::ask() const {
  const base::TemporaryFolder folder("course-link");
  fs::permissions(folder.path(), fs::perms(0755));
  const fs::path work = folder.path() / "work";
  fs::create_directories(work);
  const toolchain::BuildPlan plan = toolchain::plan_link_question(compiler_, work);
  for (const toolchain::GeneratedFile& file : plan.files) base::write_file(file.path, file.content);
  const sandbox::Command command =
      compile_command(plan, plan.steps.front(), sandbox::Identity::fresh(), time_);
  Words words = toolchain::link_words(sandbox::run(command).errors).value_or(Words{});
  // A line each is how they are kept.
  const bool fit = std::ranges::none_of(
      words, [](const std::string& word) { return word.find('\n') != std::string::npos; });
  return fit ? words : Words{};
}

}  // namespace grader
