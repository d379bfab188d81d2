// expect: over_budget
// Threads beside the right edge do elements of the next row once more; equal values: a warning.

// FILL-ME-IN(kernel)
const int col = blockIdx.x * blockDim.x + threadIdx.x;
const int row = blockIdx.y * blockDim.y + threadIdx.y;
const int i = row * size + col;
if (i < size * size) out[i] = a[i] + 10.0f;
// END(kernel)
