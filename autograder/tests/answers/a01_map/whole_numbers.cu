// expect: wrong_result
// hint: Of which type is the variable
// Loses the fractions on the way.

// FILL-ME-IN(kernel)
  const int value = a[threadIdx.x] + 10.0f;
  out[threadIdx.x] = value;
// END(kernel)
