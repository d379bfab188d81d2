// SPDX-License-Identifier: MIT
/// \file
/// Lesson c01_shared without its barrier, as a whole program: how often does it go wrong? Run it
/// with `build/bin/autograder run lessons/c01_shared/no_barrier.cu`, and, if you have a GPU,
/// compile it with nvcc and run it there.
#include <cstdio>
#include <vector>

constexpr int kBlockSize = 128;
constexpr int kSize = 12'800;
constexpr int kLaunches = 100;

/// Each thread uses its neighbour's cell without waiting for it.
__global__ void differences(float* out, const float* a) {
  __shared__ float cache[kBlockSize];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  cache[threadIdx.x] = a[i];
  const float left = threadIdx.x == 0 ? 0.0f : cache[threadIdx.x - 1];
  out[i] = a[i] - left;
}

int main() {
  std::vector<float> a(kSize), out(kSize);
  for (int i = 0; i < kSize; ++i) a[i] = static_cast<float>(i * 7 % 1000);
  float* device_a = nullptr;
  float* device_out = nullptr;
  cudaMalloc(&device_a, kSize * sizeof(float));
  cudaMalloc(&device_out, kSize * sizeof(float));
  cudaMemcpy(device_a, a.data(), kSize * sizeof(float), cudaMemcpyHostToDevice);
  int wrong_launches = 0, wrong_elements = 0, at_a_border = 0;
  for (int launch = 0; launch < kLaunches; ++launch) {
    differences<<<kSize / kBlockSize, kBlockSize>>>(device_out, device_a);
    cudaMemcpy(out.data(), device_out, kSize * sizeof(float), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < kSize; ++i) {
      if (out[i] == (i % kBlockSize == 0 ? a[i] : a[i] - a[i - 1])) continue;
      ++wrong;
      if (i % 32 == 0) ++at_a_border;
    }
    wrong_elements += wrong;
    if (wrong > 0) ++wrong_launches;
  }
  printf("%d of %d launches gave a wrong result\n", wrong_launches, kLaunches);
  printf("%d wrong elements, %d of them first in their warp\n", wrong_elements, at_a_border);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  cudaFree(device_a);
  cudaFree(device_out);
}
