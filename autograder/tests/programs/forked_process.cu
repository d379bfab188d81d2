// A process made by fork() has no device: CUDA says so, and the parent goes on.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>

__global__ void add(int* value) {
  *value += 1;
}

int main() {
  int* value = nullptr;
  cudaMalloc(&value, sizeof(int));
  cudaMemset(value, 0, sizeof(int));
  add<<<1, 1>>>(value);
  cudaDeviceSynchronize();
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    int* other = nullptr;
    std::printf("child: %s\n", cudaGetErrorName(cudaMalloc(&other, 4)));
    return 7;  // from main, as the parent does
  }
  int status = 0;
  waitpid(child, &status, 0);
  std::printf("the child returned %d\n", WEXITSTATUS(status));
  add<<<1, 1>>>(value);
  int result = 0;
  const cudaError_t copied = cudaMemcpy(&result, value, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("parent: %s, %d\n", cudaGetErrorName(copied), result);
  return cudaFree(value);
}
