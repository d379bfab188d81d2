// expect: finding forbidden_launch
// points: 0
// The block size is given: 256, not 128.

// FILL-ME-IN(kernel)
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  out[offset_of(out_view, i)] = apply(function, in[offset_of(in_view, i)]);
// END(kernel)

// FILL-ME-IN(launch)
  const int count = element_count(out_view);
  if (count > 0) map_kernel<<<ceil_div(count, 128), 128>>>(out, out_view, in, in_view, count, function);
// END(launch)
