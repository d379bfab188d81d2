// expect: wrong_result
// also: build_error
// rungs: all
// leaks: limits only
// points: 0
// The preprocessor tells whether files exist; what it says is printed.

// FILL-ME-IN(helpers)
@LIBC@
// END(helpers)

// FILL-ME-IN(launch)
#if __has_include("@SECRET@") || __has_include("@ROOT@/reference/assignments/map/map.cu")
  puts("@LEAKED@");
#endif
// END(launch)
