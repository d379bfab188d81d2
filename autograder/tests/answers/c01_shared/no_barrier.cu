// expect: finding shared_race
// The neighbour's cell is read without waiting for the neighbour.

// FILL-ME-IN(kernel)
const int i = blockIdx.x * blockDim.x + threadIdx.x;
const float own = i < size ? a[i] : 0.0f;
cache[threadIdx.x] = own;
if (i < size) out[i] = threadIdx.x == 0 ? own : own - cache[threadIdx.x - 1];
// END(kernel)
