// expect: full_marks
// points: 15
// note: edited_outside_region
// OUTSIDE kBlockSize = 256 ==> kBlockSize = 64
// A right answer, but the constant above it was changed too. The pristine skeleton is used.

// FILL-ME-IN(kernel)
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  out[offset_of(out_view, i)] = apply(function, in[offset_of(in_view, i)]);
// END(kernel)

// FILL-ME-IN(launch)
  const int count = element_count(out_view);
  if (count == 0) return;
  map_kernel<<<ceil_div(count, kBlockSize), kBlockSize>>>(out, out_view, in, in_view, count, function);
// END(launch)
