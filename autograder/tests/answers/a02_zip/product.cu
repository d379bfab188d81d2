// expect: wrong_result
// Another operation than the one asked for.

// FILL-ME-IN(kernel)
const int i = threadIdx.x;
out[i] = a[i] * b[i];
// END(kernel)
