// expect: wrong_result
// The warp is that of the row only where blocks have one direction.

// FILL-ME-IN(kernel)
const int x = blockIdx.x * blockDim.x + threadIdx.x;
const int y = blockIdx.y * blockDim.y + threadIdx.y;
const int z = blockIdx.z * blockDim.z + threadIdx.z;
if (x >= width || y >= height || z >= depth) return;
const int cell = (z * height + y) * width + x;
block[cell] = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
warp[cell] = threadIdx.x / 32;
// END(kernel)
