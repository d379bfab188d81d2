// SPDX-License-Identifier: MIT
/// \file
/// From what a student handed in to a folder laid out like the course: archives within archives,
/// folders around folders, renamed files, loose files.
///
/// Everything is hostile: links are passed over, numbers and sizes are bounded. Tested by
/// class_files_test.cpp.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "cli/class_names.h"
#include "course/exercise.h"

namespace cli {

/// An exercise and its pristine skeleton.
struct Wanted {
  const course::Exercise* exercise = nullptr;
  std::string skeleton;
};

/// What was found.
struct Collected {
  std::map<std::string, std::string> sources;  ///< by exercise: the file's path as handed in
  std::vector<std::string> notes;              ///< what was renamed, left aside, empty
  std::string problem;  ///< why nothing could be read at all; empty where something could
  std::string hash;     ///< changes with the contents
};

/// Puts the student's file for each exercise at its place below `stage`. `work` is an empty folder
/// for what is unpacked on the way.
Collected collect(const Student& student, const std::vector<Wanted>& wanted,
                  const std::filesystem::path& work, const std::filesystem::path& stage);

/// The share of the skeleton's lines outside of its regions that the text has, 0 to 1: whose file
/// is it, whatever its name?
double likeness(const std::string& text, const std::string& skeleton);

}  // namespace cli
