// expect: over_budget
// The loop of the specification inside the kernel. All threads write the same values, which is a
// warning, not an error.

// FILL-ME-IN(kernel)
for (int i = 0; i < blockDim.x; ++i) out[i] = a[i] + b[i];
// END(kernel)
