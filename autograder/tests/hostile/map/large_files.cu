// expect: crashed
// also: wrong_result
// rungs: all
// points: 0
// Fills its temporary folder.

// FILL-ME-IN(helpers)
@LIBC@
// END(helpers)

// FILL-ME-IN(launch)
  static char block[1 << 20];
  for (int i = 0; i < 64; ++i) {
    char name[64];
    snprintf(name, sizeof name, "/tmp/large%d", i);
    const int file = open(name, 0101, 0666);
    if (file < 0) return;
    for (int k = 0; k < 32; ++k) (void)!write(file, block, sizeof block);
    close(file);
  }
// END(launch)
