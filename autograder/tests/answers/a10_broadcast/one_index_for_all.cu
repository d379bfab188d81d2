// expect: finding out_of_bounds_read
// The zip of lesson a02_zip.

// FILL-ME-IN(kernel)
const int col = blockIdx.x * blockDim.x + threadIdx.x;
const int row = blockIdx.y * blockDim.y + threadIdx.y;
const int i = row * cols + col;
if (row < rows && col < cols) out[i] = a[i] + b[i];
// END(kernel)
