// expect: crashed
// also: build_error
// points: 0
// Leaves with success before anything is called.

// FILL-ME-IN(helpers)
@LIBC@
struct Early {
  Early() { _exit(0); }
};
static Early early;
// END(helpers)

// FILL-ME-IN(launch)
  (void)0;
// END(launch)
