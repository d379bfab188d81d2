// expect: finding out_of_bounds_write
// Guards two directions of three.

// FILL-ME-IN(kernel)
const int x = blockIdx.x * blockDim.x + threadIdx.x;
const int y = blockIdx.y * blockDim.y + threadIdx.y;
const int z = blockIdx.z * blockDim.z + threadIdx.z;
if (x >= width || y >= height) return;
const int cell = (z * height + y) * width + x;
const int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
block[cell] = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
warp[cell] = thread / 32;
// END(kernel)
