// SPDX-License-Identifier: MIT
/// \file
/// Names of C++ functions and variables as people write them. Tested by symbol_name_test.cpp.
#pragma once

#include <string>

namespace base {

/// "reverse(float*, float const*, int)" of "_Z7reversePfPKfi"; other names stay as they are.
std::string demangle(const std::string& mangled);

/// The bare name: without return type, namespaces, template arguments and parameters.
std::string bare_name(const std::string& demangled);

}  // namespace base
