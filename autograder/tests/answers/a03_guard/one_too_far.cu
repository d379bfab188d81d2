// expect: finding out_of_bounds_write
// <= where < is meant.

// FILL-ME-IN(kernel)
  const int i = threadIdx.x;
  if (i <= size) out[i] = a[i] + 10.0f;
// END(kernel)
