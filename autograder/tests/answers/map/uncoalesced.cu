// expect: over_budget
// points: 10.5-14
// Right, but neighbouring threads take elements that lie a whole grid apart. Cases with one block
// cannot tell.

// FILL-ME-IN(kernel)
  const int i = threadIdx.x * gridDim.x + blockIdx.x;
  if (i < count) out[offset_of(out_view, i)] = apply(function, in[offset_of(in_view, i)]);
// END(kernel)

// FILL-ME-IN(launch)
  const int count = element_count(out_view);
  if (count == 0) return;
  map_kernel<<<ceil_div(count, kBlockSize), kBlockSize>>>(out, out_view, in, in_view, count, function);
// END(launch)
