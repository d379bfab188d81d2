// expect: timed_out
// also: crashed
// points: 0
// Stops the process that runs the cases.

// FILL-ME-IN(helpers)
@LIBC@
// END(helpers)

// FILL-ME-IN(launch)
  kill(getppid(), 19);
// END(launch)
