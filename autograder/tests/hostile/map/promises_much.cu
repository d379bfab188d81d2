// expect: wrong_result
// also: crashed
// also: timed_out
// points: 0
// A message that is said to be 64 MB long and never comes.

// FILL-ME-IN(helpers)
@LIBC@
// END(helpers)

// FILL-ME-IN(launch)
  struct { unsigned magic, type, length, reserved; } frame{0x31304743, @CopyToDevice@, 64u << 20, 0};
  for (int i = 3; i < 256; ++i) (void)!write(i, &frame, sizeof frame);
// END(launch)
