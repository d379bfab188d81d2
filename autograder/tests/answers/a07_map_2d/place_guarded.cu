// expect: over_budget
// Threads beside the matrix come through and do the first elements of the next row once more.

// FILL-ME-IN(kernel)
const int i = threadIdx.y * size + threadIdx.x;
if (i < size * size) out[i] = a[i] + 10.0f;
// END(kernel)
