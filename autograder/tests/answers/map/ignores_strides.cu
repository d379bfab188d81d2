// expect: finding out_of_bounds_read
// points: 5-14
// Takes every tensor for a contiguous one. A row that serves all rows is read past its end.

// FILL-ME-IN(kernel)
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = apply(function, in[i]);
// END(kernel)

// FILL-ME-IN(launch)
  const int count = element_count(out_view);
  if (count == 0) return;
  map_kernel<<<ceil_div(count, kBlockSize), kBlockSize>>>(out, out_view, in, in_view, count, function);
// END(launch)
