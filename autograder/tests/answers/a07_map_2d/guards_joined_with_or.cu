// expect: finding out_of_bounds_write
// || where && is meant.

// FILL-ME-IN(kernel)
const int col = threadIdx.x;
const int row = threadIdx.y;
if (row < size || col < size) out[row * size + col] = a[row * size + col] + 10.0f;
// END(kernel)
