// expect: full_marks
// Divides where the others multiply: the cell's own numbers give the block and the thread.

// FILL-ME-IN(kernel)
const int x = blockIdx.x * blockDim.x + threadIdx.x;
const int y = blockIdx.y * blockDim.y + threadIdx.y;
const int z = blockIdx.z * blockDim.z + threadIdx.z;
if (x < width && y < height && z < depth) {
  const int cell = z * height * width + y * width + x;
  block[cell] = blockIdx.z * gridDim.y * gridDim.x + blockIdx.y * gridDim.x + blockIdx.x;
  warp[cell] =
      (threadIdx.z * blockDim.y * blockDim.x + threadIdx.y * blockDim.x + threadIdx.x) >> 5;
}
// END(kernel)
