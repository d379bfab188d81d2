// SPDX-License-Identifier: MIT
#include "cli/bundle.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/files.h"
#include "cli/archive.h"
#include "grader/golden.h"

namespace cli {
namespace {

namespace fs = std::filesystem;

/// Top folders that students get.
constexpr auto kFolders =
    std::to_array<const char*>({"lessons", "assignments", "autograder", "docs"});
/// Files at the top that they get, beside those whose names begin with a dot; what else lies there
/// is the author's.
constexpr auto kTopFiles = std::to_array<std::string_view>(
    {"CMakeLists.txt", "CMakePresets.json", "LICENSE", "Makefile", "README.md"});
/// Below the folders, what would give answers away.
constexpr auto kLeftOut = std::to_array<const char*>(
    {"autograder/tests/answers", "autograder/tests/hostile", "autograder/golden",
     // Whole kernels of the kind that the assignments ask for.
     "autograder/tests/programs/tiled_matmul.cu", "autograder/tests/programs/tiled_matmul.expected",
     "autograder/tests/programs/classic_kernels.cu",
     "autograder/tests/programs/classic_kernels.expected"});

bool is_left_out(const fs::path& below) {
  return std::any_of(kLeftOut.begin(), kLeftOut.end(), [&below](const char* folder) {
    const std::string text = below.string();
    return text == folder || text.starts_with(std::string(folder) + "/");
  });
}

void put_file(const fs::path& from, const fs::path& to) {
  fs::create_directories(to.parent_path());
  fs::copy_file(from, to, fs::copy_options::overwrite_existing);
}

/// Everything but exercises' skeletons, which are written from their references.
void copy_tree(const fs::path& root, const fs::path& target) {
  for (const fs::directory_entry& entry : fs::directory_iterator(root)) {
    const std::string name = entry.path().filename().string();
    const bool wanted =
        name.starts_with('.') || std::ranges::find(kTopFiles, name) != kTopFiles.end();
    if (wanted && entry.is_regular_file() && !entry.is_symlink()) {
      put_file(entry.path(), target / name);
    }
  }
  for (const char* folder : kFolders) {
    if (!fs::is_directory(root / folder)) continue;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / folder)) {
      const fs::path below = entry.path().lexically_relative(root);
      if (!entry.is_regular_file() || entry.is_symlink() || is_left_out(below)) continue;
      put_file(entry.path(), target / below);
    }
  }
}

void add_golden(const course::Course& course,
                const std::vector<std::unique_ptr<grader::Grader>>& graders,
                const fs::path& target) {
  for (const course::Exercise* exercise : course.all()) {
    const std::string skeleton = graders.front()->pristine(*exercise);
    // The author's own tree may hold a half-solved skeleton.
    base::write_file(target / exercise->path / exercise->source, skeleton);
    base::write_file(grader::golden_skeleton(target, *exercise), skeleton);
    for (const auto& grader : graders) {
      base::write_file(grader::golden_runs_file(target, *exercise, grader->header().compiler),
                       grader::golden_text(grader->golden(*exercise)));
    }
  }
}

std::uint64_t files_in(const fs::path& folder) {
  std::uint64_t count = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    count += entry.is_regular_file() ? 1 : 0;
  }
  return count;
}

}  // namespace

base::Result<std::uint64_t> make_bundle(const course::Course& course,
                                        const std::vector<std::unique_ptr<grader::Grader>>& graders,
                                        const fs::path& target) {
  const bool packed = target.string().ends_with(".tar.gz");
  if (graders.empty()) return base::Diagnostic{{}, "no compiler to run the references with", ""};
  if (!packed && fs::exists(target)) {
    return base::Diagnostic{{target.string()}, "is there already", "name a new folder"};
  }
  const base::TemporaryFolder staging("course-bundle");
  const fs::path folder = packed ? staging.path() / "course" : target;
  copy_tree(course.root, folder);
  add_golden(course, graders, folder);
  const std::uint64_t count = files_in(folder);
  if (packed) pack(folder, "cuda-course", target);
  return count;
}

}  // namespace cli
