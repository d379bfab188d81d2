// expect: finding out_of_bounds_write
// hint: which place does your formula give it
// Takes the width of the block for that of the matrix.

// FILL-ME-IN(kernel)
const int col = threadIdx.x;
const int row = threadIdx.y;
const int i = row * blockDim.x + col;
if (row < size && col < size) out[i] = a[i] + 10.0f;
// END(kernel)
