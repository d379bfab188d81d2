// SPDX-License-Identifier: MIT
/// \file
/// Lesson a06_errors: three kinds of errors, and which call tells of each. Run it with
/// `build/bin/autograder run lessons/a06_errors/three_errors.cu`.
#include <cstdio>

__global__ void fill(float* out, int size) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size) out[i] = 1.0f;
}

__global__ void give_up() {
  __trap();
}

void say(const char* what, cudaError_t error) {
  printf("%-34s %3d  %s\n", what, error, cudaGetErrorString(error));
}

int main() {
  float* data = nullptr;
  say("cudaMalloc, a million gigabytes", cudaMalloc(&data, 1000000000000000));
  say("cudaMalloc, 4,000 bytes", cudaMalloc(&data, 4000));
  fill<<<1, 2048>>>(data, 1000);
  say("after a launch of 2,048 threads", cudaGetLastError());
  say("asked once more", cudaGetLastError());
  fill<<<4, 256>>>(data, 1000);
  say("after a good launch", cudaGetLastError());
  give_up<<<1, 1>>>();
  say("after launching give_up", cudaGetLastError());
  say("cudaDeviceSynchronize", cudaDeviceSynchronize());
  say("cudaFree", cudaFree(data));
  say("cudaMalloc, 4,000 bytes", cudaMalloc(&data, 4000));
}
