// expect: wrong_result
// Everybody adds the first element of b.

// FILL-ME-IN(kernel)
const int i = threadIdx.x;
out[i] = a[i] + b[0];
// END(kernel)
