// expect: build_error
// rungs: all
// points: 0
// A header by a path that only a macro shows.

// FILL-ME-IN(helpers)
#define PLACE "@SECRET@"
#include PLACE
// END(helpers)

// FILL-ME-IN(launch)
  (void)0;
// END(launch)
