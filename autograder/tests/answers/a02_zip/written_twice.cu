// expect: over_budget
// Adds in memory: the compiler may not leave out the first write, since b could be the same array.

// FILL-ME-IN(kernel)
const int i = threadIdx.x;
out[i] = a[i];
out[i] += b[i];
// END(kernel)
