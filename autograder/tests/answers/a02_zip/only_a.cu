// expect: wrong_result
// Copies the first input.

// FILL-ME-IN(kernel)
const int i = threadIdx.x;
out[i] = a[i];
// END(kernel)
