// expect: wrong_result
// Adds the thread's number as well.

// FILL-ME-IN(kernel)
  const int i = threadIdx.x;
  out[i] = a[i] + 10.0f + i;
// END(kernel)
