// SPDX-License-Identifier: MIT
/// \file
/// Does a source hold lambdas for the device?
///
/// nvcc takes `[=] __device__ (int i) { … }` only under --extended-lambda, and that flag brings
/// `<functional>` into every file: reading it twice costs a third of the time of a small compile
/// (docs/design/speed.md). So the flag is given where a lambda may need it. Tested by
/// lambdas_test.cpp.
#pragma once

#include <string_view>

namespace toolchain {

/// True when a capture list is followed by a word, as only attributes of a lambda are (a macro may
/// stand for them), or the source asks whether something is such a lambda. May be true without
/// need; never false where the flag is needed and the attributes stand in this text.
bool may_hold_device_lambdas(std::string_view source);

}  // namespace toolchain
