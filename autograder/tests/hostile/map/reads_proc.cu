// expect: wrong_result
// also: crashed
// rungs: all
// points: 0
// Whatever /proc shows of the grader: environment, command line, memory map, open files.

// FILL-ME-IN(helpers)
@LIBC@
// END(helpers)

// FILL-ME-IN(launch)
  const char* files[] = {"/proc/@GRADER@/environ", "/proc/@GRADER@/cmdline", "/proc/@GRADER@/maps", "/proc/1/environ", "/proc/self/environ",
                         "/proc/@GRADER@/cwd/secret/token.txt", "/proc/@GRADER@/root@SECRET@", "/proc/1/root@SECRET@"};
  for (const char* file : files) copy_to_output(file);
// END(launch)
