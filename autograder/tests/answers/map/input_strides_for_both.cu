// expect: wrong_result
// also: finding
// points: 7-13
// The input's view finds the place in the output as well: right where both lie alike. Where the
// input needs more room than the output has, the write is out of bounds.

// FILL-ME-IN(kernel)
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const int place = offset_of(in_view, i);
  out[place] = apply(function, in[place]);
// END(kernel)

// FILL-ME-IN(launch)
  const int count = element_count(out_view);
  if (count == 0) return;
  map_kernel<<<ceil_div(count, kBlockSize), kBlockSize>>>(out, out_view, in, in_view, count, function);
// END(launch)
