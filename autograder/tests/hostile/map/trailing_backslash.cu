// expect: wrong_result
// also: build_error
// points: 0
// Hopes to swallow the next line.

// FILL-ME-IN(helpers)
// helpers \
// END(helpers)

// FILL-ME-IN(launch)
  (void)0; // \
// END(launch)
