// expect: over_budget
// Everything right but the direction: neighbouring threads take neighbouring rows.

// FILL-ME-IN(kernel)
const int row = blockIdx.x * blockDim.x + threadIdx.x;
const int col = blockIdx.y * blockDim.y + threadIdx.y;
const int i = row * size + col;
if (row < size && col < size) out[i] = a[i] + 10.0f;
// END(kernel)
