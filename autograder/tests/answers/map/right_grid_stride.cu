// expect: full_marks
// points: 15
// A quarter of the blocks; every thread walks through the tensor in steps of the whole launch.

// FILL-ME-IN(kernel)
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    out[offset_of(out_view, i)] = apply(function, in[offset_of(in_view, i)]);
  }
// END(kernel)

// FILL-ME-IN(launch)
  const int count = element_count(out_view);
  if (count > 0) {
    map_kernel<<<ceil_div(count, 4 * kBlockSize), kBlockSize>>>(out, out_view, in, in_view, count,
                                                                function);
  }
// END(launch)
