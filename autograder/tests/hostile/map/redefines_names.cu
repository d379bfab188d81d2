// expect: build_error
// points: 0
// Gives names of the skeleton another meaning.

// FILL-ME-IN(helpers)
#define map_spec map_kernel
#undef __global__
// END(helpers)

// FILL-ME-IN(launch)
  (void)0;
// END(launch)
