// SPDX-License-Identifier: MIT
/// \file
/// Lesson a06_errors: faults that a real GPU does not complain about. Run it with
/// `build/bin/autograder run lessons/a06_errors/silent.cu`, and, if you have a GPU, compile it with
/// nvcc and run it there.
#include <cstdio>

/// Lesson a03_guard without its guard.
__global__ void no_guard(float* out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1.0f;
}

/// Reads memory that nobody has written.
__global__ void never_copied(float* out, const float* a) {
  out[threadIdx.x] = a[threadIdx.x];
}

/// Every block writes the same element, each another number.
__global__ void one_place_for_all(float* out) {
  out[threadIdx.x] = static_cast<float>(blockIdx.x);
}

void say(const char* what) {
  const cudaError_t error = cudaDeviceSynchronize();
  printf("%-18s %s\n", what, cudaGetErrorString(error));
}

int main() {
  float* a = nullptr;
  float* out = nullptr;
  cudaMalloc(&a, 100 * sizeof(float));
  cudaMalloc(&out, 100 * sizeof(float));
  never_copied<<<1, 100>>>(out, a);
  say("never_copied");
  one_place_for_all<<<8, 100>>>(out);
  say("one_place_for_all");
  no_guard<<<1, 128>>>(out);
  say("no_guard");
  cudaFree(a);
  cudaFree(out);
}
