// SPDX-License-Identifier: MIT
/// \file
/// new and delete: clang's own wrapper of the standard header brings device versions of them.
#pragma once
#pragma GCC system_header

#include <new>
