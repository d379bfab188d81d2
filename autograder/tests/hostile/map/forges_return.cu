// expect: wrong_result
// also: crashed
// points: 0
// Says on every descriptor that the function has returned, before it did anything.

// FILL-ME-IN(helpers)
@LIBC@
// END(helpers)

// FILL-ME-IN(launch)
  struct { unsigned magic, type, length, reserved, count; unsigned sizes[5]; } frame{0x31304743, @FunctionReturned@, 24, 0, 5, {}};
  for (int i = 3; i < 256; ++i) (void)!write(i, &frame, sizeof frame);
  _exit(0);
// END(launch)
