// expect: full_marks

// FILL-ME-IN(kernel)
const int col = threadIdx.x + blockDim.x * blockIdx.x;
if (col >= size) return;
const int row = threadIdx.y + blockDim.y * blockIdx.y;
if (row >= size) return;
out[size * row + col] = 10.0f + a[size * row + col];
// END(kernel)
