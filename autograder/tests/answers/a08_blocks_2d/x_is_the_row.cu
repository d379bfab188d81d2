// expect: wrong_result
// As the puzzle has it. With blocks that are not square the grid does not cover the matrix any
// more.

// FILL-ME-IN(kernel)
const int row = blockIdx.x * blockDim.x + threadIdx.x;
const int col = blockIdx.y * blockDim.x + threadIdx.y;
const int i = row * size + col;
if (row < size && col < size) out[i] = a[i] + 10.0f;
// END(kernel)
