// expect: wrong_result
// Forgets the column.

// FILL-ME-IN(kernel)
const int col = blockIdx.x * blockDim.x + threadIdx.x;
const int row = blockIdx.y * blockDim.y + threadIdx.y;
if (row < rows && col < cols) out[row * cols + col] = b[col];
// END(kernel)
