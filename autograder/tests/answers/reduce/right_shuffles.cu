// expect: full_marks
// points: 25
// Combines within each warp by shuffles; only one value of each warp goes through shared memory.

// FILL-ME-IN(identity)
  return function == kAdd ? 0.0f : function == kMul ? 1.0f : -INFINITY;
// END(identity)

// FILL-ME-IN(in_block)
  __shared__ float of_warp[kBlockSize / 32];
  const int t = threadIdx.x;
  const float* first = in + offset_of(first_view, blockIdx.x);
  float value = identity_of(function);
  for (int j = t; j < length; j += kBlockSize) value = combine(function, value, first[j * stride]);
  for (int d = 16; d > 0; d /= 2) {
    value = combine(function, value, __shfl_down_sync(0xffffffffu, value, d));
  }
  if (t % 32 == 0) of_warp[t / 32] = value;
  __syncthreads();
  if (t == 0) {
    for (int w = 1; w < kBlockSize / 32; ++w) value = combine(function, value, of_warp[w]);
    out[offset_of(out_view, blockIdx.x)] = combine(function, start, value);
  }
// END(in_block)

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
  if (stride == 1) {
    reduce_in_block<<<count, kBlockSize>>>(out, out_view, in, first_view, length, stride, function,
                                           start);
  } else {
    reduce_in_thread<<<ceil_div(count, kBlockSize), kBlockSize>>>(
        out, out_view, in, first_view, count, length, stride, function, start);
  }
// END(launch)
