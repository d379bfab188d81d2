// SPDX-License-Identifier: MIT
/// \file
/// Lesson a09_indexing: three directions, one number, and the warp.
///
/// You learn to number blocks and threads of a 3-D launch, and to find a thread's warp. Fill in the
/// region and run `build/bin/autograder check a09_indexing`.

/// What is wanted, in plain C++. For each cell of a box: the number of the block whose thread is
/// responsible for it, and the number of that thread's warp in the block. A block has bx * by * bz
/// threads; x runs fastest, then y, then z, for cells, blocks and threads alike.
void indexing_spec(int* block, int* warp, int width, int height, int depth, int bx, int by,
                   int bz) {
  const int blocks_x = (width + bx - 1) / bx;
  const int blocks_y = (height + by - 1) / by;
  for (int z = 0; z < depth; ++z) {
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        const int cell = (z * height + y) * width + x;
        block[cell] = (z / bz * blocks_y + y / by) * blocks_x + x / bx;
        warp[cell] = ((z % bz * by + y % by) * bx + x % bx) / 32;
      }
    }
  }
}

/// The launch covers the box with blocks in all three directions.
__global__ void indexing(int* block, int* warp, int width, int height, int depth) {
  // FILL-ME-IN(kernel): about 8 lines
  //   x, y and z of this thread's cell, a guard for all three. Then the cell's place in memory, the
  //   number of the block, and the thread's number in its block: 32 of these make a warp.
  // SOLUTION
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= width || y >= height || z >= depth) return;
  const int cell = (z * height + y) * width + x;
  const int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  block[cell] = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  warp[cell] = thread / 32;
  // END(kernel)
}
