// expect: finding out_of_bounds_write
// points: 1-13
// The threads past the last element write as well. Cases whose size is a multiple of the block are right.

// FILL-ME-IN(kernel)
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[offset_of(out_view, i)] = apply(function, in[offset_of(in_view, i)]);
// END(kernel)

// FILL-ME-IN(launch)
  const int count = element_count(out_view);
  if (count == 0) return;
  map_kernel<<<ceil_div(count, kBlockSize), kBlockSize>>>(out, out_view, in, in_view, count, function);
// END(launch)
