// expect: finding out_of_bounds_write
// Compares the row with the number of columns.

// FILL-ME-IN(kernel)
const int col = blockIdx.x * blockDim.x + threadIdx.x;
const int row = blockIdx.y * blockDim.y + threadIdx.y;
if (row < cols && col < rows) out[row * cols + col] = a[row] + b[col];
// END(kernel)
