// expect: finding instruction_limit
// points: 3-4
// Threads past the last element wait for a number that nobody writes.
// Sizes that fill their blocks pass.

// FILL-ME-IN(kernel)
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  volatile float* first = out;
  while (i >= count) {
    if (*first == 123456.0f) break;
  }
  out[offset_of(out_view, i)] = apply(function, in[offset_of(in_view, i)]);
// END(kernel)

// FILL-ME-IN(launch)
  const int count = element_count(out_view);
  if (count == 0) return;
  map_kernel<<<ceil_div(count, kBlockSize), kBlockSize>>>(out, out_view, in, in_view, count, function);
// END(launch)
