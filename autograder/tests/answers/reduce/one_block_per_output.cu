// expect: over_budget
// points: 17.5-24
// Right, but a block walks down a column: every thread reads a sector of its own.

// FILL-ME-IN(identity)
  return function == kAdd ? 0.0f : function == kMul ? 1.0f : -INFINITY;
// END(identity)

// FILL-ME-IN(in_block)
  __shared__ float partial[kBlockSize];
  const int t = threadIdx.x;
  const float* first = in + offset_of(first_view, blockIdx.x);
  float value = identity_of(function);
  for (int j = t; j < length; j += kBlockSize) value = combine(function, value, first[j * stride]);
  partial[t] = value;
  __syncthreads();
  for (int half = kBlockSize / 2; half > 0; half /= 2) {
    if (t < half) partial[t] = combine(function, partial[t], partial[t + half]);
    __syncthreads();
  }
  if (t == 0) out[offset_of(out_view, blockIdx.x)] = combine(function, start, partial[0]);
// END(in_block)

// FILL-ME-IN(launch)
  if (count == 0) return;
  reduce_in_block<<<count, kBlockSize>>>(out, out_view, in, first_view, length, stride, function,
                                         start);
// END(launch)
