// expect: crashed
// also: wrong_result
// also: timed_out
// rungs: all
// points: 0
// Two gigabytes, every page touched. On a machine that is busy, the time may be over before the memory.

// FILL-ME-IN(helpers)
@LIBC@
// END(helpers)

// FILL-ME-IN(launch)
  for (int i = 0; i < 64; ++i) {
    void* block = malloc(32 << 20);
    if (block == nullptr) abort();
    memset(block, i, 32 << 20);
  }
// END(launch)
