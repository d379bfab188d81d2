// SPDX-License-Identifier: MIT
/// \file
/// Where in the program a call was made, for messages such as "a was allocated at sum.cu:20".
/// Tested by runner_test.cpp and by the programs of autograder/tests/faults.
#pragma once

#include <string>

namespace cudart {

/// The source line behind a return address, "/folder/sum.cu:20", from the line table that both
/// compilers put into the program (`-g1`); the innermost one that is not in a header of the
/// compiler. Where there is none: the function that called, "main()", as far as the dynamic loader
/// knows it; else empty.
std::string host_line(const void* return_address);

}  // namespace cudart
