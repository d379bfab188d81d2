// SPDX-License-Identifier: MIT
/// \file
/// libstdc++ says __attribute__((__noinline__)) in this header, where CUDA's macro of that name
/// must not be seen. Tested by header_test.cpp (<memory>).
#pragma GCC system_header
#pragma push_macro("__noinline__")
#undef __noinline__
#include_next <bits/shared_ptr_base.h>
#pragma pop_macro("__noinline__")
