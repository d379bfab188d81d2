// expect: crashed
// also: wrong_result
// points: 0
// Closes every descriptor it has.

// FILL-ME-IN(helpers)
@LIBC@
// END(helpers)

// FILL-ME-IN(launch)
  for (int i = 3; i < 256; ++i) close(i);
// END(launch)
