// expect: finding uninitialized_read
// hint: Where does your line read out?
// Adds to what lies in out.

// FILL-ME-IN(kernel)
  out[threadIdx.x] += a[threadIdx.x] + 10.0f;
// END(kernel)
