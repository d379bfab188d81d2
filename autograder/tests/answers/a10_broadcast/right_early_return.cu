// expect: full_marks

// FILL-ME-IN(kernel)
const int col = blockIdx.x * blockDim.x + threadIdx.x;
const int row = blockIdx.y * blockDim.y + threadIdx.y;
if (row >= rows || col >= cols) return;
const float from_column = a[row];
const float from_row = b[col];
out[row * cols + col] = from_column + from_row;
// END(kernel)
