// expect: over_budget
// also: finding
// The loop of the specification, run by every thread: n reads a thread where one is enough. All
// threads write the same values; whether that is an error of its own is the race checker's matter.

// FILL-ME-IN(kernel)
  for (int i = 0; i < blockDim.x; ++i) out[i] = a[i] + 10.0f;
// END(kernel)
