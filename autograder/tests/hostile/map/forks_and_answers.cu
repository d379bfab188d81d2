// expect: full_marks
// rungs: all
// points: 15
// A process that leaves its group and sleeps on while the answer is right: nothing of it may be left.

// FILL-ME-IN(helpers)
@LIBC@
// END(helpers)

// FILL-ME-IN(kernel)
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[offset_of(out_view, i)] = apply(function, in[offset_of(in_view, i)]);
// END(kernel)

// FILL-ME-IN(launch)
  if (fork() == 0) {
    setsid();
    if (fork() == 0) sleep(5);
    _exit(0);
  }
  const int count = element_count(out_view);
  if (count > 0) {
    map_kernel<<<ceil_div(count, kBlockSize), kBlockSize>>>(out, out_view, in, in_view, count, function);
  }
// END(launch)
