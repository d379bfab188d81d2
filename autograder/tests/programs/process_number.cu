// SPDX-License-Identifier: MIT
// Another number of blocks in each process: `run --everywhere` must say so.
// exit: 3
// stderr: error: the result is another one: baseline with 1 thread
#include <unistd.h>

#include <cstdio>

__global__ void count(int* sum) {
  atomicAdd(sum, 1);
}

int main() {
  int* sum = nullptr;
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  count<<<1 + getpid() % 1'000, 32>>>(sum);
  cudaDeviceSynchronize();
  cudaFree(sum);
  printf("done\n");
}
