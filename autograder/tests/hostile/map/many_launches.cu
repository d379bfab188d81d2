// expect: finding forbidden_launch
// also: timed_out
// points: 0
// So many launches that the last one is no longer listed, in the hope that it is not counted.

// FILL-ME-IN(helpers)
__global__ void nothing() {}
// END(helpers)

// FILL-ME-IN(kernel)
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[offset_of(out_view, i)] = apply(function, in[offset_of(in_view, i)]);
// END(kernel)

// FILL-ME-IN(launch)
  for (int i = 0; i < 20100; ++i) nothing<<<1, kBlockSize>>>();
  const int count = element_count(out_view);
  if (count > 0) {
    map_kernel<<<ceil_div(count, kBlockSize), kBlockSize>>>(out, out_view, in, in_view, count, function);
  }
// END(launch)
