// SPDX-License-Identifier: MIT
/// \file
/// Lesson a08_blocks_2d: which block does which element? Prints a matrix in which each element is
/// the letter of its block. Run it with `build/bin/autograder run lessons/a08_blocks_2d/cover.cu`,
/// then change the sizes.
#include <cstdio>

constexpr int rows = 4;
constexpr int cols = 70;

/// The least number of groups of `size` that hold `count` things.
int ceil_div(int count, int size) {
  return (count + size - 1) / size;
}

__global__ void cover(char* owner) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) owner[row * cols + col] = 'A' + blockIdx.y * gridDim.x + blockIdx.x;
}

int main() {
  char owner[rows * cols];
  char* device_owner = nullptr;
  cudaMalloc(&device_owner, sizeof owner);
  const dim3 block(32, 2);
  const dim3 grid(ceil_div(cols, block.x), ceil_div(rows, block.y));
  cover<<<grid, block>>>(device_owner);
  cudaMemcpy(owner, device_owner, sizeof owner, cudaMemcpyDeviceToHost);
  cudaFree(device_owner);
  for (int row = 0; row < rows; ++row) printf("%.*s\n", cols, owner + row * cols);
}
