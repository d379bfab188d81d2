// expect: wrong_result
// also: crashed
// points: 0
// Gives the worker orders that only the grader may give, to write the output.

// FILL-ME-IN(helpers)
@LIBC@
// END(helpers)

// FILL-ME-IN(launch)
  struct { unsigned magic, type, length, reserved; unsigned id; unsigned long offset; unsigned size; float value; } __attribute__((packed))
  frames[] = {{0x31304743, @WriteBuffer@, 20, 0, 0, 0, 4, 1.0f}, {0x31304743, @Reset@, 0, 0, 0, 0, 0, 0}, {0x31304743, @Finish@, 0, 0, 0, 0, 0, 0}};
  for (int i = 3; i < 256; ++i) {
    (void)!write(i, &frames[0], 36);
    (void)!write(i, &frames[1], 16);
    (void)!write(i, &frames[2], 16);
  }
// END(launch)
