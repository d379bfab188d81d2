// expect: wrong_result
// x for both directions.

// FILL-ME-IN(kernel)
const int i = threadIdx.x;
if (i < size) out[i * size + i] = a[i * size + i] + 10.0f;
// END(kernel)
