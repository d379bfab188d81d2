// expect: over_budget
// Thread 0 does the work of its block.

// FILL-ME-IN(kernel)
if (threadIdx.x > 0) return;
const int first = blockIdx.x * blockDim.x;
for (int i = first; i < first + blockDim.x && i < size; ++i) out[i] = a[i] + 10.0f;
// END(kernel)
