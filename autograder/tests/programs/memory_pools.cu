// Memory pools keep what they are told, and memory comes from them in a stream's order.
#include <cstdint>
#include <cstdio>

__global__ void fill(int* out, int n, int value) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) out[i] = value + i;
}

int main() {
  cudaMemPool_t usual = nullptr, own = nullptr, now = nullptr;
  int supported = 0;
  cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, 0);
  std::printf("supported %d, default %d\n", supported, cudaDeviceGetDefaultMemPool(&usual, 0));
  std::uint64_t keep = UINT64_MAX, kept = 0;
  std::printf("set %d\n", cudaMemPoolSetAttribute(usual, cudaMemPoolAttrReleaseThreshold, &keep));
  cudaMemPoolGetAttribute(usual, cudaMemPoolAttrReleaseThreshold, &kept);
  std::printf("kept %d\n", kept == keep);

  cudaMemPoolProps properties = {};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  std::printf("create %d\n", cudaMemPoolCreate(&own, &properties));
  std::printf("use %d\n", cudaDeviceSetMemPool(0, own));
  cudaDeviceGetMemPool(&now, 0);
  std::printf("in use %d\n", now == own);

  cudaStream_t stream;
  cudaStreamCreate(&stream);
  constexpr int n = 300;
  int *a = nullptr, *b = nullptr, host[n];
  std::printf("from the pool %d\n", cudaMallocFromPoolAsync(&a, sizeof host, own, stream));
  std::printf("from the stream %d\n", cudaMallocAsync(&b, sizeof host, stream));
  fill<<<2, 256, 0, stream>>>(a, n, 5);
  cudaMemcpyAsync(b, a, sizeof host, cudaMemcpyDeviceToDevice, stream);
  cudaFreeAsync(a, stream);
  cudaMemcpyAsync(host, b, sizeof host, cudaMemcpyDeviceToHost, stream);
  cudaFreeAsync(b, stream);
  cudaStreamSynchronize(stream);
  std::printf("%d %d\n", host[0], host[n - 1]);
  std::printf("trim %d\n", cudaMemPoolTrimTo(own, 0));
  std::printf("destroy %d\n", cudaMemPoolDestroy(own));
  std::printf("destroy again %d\n", cudaMemPoolDestroy(own));
  cudaGetLastError();
  cudaDeviceGetMemPool(&now, 0);
  std::printf("the default again %d\n", now == usual);
  cudaStreamDestroy(stream);
  return 0;
}
