// SPDX-License-Identifier: MIT
/// \file
/// Source text that is made for a .cu. Appended to it: calls with exactly the types of
/// exercise.toml, so that the compiler catches a signature that differs. In its place:
/// declarations. Tested by shim_test.cpp.
#pragma once

#include <string>
#include <string_view>

#include "course/exercise.h"

namespace course {

/// "autograder_call_" + function: `extern "C" void autograder_call_f(void* const* args)`, where
/// args[i] points at the i-th argument; a result other than void is stored at the place that the
/// pointer after the last argument points at.
std::string call_symbol(std::string_view function);

/// "void map(float* out, const float* a)".
std::string signature(const Entry& entry);
/// The same for the entry's specification: "void map_spec(float* out, const float* a, int n)".
std::string spec_signature(const Entry& entry);

/// Compile-time checks of all entries' signatures and, for host functions, the calls. For the
/// student's file and the reference's.
std::string entry_shim(const Exercise& exercise);

/// What a program needs to know of an exercise whose file is built by itself: its headers and the
/// declarations of its entries, found in `pristine`, the exercise's own text. Empty where an entry
/// is no host function.
std::string entry_declarations(const Exercise& exercise, std::string_view pristine);

/// Calls of the specifications. For the pristine file.
std::string spec_shim(const Exercise& exercise);

}  // namespace course
