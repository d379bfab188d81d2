// expect: wrong_result
// rungs: all
// points: 0
// Wants to write into the memory of the process that runs the cases.

// FILL-ME-IN(helpers)
@LIBC@
// END(helpers)

// FILL-ME-IN(launch)
  char name[64];
  snprintf(name, sizeof name, "/proc/%d/mem", (int)getppid());
  if (open(name, 2) >= 0) puts("@LEAKED@");
  if (ptrace(16, getppid(), nullptr, nullptr) == 0) puts("@LEAKED@");
// END(launch)
