// expect: wrong_result
// also: finding
// Every thread writes out[0]; nobody writes the others. All write the same value, which is no race.

// FILL-ME-IN(kernel)
  out[0] = a[0] + 10.0f;
// END(kernel)
