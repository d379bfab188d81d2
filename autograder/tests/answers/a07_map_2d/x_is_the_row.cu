// expect: over_budget
// As the puzzle has it. Neighbouring threads take elements of neighbouring rows.

// FILL-ME-IN(kernel)
const int row = threadIdx.x;
const int col = threadIdx.y;
const int i = row * size + col;
if (row < size && col < size) out[i] = a[i] + 10.0f;
// END(kernel)
