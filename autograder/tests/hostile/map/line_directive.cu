// expect: build_error
// points: 0
// Claims to be another file.

// FILL-ME-IN(helpers)
#line 1 "autograder_shim"
// END(helpers)

// FILL-ME-IN(launch)
  (void)0;
// END(launch)
