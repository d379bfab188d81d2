// expect: finding out_of_bounds_write
// Guards for the four elements of the first case. One element is written past its end, larger ones
// are not finished.

// FILL-ME-IN(kernel)
  const int i = threadIdx.x;
  if (i < 4) out[i] = a[i] + 10.0f;
// END(kernel)
