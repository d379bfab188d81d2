// expect: wrong_result
// hint: Are the five steps of lesson a05_five_steps in run
// Mends the kernel; run is as it was handed out.

// FILL-ME-IN(kernel)
const int i = blockIdx.x * blockDim.x + threadIdx.x;
if (i >= size) return;
if (a[i] == 0.0f) __trap();
out[i] = 1.0f / a[i];
// END(kernel)
