// Work in several streams, ordered by events; functions of the host in between.
#include <cstdio>

__global__ void scale(float* data, int count, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) data[i] *= factor;
}

__global__ void add(float* sum, const float* a, const float* b, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) sum[i] = a[i] + b[i];
}

void say(void* text) {
  std::printf("host function: %s\n", static_cast<const char*>(text));
}

void finished(cudaStream_t, cudaError_t status, void* number) {
  std::printf("callback %d: %s\n", *static_cast<int*>(number), cudaGetErrorName(status));
}

int main() {
  constexpr int kCount = 1000;
  constexpr size_t kBytes = kCount * sizeof(float);
  float *a, *b, *sum, *host;
  cudaMalloc(&a, kBytes);
  cudaMalloc(&b, kBytes);
  cudaMalloc(&sum, kBytes);
  cudaMallocHost(&host, kBytes);
  for (int i = 0; i < kCount; ++i) host[i] = static_cast<float>(i);

  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  cudaEvent_t ready, start, stop;
  cudaEventCreateWithFlags(&ready, cudaEventDisableTiming);
  cudaEventCreate(&start);
  cudaEventCreate(&stop);

  cudaEventRecord(start, first);
  cudaMemcpyAsync(a, host, kBytes, cudaMemcpyHostToDevice, first);
  scale<<<4, 256, 0, first>>>(a, kCount, 2.0F);
  cudaMemcpyAsync(b, host, kBytes, cudaMemcpyHostToDevice, second);
  scale<<<4, 256, 0, second>>>(b, kCount, 0.5F);
  cudaEventRecord(ready, second);
  cudaStreamWaitEvent(first, ready, 0);
  add<<<4, 256, 0, first>>>(sum, a, b, kCount);
  cudaEventRecord(stop, first);
  cudaLaunchHostFunc(first, say, const_cast<char*>("the sum was launched"));
  cudaMemcpyAsync(host, sum, kBytes, cudaMemcpyDeviceToHost, first);
  int number = 7;
  cudaStreamAddCallback(first, finished, &number, 0);
  std::printf("synchronise: %s\n", cudaGetErrorName(cudaStreamSynchronize(first)));

  int wrong = 0;
  for (int i = 0; i < kCount; ++i) wrong += host[i] != 2.5F * static_cast<float>(i);
  std::printf("wrong sums: %d\n", wrong);
  float milliseconds = -1;
  std::printf("elapsed: %s\n", cudaGetErrorName(cudaEventElapsedTime(&milliseconds, start, stop)));
  std::printf("time went on: %s\n", milliseconds > 0 ? "yes" : "no");
  std::printf("stop: %s\n", cudaGetErrorName(cudaEventQuery(stop)));
  std::printf("untimed: %s\n", cudaGetErrorName(cudaEventElapsedTime(&milliseconds, ready, stop)));
  std::printf("last error: %s\n", cudaGetErrorName(cudaGetLastError()));

  cudaEventDestroy(ready);
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  cudaFree(a);
  cudaFree(b);
  cudaFree(sum);
  cudaFreeHost(host);
  return 0;
}
