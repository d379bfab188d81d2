// expect: finding out_of_bounds_read
// Reads before it looks. The sum is used, so that the compiler cannot move the read behind the guard.

// FILL-ME-IN(kernel)
  const int i = threadIdx.x;
  const float value = *static_cast<const volatile float*>(a + i);
  if (i < size) out[i] = value + 10.0f;
// END(kernel)
