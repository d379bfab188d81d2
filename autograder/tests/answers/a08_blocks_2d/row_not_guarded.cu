// expect: finding out_of_bounds_write
// Guards the right edge only.

// FILL-ME-IN(kernel)
const int col = blockIdx.x * blockDim.x + threadIdx.x;
const int row = blockIdx.y * blockDim.y + threadIdx.y;
if (col < size) out[row * size + col] = a[row * size + col] + 10.0f;
// END(kernel)
