// expect: crashed
// points: 0
// The host reads and writes through device pointers.

// FILL-ME-IN(launch)
  for (int i = 0; i < element_count(out_view); ++i) {
    out[offset_of(out_view, i)] = apply(function, in[offset_of(in_view, i)]);
  }
// END(launch)
