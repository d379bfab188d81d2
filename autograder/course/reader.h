// SPDX-License-Identifier: MIT
/// \file
/// Reads exercise.toml and hidden.toml into the model, strictly: unknown keys, missing ones, wrong
/// types and names that do not exist are diagnostics with file, line and a suggestion.
///
/// What needs other exercises (needs, points that add up) is checked by catalog.h.
/// Tested by reader_test.cpp.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "course/exercise.h"

namespace course {

/// Where an exercise's text comes from.
struct ExerciseText {
  ExerciseKind kind = ExerciseKind::Lesson;  ///< lesson or assignment
  std::string name;                          ///< of its folder
  std::string file;                          ///< of exercise.toml, for messages
  std::string text;                          ///< of exercise.toml
  std::string hidden_file;                   ///< of hidden.toml, for messages
  std::optional<std::string> hidden;         ///< text of hidden.toml
  std::filesystem::path folder = {};         ///< where the files of its fills lie
};

/// The exercise, or everything that is wrong with it.
base::Result<Exercise> read_exercise(const ExerciseText& source);

}  // namespace course
