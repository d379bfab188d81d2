// expect: wrong_result
// The block size of the first case instead of blockDim.x.

// FILL-ME-IN(kernel)
const int i = blockIdx.x * 4 + threadIdx.x;
if (i < size) out[i] = a[i] + 10.0f;
// END(kernel)
