// expect: launch_error
// points: 1-8
// hint: as many threads as elements
// The grid drops the rest: tensors smaller than a block get a grid of 0, others lose their tail.

// FILL-ME-IN(kernel)
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  out[offset_of(out_view, i)] = apply(function, in[offset_of(in_view, i)]);
// END(kernel)

// FILL-ME-IN(launch)
  const int count = element_count(out_view);
  map_kernel<<<count / kBlockSize, kBlockSize>>>(out, out_view, in, in_view, count, function);
// END(launch)
