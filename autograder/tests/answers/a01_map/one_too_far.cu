// expect: finding out_of_bounds_read
// Counts from 1.

// FILL-ME-IN(kernel)
  const int i = threadIdx.x + 1;
  out[i] = a[i] + 10.0f;
// END(kernel)
