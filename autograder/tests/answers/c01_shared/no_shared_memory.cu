// expect: over_budget
// Right, and every element but the first of each block is fetched twice.

// FILL-ME-IN(kernel)
const int i = blockIdx.x * blockDim.x + threadIdx.x;
if (i < size) out[i] = threadIdx.x == 0 ? a[i] : a[i] - a[i - 1];
(void)cache;
// END(kernel)
