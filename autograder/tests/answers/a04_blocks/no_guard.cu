// expect: finding out_of_bounds_write
// The last block reaches past the end.

// FILL-ME-IN(kernel)
const int i = blockIdx.x * blockDim.x + threadIdx.x;
out[i] = a[i] + 10.0f;
// END(kernel)
