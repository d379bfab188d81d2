// expect: over_budget
// points: 17.5-23
// Right, but a single thread reads a whole row while its neighbours wait.

// FILL-ME-IN(in_thread)
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const float* first = in + offset_of(first_view, i);
  float value = start;
  for (int j = 0; j < length; ++j) value = combine(function, value, first[j * stride]);
  out[offset_of(out_view, i)] = value;
// END(in_thread)

// FILL-ME-IN(launch)
  if (count == 0) return;
  reduce_in_thread<<<ceil_div(count, kBlockSize), kBlockSize>>>(
      out, out_view, in, first_view, count, length, stride, function, start);
// END(launch)
