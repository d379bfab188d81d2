// expect: finding out_of_bounds_write
// Numbers the cells of the block's table by the thread's number in the launch.

// FILL-ME-IN(kernel)
const int i = blockIdx.x * blockDim.x + threadIdx.x;
const float own = i < size ? a[i] : 0.0f;
cache[i] = own;
__syncthreads();
if (i < size) out[i] = threadIdx.x == 0 ? own : own - cache[i - 1];
// END(kernel)
