// expect: wrong_result
// Multiplies the two numbers.

// FILL-ME-IN(kernel)
const int i = blockIdx.x * threadIdx.x;
if (i < size) out[i] = a[i] + 10.0f;
// END(kernel)
