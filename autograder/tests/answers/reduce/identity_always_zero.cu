// expect: wrong_result
// points: 8-24
// hint: which value changes no product
// 0 changes no sum, but it makes every product 0 and is larger than every negative number.

// FILL-ME-IN(identity)
  return 0.0f;
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
