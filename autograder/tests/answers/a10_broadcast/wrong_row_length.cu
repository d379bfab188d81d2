// expect: finding out_of_bounds_write
// Right for square matrices.

// FILL-ME-IN(kernel)
const int col = blockIdx.x * blockDim.x + threadIdx.x;
const int row = blockIdx.y * blockDim.y + threadIdx.y;
if (row < rows && col < cols) out[row * rows + col] = a[row] + b[col];
// END(kernel)
