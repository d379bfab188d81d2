// expect: wrong_result
// hint: Every wrong element misses by the same amount.
// Right but for the constant: the hint may speak of it.

// FILL-ME-IN(kernel)
  out[threadIdx.x] = a[threadIdx.x] + 1;
// END(kernel)
