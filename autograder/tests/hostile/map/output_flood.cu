// expect: crashed
// also: timed_out
// also: wrong_result
// rungs: all
// points: 0
// Up to a gigabyte of output.

// FILL-ME-IN(helpers)
@LIBC@
// END(helpers)

// FILL-ME-IN(launch)
  static char line[1 << 20];
  for (char& c : line) c = 120;
  for (int i = 0; i < 1024; ++i) {
    if (write(1, line, sizeof line) != (long)sizeof line) return;
  }
// END(launch)
