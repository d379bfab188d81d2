// expect: over_budget
// points: 10.5-13.5
// Every block does all of the work. A race that cannot spoil the result: all write the same values by
// the same instruction, which is a warning. (Expected was an error first; the race rule says why it
// is none.) Cases with one block are fine, the others make many times the accesses.

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
