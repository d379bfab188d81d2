// expect: over_budget
// points: 10.5-13
// Right, but a single thread walks through the tensor: every access is a request of its own.

// FILL-ME-IN(kernel)
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    for (int i = 0; i < count; ++i) {
      out[offset_of(out_view, i)] = apply(function, in[offset_of(in_view, i)]);
    }
  }
// END(kernel)

// FILL-ME-IN(launch)
  const int count = element_count(out_view);
  if (count == 0) return;
  map_kernel<<<ceil_div(count, kBlockSize), kBlockSize>>>(out, out_view, in, in_view, count, function);
// END(launch)
