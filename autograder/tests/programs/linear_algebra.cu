// cuBLAS: products of vectors and matrices, scalars on the host and on the device.
#include <cublas_v2.h>
#include <cuda.h>

#include <cstdio>

int main() {
  constexpr int kRows = 5, kColumns = 4, kInner = 3;
  float a[kRows * kInner], b[kInner * kColumns], c[kRows * kColumns];
  for (int i = 0; i < kRows * kInner; ++i) a[i] = static_cast<float>(i % 7) - 3;
  for (int i = 0; i < kInner * kColumns; ++i) b[i] = static_cast<float>(i % 5);
  for (int i = 0; i < kRows * kColumns; ++i) c[i] = 1;
  float *device_a, *device_b, *device_c, *scalar;
  cudaMalloc(&device_a, sizeof a);
  cudaMalloc(&device_b, sizeof b);
  cudaMalloc(&device_c, sizeof c);
  cudaMalloc(&scalar, sizeof(float));
  cublasHandle_t handle;
  std::printf("create %d\n", cublasCreate(&handle));
  cublasSetMatrix(kRows, kInner, sizeof(float), a, kRows, device_a, kRows);
  cublasSetMatrix(kInner, kColumns, sizeof(float), b, kInner, device_b, kInner);
  cublasSetMatrix(kRows, kColumns, sizeof(float), c, kRows, device_c, kRows);
  const float two = 2, half = 0.5F, one = 1, zero = 0;
  std::printf("gemm %d\n",
              cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, kRows, kColumns, kInner, &two, device_a,
                          kRows, device_b, kInner, &half, device_c, kRows));
  cublasGetMatrix(kRows, kColumns, sizeof(float), device_c, kRows, c, kRows);
  int wrong = 0;
  for (int row = 0; row < kRows; ++row) {
    for (int column = 0; column < kColumns; ++column) {
      float sum = 0;
      for (int k = 0; k < kInner; ++k) sum += a[k * kRows + row] * b[column * kInner + k];
      wrong += c[column * kRows + row] != 2 * sum + 0.5F;
    }
  }
  std::printf("wrong %d\n", wrong);

  // The transposed product of a with itself, 3 x 3.
  cublasSgemm(handle, CUBLAS_OP_T, CUBLAS_OP_N, kInner, kInner, kRows, &one, device_a, kRows,
              device_a, kRows, &zero, device_c, kInner);
  cublasGetVector(9, sizeof(float), device_c, 1, c, 1);
  std::printf("gram %g %g %g\n", c[0], c[4], c[1] - c[3]);
  cublasSgemv(handle, CUBLAS_OP_T, kRows, kInner, &one, device_a, kRows, device_a, 1, &zero,
              device_c, 1);
  cublasGetVector(3, sizeof(float), device_c, 1, b, 1);
  std::printf("gemv %d\n", b[0] == c[0] && b[1] == c[1] && b[2] == c[2]);

  float dot = 0, norm = 0, sum = 0;
  int largest = 0;
  cublasSdot(handle, kRows, device_a, 1, device_a + 1, 2, &dot);
  cublasSnrm2(handle, 2, device_a, 1, &norm);
  cublasSasum(handle, kRows, device_a, 1, &sum);
  cublasIsamax(handle, kRows, device_a, 1, &largest);
  std::printf("dot %g, norm %.4f, sum %g, largest %d\n", dot, norm, sum, largest);
  cublasSaxpy(handle, kRows, &two, device_a, 1, device_c, 1);
  cublasSscal(handle, kRows, &half, device_c, 1);
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
  cublasSdot(handle, kRows, device_a, 1, device_a, 1, scalar);
  cudaMemcpy(&dot, scalar, sizeof dot, cudaMemcpyDeviceToHost);
  std::printf("dot on the device %g\n", dot);
  std::printf("bad lead %d\n", cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 5, 5, 5, scalar,
                                           device_a, 1, device_b, 1, scalar, device_c, 1));
  std::printf("destroy %d\n", cublasDestroy(handle));
  cudaFree(device_a);
  cudaFree(device_b);
  cudaFree(device_c);
  cudaFree(scalar);
  return 0;
}
