// expect: finding barrier_exited_threads
// The threads of the last block that have no element never come to the barrier.

// FILL-ME-IN(kernel)
const int i = blockIdx.x * blockDim.x + threadIdx.x;
if (i < size) {
  cache[threadIdx.x] = a[i];
  __syncthreads();
  out[i] = threadIdx.x == 0 ? cache[0] : cache[threadIdx.x] - cache[threadIdx.x - 1];
}
// END(kernel)
