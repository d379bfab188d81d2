// expect: wrong_result
// rungs: all
// leaks: limits only
// points: 0
// Files in a folder that everybody may write.

// FILL-ME-IN(helpers)
@LIBC@
// END(helpers)

// FILL-ME-IN(launch)
  mkdir("@OUTSIDE@/folder", 0777);
  (void)!write(open("@OUTSIDE@/written", 0101, 0666), "here", 4);
// END(launch)
