// expect: wrong_result
// The numbering of blocks and threads turned round.

// FILL-ME-IN(kernel)
const int x = blockIdx.x * blockDim.x + threadIdx.x;
const int y = blockIdx.y * blockDim.y + threadIdx.y;
const int z = blockIdx.z * blockDim.z + threadIdx.z;
if (x >= width || y >= height || z >= depth) return;
const int cell = (z * height + y) * width + x;
block[cell] = (blockIdx.x * gridDim.y + blockIdx.y) * gridDim.z + blockIdx.z;
warp[cell] = ((threadIdx.x * blockDim.y + threadIdx.y) * blockDim.z + threadIdx.z) / 32;
// END(kernel)
