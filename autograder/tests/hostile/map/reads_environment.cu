// expect: wrong_result
// rungs: all
// points: 0
// Prints its environment.

// FILL-ME-IN(helpers)
@LIBC@
// END(helpers)

// FILL-ME-IN(launch)
  for (char** one = environ; *one != nullptr; ++one) puts(*one);
// END(launch)
