// expect: wrong_result
// points: 2-13
// Only the first 256 elements are computed.

// FILL-ME-IN(kernel)
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  out[offset_of(out_view, i)] = apply(function, in[offset_of(in_view, i)]);
// END(kernel)

// FILL-ME-IN(launch)
  const int count = element_count(out_view);
  if (count > 0) map_kernel<<<1, kBlockSize>>>(out, out_view, in, in_view, count, function);
// END(launch)
