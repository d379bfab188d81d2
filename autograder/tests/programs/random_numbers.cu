// cuRAND's device generators: the same numbers as on a real device, and pi from them.
// compilers: nvcc
#include <curand_kernel.h>

#include <cmath>
#include <cstdio>

__global__ void numbers(unsigned* out, float* uniform, float* normal) {
  const int t = threadIdx.x;
  curandStateXORWOW_t xorwow;
  curand_init(1234, t, 0, &xorwow);
  out[t] = curand(&xorwow);
  uniform[t] = curand_uniform(&xorwow);
  normal[t] = curand_normal(&xorwow);
  curandStatePhilox4_32_10_t philox;
  curand_init(1234, t, 0, &philox);
  out[32 + t] = curand(&philox);
  const float4 four = curand_uniform4(&philox);
  uniform[32 + t] = four.x + four.y + four.z + four.w;
  curandStateMRG32k3a_t mrg;
  curand_init(1234, t, 0, &mrg);
  out[64 + t] = curand(&mrg);
}

__global__ void hits(unsigned long long seed, unsigned* total, int per_thread) {
  curandStatePhilox4_32_10_t state;
  curand_init(seed, blockIdx.x * blockDim.x + threadIdx.x, 0, &state);
  unsigned inside = 0;
  for (int i = 0; i < per_thread; ++i) {
    const float x = curand_uniform(&state), y = curand_uniform(&state);
    inside += x * x + y * y <= 1.0F;
  }
  atomicAdd(total, inside);
}

int main() {
  unsigned *out, host[96], total = 0;
  float *uniform, *normal, host_uniform[64], host_normal[32];
  cudaMalloc(&out, sizeof host);
  cudaMalloc(&uniform, sizeof host_uniform);
  cudaMalloc(&normal, sizeof host_normal);
  numbers<<<1, 32>>>(out, uniform, normal);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemcpy(host_uniform, uniform, sizeof host_uniform, cudaMemcpyDeviceToHost);
  cudaMemcpy(host_normal, normal, sizeof host_normal, cudaMemcpyDeviceToHost);
  for (const int i : {0, 1, 31, 32, 33, 63, 64, 65, 95}) std::printf("%u ", host[i]);
  std::printf("\n%.5f %.5f %.5f %.5f\n", host_uniform[0], host_uniform[31], host_uniform[32],
              host_uniform[63]);
  std::printf("%.4f %.4f\n", host_normal[0], host_normal[31]);
  cudaMemset(out, 0, sizeof total);
  hits<<<4, 64>>>(99, out, 100);
  cudaMemcpy(&total, out, sizeof total, cudaMemcpyDeviceToHost);
  std::printf("pi is about %.4f\n", 4.0 * total / (4 * 64 * 100));
  cudaFree(out);
  cudaFree(uniform);
  cudaFree(normal);
  return 0;
}
