// expect: launch_error
// points: 12-14.9
// Right but for the empty tensor, which asks for a grid of 0 blocks.

// FILL-ME-IN(kernel)
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  out[offset_of(out_view, i)] = apply(function, in[offset_of(in_view, i)]);
// END(kernel)

// FILL-ME-IN(launch)
  const int count = element_count(out_view);
  map_kernel<<<ceil_div(count, kBlockSize), kBlockSize>>>(out, out_view, in, in_view, count, function);
// END(launch)
