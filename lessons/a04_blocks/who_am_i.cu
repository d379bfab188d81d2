// SPDX-License-Identifier: MIT
/// \file
/// Lesson a04_blocks: three blocks of four threads, and each thread says who it is. Run it with
/// `build/bin/autograder run lessons/a04_blocks/who_am_i.cu`.
#include <cstdio>

__global__ void who_am_i() {
  printf("I am thread %u of block %u; a block has %u threads\n", threadIdx.x, blockIdx.x,
         blockDim.x);
}

int main() {
  who_am_i<<<3, 4>>>();
  cudaDeviceSynchronize();  // waits for the kernel: lesson a06_errors
}
