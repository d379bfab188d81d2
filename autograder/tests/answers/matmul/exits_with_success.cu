// expect: crashed
// points: 0
// Ends the process as if all were well.

// FILL-ME-IN(launch)
  exit(0);
// END(launch)
