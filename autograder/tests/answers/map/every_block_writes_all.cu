// expect: finding global_race
// points: 5-12
// Every block does all of the work. All write the same values, so the result happens to be right;
// blocks that write what other blocks write race all the same. One block alone is fine.

// FILL-ME-IN(kernel)
  for (int i = threadIdx.x; i < count; i += blockDim.x) {
    out[offset_of(out_view, i)] = apply(function, in[offset_of(in_view, i)]);
  }
// END(kernel)

// FILL-ME-IN(launch)
  const int count = element_count(out_view);
  if (count == 0) return;
  map_kernel<<<ceil_div(count, kBlockSize), kBlockSize>>>(out, out_view, in, in_view, count, function);
// END(launch)
