// expect: full_marks

// FILL-ME-IN(kernel)
const int i = blockIdx.x * blockDim.x + threadIdx.x;
if (i < size) cache[threadIdx.x] = a[i];
__syncthreads();
if (i >= size) return;
float difference = cache[threadIdx.x];
if (threadIdx.x > 0) difference -= cache[threadIdx.x - 1];
out[i] = difference;
// END(kernel)
