// expect: finding barrier_exited_threads
// The guard of part A: fine there, not before a barrier.

// FILL-ME-IN(kernel)
const int i = blockIdx.x * blockDim.x + threadIdx.x;
if (i >= size) return;
cache[threadIdx.x] = a[i];
__syncthreads();
out[i] = threadIdx.x == 0 ? cache[0] : cache[threadIdx.x] - cache[threadIdx.x - 1];
// END(kernel)
