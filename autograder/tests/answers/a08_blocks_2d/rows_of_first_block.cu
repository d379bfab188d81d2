// expect: wrong_result
// Blocks in one direction only.

// FILL-ME-IN(kernel)
const int col = blockIdx.x * blockDim.x + threadIdx.x;
const int row = threadIdx.y;
const int i = row * size + col;
if (row < size && col < size) out[i] = a[i] + 10.0f;
// END(kernel)
