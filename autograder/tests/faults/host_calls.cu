// SPDX-License-Identifier: MIT
// Mistakes of host code: copies that do not fit, the wrong direction, wrong frees, memory that
// stays.
#include "faults.h"

__global__ void one_block_only(int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i;
}

int main() {
  static int host[64];
  int* a = zeros<int>(64);
  int* b = unwritten<int>(64);
  cudaMemcpy(host, a, 65 * sizeof(int), cudaMemcpyDeviceToHost);  // note: copy_out_of_bounds
  cudaMemcpy(a + 1, host, 64 * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(a, 0, 64 * sizeof(int) + 1);
  cudaMemcpy(host, a, sizeof host, cudaMemcpyHostToDevice);  // note: copy_direction
  one_block_only<<<1, 32>>>(b, 64);
  cudaMemcpy(host, b, sizeof host, cudaMemcpyDeviceToHost);  // note: never_written
  int on_the_stack[4] = {};
  cudaFree(on_the_stack);  // finds: invalid_free
  cudaFree(a + 1);         // finds: invalid_free
  cudaFree(a);             // finds: double_free
  cudaFree(a);             // finds: double_free
  cudaFree(nullptr);
  std::printf("%d\n", host[0]);  // note: memory_not_freed
}
