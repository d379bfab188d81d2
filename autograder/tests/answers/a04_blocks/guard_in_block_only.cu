// expect: finding out_of_bounds_write
// Compares the number in the block with the size of the whole.

// FILL-ME-IN(kernel)
const int i = blockIdx.x * blockDim.x + threadIdx.x;
if (threadIdx.x < size) out[i] = a[i] + 10.0f;
// END(kernel)
