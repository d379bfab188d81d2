// expect: full_marks

// FILL-ME-IN(kernel)
  if (threadIdx.x >= size) return;
  out[threadIdx.x] = a[threadIdx.x] + 10.0f;
// END(kernel)
