// expect: timed_out
// points: 0
// The host function never returns.

// FILL-ME-IN(kernel)
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  out[offset_of(out_view, i)] = apply(function, in[offset_of(in_view, i)]);
// END(kernel)

// FILL-ME-IN(launch)
  for (volatile int i = 0; i >= 0; i = 1) {
  }
// END(launch)
