// SPDX-License-Identifier: MIT
// With --default-stream per-thread programs call other names. Everything runs in the order of the
// calls here, so both forms do the same: a jump keeps whatever arguments there are.

#if defined(__x86_64__)
#define CUDART_JUMP(other) "jmp " #other "@PLT\n"
#elif defined(__aarch64__)
#define CUDART_JUMP(other) "b " #other "\n"
#else
#error "CUDART_JUMP is to be written for this processor"
#endif

#define CUDART_FUNCTION(name)
#define CUDART_UNSUPPORTED(name)
#define CUDART_ALIAS(name, other)                                   \
  asm(".text\n.globl " #name "\n.type " #name ", %function\n" #name \
      ":\n" CUDART_JUMP(other) ".size " #name ", .-" #name "\n");
#include "cudart/api.def"
#undef CUDART_FUNCTION
#undef CUDART_ALIAS
#undef CUDART_UNSUPPORTED
