// expect: wrong_result
// points: 13-14.9
// Always 25 blocks: enough for every case that a student sees, not for the largest hidden one. The
// blocks without an element cost nothing but time.

// FILL-ME-IN(kernel)
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  out[offset_of(out_view, i)] = apply(function, in[offset_of(in_view, i)]);
// END(kernel)

// FILL-ME-IN(launch)
  if (element_count(out_view) == 0) return;
  map_kernel<<<25, kBlockSize>>>(out, out_view, in, in_view, element_count(out_view), function);
// END(launch)
