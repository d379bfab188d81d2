// expect: finding out_of_bounds_read
// a has an element for each row, not for each column.

// FILL-ME-IN(kernel)
const int col = blockIdx.x * blockDim.x + threadIdx.x;
const int row = blockIdx.y * blockDim.y + threadIdx.y;
if (row < rows && col < cols) out[row * cols + col] = a[col] + b[row];
// END(kernel)
