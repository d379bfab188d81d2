// SPDX-License-Identifier: MIT
/// \file
/// The JSON schema of exercise.toml, made from the table of keys, for editors.
/// Tested by keys_test.cpp, which holds docs/formats/exercise.schema.json against it.
#pragma once

#include <string>

namespace course {

/// The schema (draft 7) as indented JSON, ended by a newline.
std::string exercise_schema();

}  // namespace course
