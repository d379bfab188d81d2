// What kernels print appears where the program waits for them, as on a real device.
#include <cstdio>

__global__ void say(int number) {
  printf("kernel %d: block %d, thread %d\n", number, blockIdx.x, threadIdx.x);
}

__global__ void formats() {
  printf("%d %5d|%-5d|%05d %u %x %X %o %c %%\n", -1, 42, 42, 42, 4000000000U, 255, 255, 8, 'k');
  printf("%f %.2f %8.3f %e %g %s\n", 1.5F, 2.25, 3.14159, 12345.678, 1e-10, "text");
  printf("%lld %llu\n", -1LL, 18446744073709551615ULL);
  printf("%zu is not known to a device\n");
  printf("no arguments\n");
}

int main() {
  std::printf("before\n");
  say<<<2, 2>>>(1);
  std::printf("launched\n");
  cudaDeviceSynchronize();
  std::printf("synchronised\n");
  say<<<1, 1>>>(2);
  int *memory, value = 0;
  cudaMalloc(&memory, sizeof value);
  cudaMemset(memory, 0, sizeof value);
  say<<<1, 1>>>(3);
  cudaMemcpy(&value, memory, sizeof value, cudaMemcpyDeviceToHost);
  std::printf("copied\n");
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  say<<<1, 1, 0, stream>>>(4);
  cudaStreamSynchronize(stream);
  std::printf("stream synchronised\n");
  formats<<<1, 1>>>();
  cudaFree(memory);
  cudaStreamDestroy(stream);
  cudaDeviceReset();
  std::printf("end\n");
  return 0;
}
