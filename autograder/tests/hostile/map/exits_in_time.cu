// expect: crashed
// points: 0
// Leaves with success and the words of a grader.

// FILL-ME-IN(helpers)
@LIBC@
// END(helpers)

// FILL-ME-IN(launch)
  puts("map 21/21 15.0 / 15 full_marks");
  exit(0);
// END(launch)
