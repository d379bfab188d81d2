// expect: over_budget
// One thread for each row: it reads a[row] once and all of b.

// FILL-ME-IN(kernel)
const int row = blockIdx.y * blockDim.y + threadIdx.y;
if (blockIdx.x > 0 || threadIdx.x > 0 || row >= rows) return;
const float left = a[row];
for (int col = 0; col < cols; ++col) out[row * cols + col] = left + b[col];
// END(kernel)
