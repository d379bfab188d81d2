// expect: build_error
// points: 0
// A directive in the old spelling, with a path.

// FILL-ME-IN(helpers)
%:include "@SECRET@"
// END(helpers)

// FILL-ME-IN(launch)
  (void)0;
// END(launch)
