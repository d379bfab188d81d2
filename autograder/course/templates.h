// SPDX-License-Identifier: MIT
/// \file
/// The files that a new lesson or assignment starts from. Tested by author_test.cpp.
#pragma once

#include <string>

#include "course/exercise.h"

namespace course {

/// Texts of a new exercise; its skeleton is made from the reference.
struct Template {
  std::string source;     ///< name of the .cu
  std::string exercise;   ///< exercise.toml
  std::string readme;     ///< README.md
  std::string reference;  ///< the .cu with its solution
};

/// A small exercise that works: one element per thread, guarded.
Template exercise_template(ExerciseKind kind, const std::string& name);

}  // namespace course
