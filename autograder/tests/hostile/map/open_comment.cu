// expect: build_error
// points: 0
// Comments out whatever comes after it.

// FILL-ME-IN(launch)
  (void)0; /* never closed
// END(launch)
