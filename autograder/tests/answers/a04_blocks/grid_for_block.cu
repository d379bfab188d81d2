// expect: wrong_result
// hint: Which element does thread 0 of block 1 take
// Right for nine elements in three blocks of four, by luck.

// FILL-ME-IN(kernel)
const int i = blockIdx.x * gridDim.x + threadIdx.x;
if (i < size) out[i] = a[i] + 10.0f;
// END(kernel)
