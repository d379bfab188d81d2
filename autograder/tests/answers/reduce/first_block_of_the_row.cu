// expect: wrong_result
// points: 12-24
// hint: which thread takes element 256
// Every thread takes one element at most: rows longer than a block lose their tail.

// FILL-ME-IN(identity)
  return function == kAdd ? 0.0f : function == kMul ? 1.0f : -INFINITY;
// END(identity)

// FILL-ME-IN(in_block)
  __shared__ float partial[kBlockSize];
  const int t = threadIdx.x;
  const float* first = in + offset_of(first_view, blockIdx.x);
  partial[t] = t < length ? first[t * stride] : identity_of(function);
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
