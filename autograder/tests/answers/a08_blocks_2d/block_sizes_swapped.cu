// expect: wrong_result
// Right while blocks are square.

// FILL-ME-IN(kernel)
const int col = blockIdx.x * blockDim.y + threadIdx.x;
const int row = blockIdx.y * blockDim.x + threadIdx.y;
const int i = row * size + col;
if (row < size && col < size) out[i] = a[i] + 10.0f;
// END(kernel)
