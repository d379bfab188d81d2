// printf, assert, the device's heap, memory functions, cached loads and stores, clocks.
#include <cassert>
#include <cstdio>
#include <cstring>

struct Node {
  int value;
  Node* next;
};

__global__ void environment(int* out, const int* in, const float4* vectors, float* hinted) {
  const int t = threadIdx.x;
  assert(in[t] >= 0);
  printf("thread %d of %d: %f %s\n", t, blockDim.x, in[t] * 0.5, "text");
  Node* node = new Node{in[t], nullptr};
  int* heap = static_cast<int*>(malloc(4 * sizeof(int)));
  memset(heap, 0, 4 * sizeof(int));
  memcpy(heap, &in[t], sizeof(int));
  out[t] = heap[0] + node->value;
  free(heap);
  delete node;
  const long long start = clock64();
  const float4 v = __ldg(&vectors[t]);
  hinted[t] = v.x + v.y + v.z + v.w + __ldcs(&hinted[t + 32]) + __ldcg(&hinted[t + 64]);
  __stcs(&hinted[t + 96], hinted[t]);
  __stwt(reinterpret_cast<int*>(hinted) + t + 128, __ldg(&in[t]));
  __threadfence();
  if (clock64() < start) __trap();
}

int main() {
  int* memory = nullptr;
  cudaMalloc(&memory, 4096);
  cudaMemset(memory, 0, 4096);
  environment<<<1, 32>>>(memory, memory + 32, reinterpret_cast<const float4*>(memory + 64),
                         reinterpret_cast<float*>(memory + 256));
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(memory);
  return error == cudaSuccess ? 0 : 1;
}
