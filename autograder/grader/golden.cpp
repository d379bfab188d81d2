// SPDX-License-Identifier: MIT
#include "grader/golden.h"

#include <nlohmann/json.hpp>

#include "base/files.h"
#include "course/catalog.h"
#include "course/regions.h"
#include "grader/fault.h"

namespace grader {

namespace fs = std::filesystem;

namespace {

constexpr const char* kEnding = ".counters.json";

fs::path folder_of(const fs::path& root, const course::Exercise& exercise) {
  return root / "autograder" / "golden" / exercise.path;
}

/// "clang" of "clang 14".
std::string family(const std::string& compiler) {
  return compiler.substr(0, compiler.find(' '));
}

/// The file of the exact compiler, else the first of its family.
std::optional<fs::path> best_file(const fs::path& root, const course::Exercise& exercise,
                                  const std::string& compiler) {
  const fs::path exact = golden_runs_file(root, exercise, compiler);
  std::error_code error;
  if (fs::is_regular_file(exact, error)) return exact;
  std::optional<fs::path> best;
  for (const auto& file : fs::directory_iterator(folder_of(root, exercise), error)) {
    const std::string name = file.path().filename().string();
    if (!name.starts_with(family(compiler)) || !name.ends_with(kEnding)) continue;
    if (!best || file.path() < *best) best = file.path();
  }
  return best;
}

}  // namespace

fs::path golden_skeleton(const fs::path& root, const course::Exercise& exercise) {
  return folder_of(root, exercise) / exercise.source;
}

std::optional<base::Result<std::string>> handed_out(const fs::path& root,
                                                    const course::Exercise& exercise) {
  std::error_code error;
  const fs::path reference = course::reference_file(root, exercise);
  if (fs::is_regular_file(reference, error)) {
    const auto solved = base::read_file(reference);
    if (!solved.ok()) return base::Result<std::string>(solved.errors());
    return course::make_skeleton(*solved, reference.string());
  }
  const fs::path kept = golden_skeleton(root, exercise);
  if (fs::is_regular_file(kept, error)) return base::read_file(kept);
  return std::nullopt;
}

fs::path golden_runs_file(const fs::path& root, const course::Exercise& exercise,
                          const std::string& compiler) {
  std::string name = compiler + kEnding;
  for (char& c : name) {
    if (c == ' ') c = '_';
  }
  return folder_of(root, exercise) / name;
}

std::string golden_text(const GoldenRuns& runs) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const auto& [key, run] : runs) json[key] = nlohmann::ordered_json::parse(to_json(run));
  return json.dump() + "\n";
}

GoldenRuns read_golden(const fs::path& root, const course::Exercise& exercise,
                       const std::string& compiler) {
  GoldenRuns runs;
  const std::optional<fs::path> file = best_file(root, exercise, compiler);
  if (!file) return runs;
  const auto text = base::read_file(*file);
  if (!text.ok()) throw GraderFault(to_string(text.errors()));
  try {
    const auto json = nlohmann::ordered_json::parse(*text);
    for (const auto& [key, run] : json.items()) {
      runs[key] = protocol::run_result_from_json(run.dump()).value();
    }
  } catch (const std::exception& error) {
    throw GraderFault(file->string() + " is damaged: " + error.what());
  }
  return runs;
}

}  // namespace grader
