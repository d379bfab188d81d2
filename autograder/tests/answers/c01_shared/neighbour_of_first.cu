// expect: finding out_of_bounds_read
// Thread 0 looks to its left, where no cell is.

// FILL-ME-IN(kernel)
const int i = blockIdx.x * blockDim.x + threadIdx.x;
const float own = i < size ? a[i] : 0.0f;
cache[threadIdx.x] = own;
__syncthreads();
const int left = static_cast<int>(threadIdx.x) - 1;
if (i < size) out[i] = own - *static_cast<volatile float*>(cache + left);
// END(kernel)
