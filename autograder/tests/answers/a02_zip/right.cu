// expect: full_marks

// FILL-ME-IN(kernel)
float sum = a[threadIdx.x];
sum += b[threadIdx.x];
out[threadIdx.x] = sum;
// END(kernel)
