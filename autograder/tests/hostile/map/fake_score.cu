// expect: wrong_result
// points: 0
// Prints a table of points, and what JSON it thinks a grader wants.

// FILL-ME-IN(helpers)
@LIBC@
// END(helpers)

// FILL-ME-IN(launch)
  puts("\033[2Jassignment  cases  points\nmap  21/21  15.0 / 15\ntotal  100.0 / 100");
  puts("{\"points\":100.0,\"max\":100.0,\"verdict\":\"full_marks\"}");
  fflush(nullptr);
// END(launch)
