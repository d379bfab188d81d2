// expect: wrong_result
// A copy.

// FILL-ME-IN(kernel)
  out[threadIdx.x] = a[threadIdx.x];
// END(kernel)
