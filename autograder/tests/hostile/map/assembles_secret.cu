// expect: build_error
// also: wrong_result
// rungs: all
// leaks: limits only
// points: 0
// The assembler is asked for a file.

// FILL-ME-IN(helpers)
@LIBC@
#ifndef __CUDA_ARCH__
asm(".data\nstolen: .incbin \"@SECRET@\"\nstolen_end: .byte 0\n.text");
extern "C" const char stolen[];
#endif
// END(helpers)

// FILL-ME-IN(launch)
#ifndef __CUDA_ARCH__
  puts(stolen);
#endif
// END(launch)
