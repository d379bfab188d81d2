// Products of matrices by a warp: nvcuda::wmma in several shapes, from global and shared memory.
// compilers: nvcc
#include <cuda_fp16.h>
#include <mma.h>

#include <cmath>
#include <cstdio>

using namespace nvcuda;

template <int M, int N, int K, class BLayout>
__global__ void product(const half* a, const half* b, float* c, int depth) {
  wmma::fragment<wmma::matrix_a, M, N, K, half, wmma::row_major> part_a;
  wmma::fragment<wmma::matrix_b, M, N, K, half, BLayout> part_b;
  wmma::fragment<wmma::accumulator, M, N, K, float> sum;
  wmma::fill_fragment(sum, 0.0F);
  constexpr bool kColumns = std::is_same<BLayout, wmma::col_major>::value;
  for (int k = 0; k < depth; k += K) {
    wmma::load_matrix_sync(part_a, a + k, depth);
    wmma::load_matrix_sync(part_b, kColumns ? b + k : b + k * N, kColumns ? depth : N);
    wmma::mma_sync(sum, part_a, part_b, sum);
  }
  for (int i = 0; i < sum.num_elements; ++i) sum.x[i] *= 2.0F;
  wmma::store_matrix_sync(c, sum, N, wmma::mem_row_major);
}

__global__ void in_halves(const half* a, const half* b, half* c) {
  __shared__ half shared[256];
  for (int i = threadIdx.x; i < 256; i += 32) shared[i] = b[i];
  __syncwarp();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> part_a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> part_b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, half> sum;
  wmma::load_matrix_sync(part_a, a, 16);
  wmma::load_matrix_sync(part_b, shared, 16);
  wmma::load_matrix_sync(sum, a, 16, wmma::mem_row_major);
  wmma::mma_sync(sum, part_a, part_b, sum);
  wmma::store_matrix_sync(c, sum, 16, wmma::mem_col_major);
}

__global__ void bytes(const signed char* a, const signed char* b, int* c) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> part_a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> part_b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> sum;
  wmma::fill_fragment(sum, 0);
  wmma::load_matrix_sync(part_a, a, 16);
  wmma::load_matrix_sync(part_b, b, 16);
  wmma::mma_sync(sum, part_a, part_b, sum);
  wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
}

template <int M, int N, int K, class BLayout>
void check_product(const char* name) {
  constexpr int kDepth = 64;
  constexpr bool kColumns = std::is_same<BLayout, wmma::col_major>::value;
  static half host_a[32 * kDepth], host_b[32 * kDepth];
  for (int i = 0; i < M * kDepth; ++i) host_a[i] = __float2half(static_cast<float>(i % 13 - 6));
  for (int i = 0; i < N * kDepth; ++i) host_b[i] = __float2half(static_cast<float>(i % 7 - 3));
  half *a, *b;
  float *c, host_c[M * N];
  cudaMalloc(&a, sizeof host_a);
  cudaMalloc(&b, sizeof host_b);
  cudaMalloc(&c, sizeof host_c);
  cudaMemcpy(a, host_a, sizeof host_a, cudaMemcpyHostToDevice);
  cudaMemcpy(b, host_b, sizeof host_b, cudaMemcpyHostToDevice);
  product<M, N, K, BLayout><<<1, 32>>>(a, b, c, kDepth);
  cudaMemcpy(host_c, c, sizeof host_c, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int row = 0; row < M; ++row) {
    for (int column = 0; column < N; ++column) {
      float sum = 0;
      for (int k = 0; k < kDepth; ++k) {
        sum += __half2float(host_a[row * kDepth + k]) *
               __half2float(kColumns ? host_b[column * kDepth + k] : host_b[k * N + column]);
      }
      wrong += host_c[row * N + column] != 2.0F * sum;
    }
  }
  std::printf("%s: %s, %d wrong\n", name, cudaGetErrorName(cudaGetLastError()), wrong);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}

int main() {
  check_product<16, 16, 16, wmma::col_major>("16 x 16, columns");
  check_product<16, 16, 16, wmma::row_major>("16 x 16, rows");
  check_product<32, 8, 16, wmma::col_major>("32 x 8");
  check_product<8, 32, 16, wmma::row_major>("8 x 32");

  half host[256], result[256], *a, *b, *c;
  for (int i = 0; i < 256; ++i) host[i] = __float2half(static_cast<float>(i % 5) * 0.25F);
  cudaMalloc(&a, sizeof host);
  cudaMalloc(&b, sizeof host);
  cudaMalloc(&c, sizeof host);
  cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpy(b, host, sizeof host, cudaMemcpyHostToDevice);
  in_halves<<<1, 32>>>(a, b, c);
  cudaMemcpy(result, c, sizeof result, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int row = 0; row < 16; ++row) {
    for (int column = 0; column < 16; ++column) {
      float sum = __half2float(host[row * 16 + column]);
      for (int k = 0; k < 16; ++k)
        sum += __half2float(host[row * 16 + k]) * __half2float(host[k * 16 + column]);
      wrong += std::fabs(__half2float(result[column * 16 + row]) - sum) > 0.01F;
    }
  }
  std::printf("halves: %d wrong\n", wrong);

  signed char small[256];
  int *d, integers[256];
  for (int i = 0; i < 256; ++i) small[i] = static_cast<signed char>(i - 128);
  cudaMalloc(&d, sizeof integers);
  cudaMemcpy(a, small, sizeof small, cudaMemcpyHostToDevice);
  bytes<<<1, 32>>>(reinterpret_cast<signed char*>(a), reinterpret_cast<signed char*>(a), d);
  cudaMemcpy(integers, d, sizeof integers, cudaMemcpyDeviceToHost);
  wrong = 0;
  for (int row = 0; row < 16; ++row) {
    for (int column = 0; column < 16; ++column) {
      int sum = 0;
      for (int k = 0; k < 16; ++k) sum += small[row * 16 + k] * small[column * 16 + k];
      wrong += integers[row * 16 + column] != sum;
    }
  }
  std::printf("bytes: %d wrong\n", wrong);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  cudaFree(d);
  return 0;
}
