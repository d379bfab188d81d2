// expect: full_marks

// FILL-ME-IN(kernel)
const int before = blockDim.x * blockIdx.x;
if (before + threadIdx.x >= size) return;
out[before + threadIdx.x] = 10.0f + a[before + threadIdx.x];
// END(kernel)
