// expect: finding out_of_bounds_read
// Off by one in one of two indices.

// FILL-ME-IN(kernel)
const int i = threadIdx.x;
out[i] = a[i] + b[i + 1];
// END(kernel)
