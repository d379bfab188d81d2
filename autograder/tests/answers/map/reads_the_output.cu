// expect: finding uninitialized_read
// points: 0-2
// Adds the result to whatever stands in the output.

// FILL-ME-IN(kernel)
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[offset_of(out_view, i)] += apply(function, in[offset_of(in_view, i)]);
// END(kernel)

// FILL-ME-IN(launch)
  const int count = element_count(out_view);
  if (count == 0) return;
  map_kernel<<<ceil_div(count, kBlockSize), kBlockSize>>>(out, out_view, in, in_view, count, function);
// END(launch)
