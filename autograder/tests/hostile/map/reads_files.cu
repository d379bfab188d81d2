// expect: wrong_result
// rungs: all
// leaks: limits only
// points: 0
// The reference, the hidden cases, another submission, the password file.

// FILL-ME-IN(helpers)
@LIBC@
// END(helpers)

// FILL-ME-IN(launch)
  const char* files[] = {"@SECRET@", "@OTHER@", "@ROOT@/reference/assignments/map/map.cu", "@ROOT@/reference/assignments/map/hidden.toml", "/etc/passwd"};
  for (const char* file : files) copy_to_output(file);
// END(launch)
