// SPDX-License-Identifier: MIT
#include "cli/progress.h"

#include <nlohmann/json.hpp>

#include "base/files.h"

namespace cli {

namespace fs = std::filesystem;
using nlohmann::json;

Progress Progress::of(const fs::path& folder) {
  constexpr std::uintmax_t kLargest = std::uintmax_t{1} << 20;
  Progress progress;
  progress.file_ = folder / ".course" / "progress.json";
  const auto text = base::read_file(progress.file_, kLargest);
  if (!text.ok()) return progress;
  progress.kept_ = *text;
  try {
    const json all = json::parse(*text);
    for (const json& name : all.at("solved")) progress.solved_.insert(name.get<std::string>());
    for (const json& name : all.at("tried")) progress.tried_.insert(name.get<std::string>());
    for (const auto& [name, shown] : all.at("hints").items()) {
      progress.hints_[name] = {shown.at("hint").get<std::string>(),
                               shown.at("tiers").get<std::size_t>()};
    }
  } catch (const json::exception&) {
    // Somebody wrote into it; what could be read so far is kept.
  }
  return progress;
}

void Progress::solved(const std::string& name) {
  solved_.insert(name);
  tried_.insert(name);
}

std::size_t Progress::shown(const std::string& name, const std::string& hint) const {
  const auto found = hints_.find(name);
  return found == hints_.end() || found->second.hint != hint ? 0 : found->second.tiers;
}

void Progress::show(const std::string& name, const std::string& hint, std::size_t tiers) {
  hints_[name] = {hint, tiers};
}

std::string Progress::text() const {
  json hints = json::object();
  for (const auto& [name, shown] : hints_) {
    hints[name] = {{"hint", shown.hint}, {"tiers", shown.tiers}};
  }
  const json all = {{"solved", solved_}, {"tried", tried_}, {"hints", hints}};
  return all.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

void Progress::save() {
  const std::string now = text();
  const bool empty = solved_.empty() && tried_.empty() && hints_.empty();
  if (file_.empty() || now == kept_ || (empty && kept_.empty())) return;
  try {
    fs::create_directories(file_.parent_path());
    base::write_file(file_, now);
    kept_ = now;
  } catch (const std::exception&) {
    // A folder that cannot be written, somebody else's submission for example.
  }
}

void note_progress(const grader::ExerciseResult& result, Progress& progress) {
  using grader::Verdict;
  const bool tried =
      result.verdict != Verdict::NotAttempted && result.verdict != Verdict::GraderError;
  if (tried) progress.tried(result.name);
  if (result.verdict == Verdict::FullMarks) progress.solved(result.name);
}

}  // namespace cli
