// Which errors go away when they are fetched, and which spoil the context.
// exit: 86
#include <cstdio>

__global__ void store(int* p, int i) {
  p[i] = 1;
}

__global__ void __launch_bounds__(64) small(int* p) {
  p[threadIdx.x] = 2;
}

void show(const char* what, cudaError_t error) {
  std::printf("%-28s %s\n", what, cudaGetErrorName(error));
}

int main() {
  int* p;
  show("malloc", cudaMalloc(&p, 256));
  show("malloc of too much", cudaMalloc(&p, size_t(1) << 60));
  show("it is the last error", cudaGetLastError());
  show("which is gone", cudaGetLastError());
  show("malloc", cudaMalloc(&p, 256));
  store<<<1, 2000>>>(p, 0);
  show("block of 2000", cudaPeekAtLastError());
  show("seen again", cudaGetLastError());
  store<<<0, 32>>>(p, 0);
  show("grid of 0", cudaGetLastError());
  store<<<1, 32, 1 << 20>>>(p, 0);
  show("1 MB of shared memory", cudaGetLastError());
  small<<<1, 128>>>(p);
  show("beyond launch bounds", cudaGetLastError());
  int host[64];
  show("copy of too much", cudaMemcpy(host, p, 1024, cudaMemcpyDeviceToHost));
  show("wrong direction", cudaMemcpy(host, p, 4, cudaMemcpyHostToDevice));
  show("no such direction", cudaMemcpy(host, p, 4, static_cast<cudaMemcpyKind>(9)));
  show("null", cudaMemcpy(nullptr, p, 4, cudaMemcpyDeviceToHost));
  show("free of a part", cudaFree(p + 1));
  show("free of null", cudaFree(nullptr));
  show("no such device", cudaSetDevice(7));
  show("fetch", cudaGetLastError());
  show("text of an error", cudaErrorInvalidValue);
  std::printf("%s\n", cudaGetErrorString(cudaErrorInvalidValue));
  store<<<1, 1>>>(nullptr, 0);
  show("launch with a null pointer", cudaGetLastError());
  show("synchronise", cudaDeviceSynchronize());
  show("fetch", cudaGetLastError());
  show("it stays", cudaDeviceSynchronize());
  show("malloc", cudaMalloc(&p, 4));
  show("copy", cudaMemcpy(host, p, 4, cudaMemcpyDeviceToHost));
  show("reset", cudaDeviceReset());
  return 0;
}
