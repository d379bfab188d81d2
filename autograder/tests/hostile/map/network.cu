// expect: wrong_result
// rungs: all
// points: 0
// Speaks to a listener of the test on this machine.

// FILL-ME-IN(helpers)
@LIBC@
// END(helpers)

// FILL-ME-IN(launch)
  const int wire = socket(2, 1, 0);
  const unsigned char place[16] = {2, 0, @PORT@ >> 8, @PORT@ & 255, 127, 0, 0, 1};
  if (wire >= 0 && connect(wire, place, sizeof place) == 0) (void)!write(wire, "out", 3);
// END(launch)
