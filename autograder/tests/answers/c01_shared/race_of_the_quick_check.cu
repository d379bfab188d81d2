// expect: finding shared_race
// The code of the question in the quick check, which has no guard either.

// FILL-ME-IN(kernel)
  const int i = blockIdx.x * kBlockSize + threadIdx.x;
  cache[threadIdx.x] = a[i];
  const float own = cache[threadIdx.x];
  const float left = threadIdx.x == 0 ? 0.0f : cache[threadIdx.x - 1];
  __syncthreads();
  out[i] = own - left;
// END(kernel)
