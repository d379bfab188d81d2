// expect: crashed
// rungs: all
// points: 0
// Ends the process that runs the cases.

// FILL-ME-IN(helpers)
@LIBC@
// END(helpers)

// FILL-ME-IN(launch)
  kill(getppid(), 9);
  sleep(5);
// END(launch)
