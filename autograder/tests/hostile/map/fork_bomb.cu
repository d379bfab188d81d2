// expect: wrong_result
// rungs: all
// crowds: its user
// points: 0
// Two hundred processes that sleep for five seconds each.

// FILL-ME-IN(helpers)
@LIBC@
// END(helpers)

// FILL-ME-IN(launch)
  for (int i = 0; i < 200; ++i) {
    if (fork() == 0) {
      sleep(5);
      _exit(0);
    }
  }
// END(launch)
