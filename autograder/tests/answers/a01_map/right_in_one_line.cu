// expect: full_marks

// FILL-ME-IN(kernel)
  out[threadIdx.x] = a[threadIdx.x] + 10;
// END(kernel)
