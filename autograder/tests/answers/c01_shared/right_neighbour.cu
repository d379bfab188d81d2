// expect: wrong_result
// Looks to the right instead of to the left.

// FILL-ME-IN(kernel)
const int i = blockIdx.x * blockDim.x + threadIdx.x;
const float own = i < size ? a[i] : 0.0f;
cache[threadIdx.x] = own;
__syncthreads();
const int right = threadIdx.x + 1;
if (i < size) out[i] = right == kBlockSize ? own : own - cache[right];
// END(kernel)
