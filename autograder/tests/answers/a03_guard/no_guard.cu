// expect: finding out_of_bounds_read
// The answer of lesson a01_map. A real GPU often says nothing to it.

// FILL-ME-IN(kernel)
  const int i = threadIdx.x;
  out[i] = a[i] + 10.0f;
// END(kernel)
