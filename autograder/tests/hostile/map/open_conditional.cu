// expect: build_error
// points: 0
// Switches off whatever comes after it.

// FILL-ME-IN(helpers)
#if 0
// END(helpers)

// FILL-ME-IN(launch)
  (void)0;
// END(launch)
