// malloc, free, new and delete in kernels; memory that outlives its kernel.
#include <cstdio>

struct Node {
  int value;
  Node* next;
};

__device__ Node* lists[4];

__global__ void build(int count) {
  Node* head = nullptr;
  for (int i = 0; i < count; ++i) head = new Node{static_cast<int>(threadIdx.x) * 100 + i, head};
  lists[threadIdx.x] = head;
}

__global__ void sum(int* out) {
  int total = 0;
  for (Node* node = lists[threadIdx.x]; node != nullptr;) {
    total += node->value;
    Node* next = node->next;
    delete node;
    node = next;
  }
  out[threadIdx.x] = total;
}

__global__ void scratch(int* out) {
  int* mine = static_cast<int*>(malloc(16 * sizeof(int)));
  if (mine == nullptr) return;
  for (int i = 0; i < 16; ++i) mine[i] = i * threadIdx.x;
  int total = 0;
  for (int i = 0; i < 16; ++i) total += mine[i];
  free(mine);
  out[threadIdx.x] = total;
}

int main() {
  int *out, host[4];
  cudaMalloc(&out, sizeof host);
  build<<<1, 4>>>(5);
  sum<<<1, 4>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d %d\n", host[0], host[1], host[2], host[3]);
  scratch<<<1, 4>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d %d\n", host[0], host[1], host[2], host[3]);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(out);
  return 0;
}
