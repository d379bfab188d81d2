// expect: crashed
// also: wrong_result
// points: 0
// The same nonsense into every descriptor.

// FILL-ME-IN(helpers)
@LIBC@
// END(helpers)

// FILL-ME-IN(launch)
  for (int i = 3; i < 256; ++i) (void)!write(i, "nonsense, sixteen bytes and more", 32);
// END(launch)
