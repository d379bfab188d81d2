// SPDX-License-Identifier: MIT
/// \file
/// The functions of cuBLAS that a course uses, with the names, values and layout of CUDA 13.
///
/// autograder/cudart answers the calls. Tested by tests/programs/linear_algebra.cu.
#pragma once
#pragma GCC system_header

#include "cuda_runtime_api.h"

// Headers of samples ask for these to know that cuBLAS is there.
#define CUBLAS_V2_H_
#define CUBLAS_API_H_

typedef struct cublasContext* cublasHandle_t;

typedef enum {
  CUBLAS_STATUS_SUCCESS = 0,
  CUBLAS_STATUS_NOT_INITIALIZED = 1,
  CUBLAS_STATUS_ALLOC_FAILED = 3,
  CUBLAS_STATUS_INVALID_VALUE = 7,
  CUBLAS_STATUS_ARCH_MISMATCH = 8,
  CUBLAS_STATUS_MAPPING_ERROR = 11,
  CUBLAS_STATUS_EXECUTION_FAILED = 13,
  CUBLAS_STATUS_INTERNAL_ERROR = 14,
  CUBLAS_STATUS_NOT_SUPPORTED = 15,
  CUBLAS_STATUS_LICENSE_ERROR = 16,
} cublasStatus_t;

typedef enum { CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2 } cublasOperation_t;
typedef enum { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 } cublasPointerMode_t;
typedef enum { CUBLAS_DEFAULT_MATH = 0, CUBLAS_TENSOR_OP_MATH = 1 } cublasMath_t;

#define cublasCreate cublasCreate_v2
#define cublasDestroy cublasDestroy_v2
#define cublasGetVersion cublasGetVersion_v2
#define cublasSetStream cublasSetStream_v2
#define cublasGetStream cublasGetStream_v2
#define cublasSetPointerMode cublasSetPointerMode_v2
#define cublasGetPointerMode cublasGetPointerMode_v2
#define cublasSdot cublasSdot_v2
#define cublasDdot cublasDdot_v2
#define cublasSaxpy cublasSaxpy_v2
#define cublasDaxpy cublasDaxpy_v2
#define cublasSscal cublasSscal_v2
#define cublasDscal cublasDscal_v2
#define cublasScopy cublasScopy_v2
#define cublasDcopy cublasDcopy_v2
#define cublasSnrm2 cublasSnrm2_v2
#define cublasDnrm2 cublasDnrm2_v2
#define cublasSasum cublasSasum_v2
#define cublasDasum cublasDasum_v2
#define cublasIsamax cublasIsamax_v2
#define cublasIdamax cublasIdamax_v2
#define cublasSgemv cublasSgemv_v2
#define cublasDgemv cublasDgemv_v2
#define cublasSgemm cublasSgemm_v2
#define cublasDgemm cublasDgemm_v2

extern "C" {
cublasStatus_t cublasCreate_v2(cublasHandle_t* handle);
cublasStatus_t cublasDestroy_v2(cublasHandle_t handle);
cublasStatus_t cublasGetVersion_v2(cublasHandle_t handle, int* version);
cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasGetStream_v2(cublasHandle_t handle, cudaStream_t* stream);
cublasStatus_t cublasSetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t* mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
const char* cublasGetStatusName(cublasStatus_t status);
const char* cublasGetStatusString(cublasStatus_t status);
cublasStatus_t cublasSetVector(int n, int bytes, const void* from, int from_step, void* to,
                               int to_step);
cublasStatus_t cublasGetVector(int n, int bytes, const void* from, int from_step, void* to,
                               int to_step);
cublasStatus_t cublasSetMatrix(int rows, int columns, int bytes, const void* from, int from_lead,
                               void* to, int to_lead);
cublasStatus_t cublasGetMatrix(int rows, int columns, int bytes, const void* from, int from_lead,
                               void* to, int to_lead);

#define COURSE_CUBLAS(letter, T)                                                                   \
  cublasStatus_t cublas##letter##dot_v2(cublasHandle_t handle, int n, const T* x, int x_step,      \
                                        const T* y, int y_step, T* result);                        \
  cublasStatus_t cublas##letter##axpy_v2(cublasHandle_t handle, int n, const T* alpha, const T* x, \
                                         int x_step, T* y, int y_step);                            \
  cublasStatus_t cublas##letter##scal_v2(cublasHandle_t handle, int n, const T* alpha, T* x,       \
                                         int x_step);                                              \
  cublasStatus_t cublas##letter##copy_v2(cublasHandle_t handle, int n, const T* x, int x_step,     \
                                         T* y, int y_step);                                        \
  cublasStatus_t cublas##letter##nrm2_v2(cublasHandle_t handle, int n, const T* x, int x_step,     \
                                         T* result);                                               \
  cublasStatus_t cublas##letter##asum_v2(cublasHandle_t handle, int n, const T* x, int x_step,     \
                                         T* result);                                               \
  cublasStatus_t cublas##letter##gemv_v2(cublasHandle_t handle, cublasOperation_t op, int m,       \
                                         int n, const T* alpha, const T* a, int a_lead,            \
                                         const T* x, int x_step, const T* beta, T* y, int y_step); \
  cublasStatus_t cublas##letter##gemm_v2(cublasHandle_t handle, cublasOperation_t a_op,            \
                                         cublasOperation_t b_op, int m, int n, int k,              \
                                         const T* alpha, const T* a, int a_lead, const T* b,       \
                                         int b_lead, const T* beta, T* c, int c_lead);             \
  cublasStatus_t cublas##letter##gemmStridedBatched(                                               \
      cublasHandle_t handle, cublasOperation_t a_op, cublasOperation_t b_op, int m, int n, int k,  \
      const T* alpha, const T* a, int a_lead, long long a_stride, const T* b, int b_lead,          \
      long long b_stride, const T* beta, T* c, int c_lead, long long c_stride, int count);
COURSE_CUBLAS(S, float)
COURSE_CUBLAS(D, double)
#undef COURSE_CUBLAS
cublasStatus_t cublasIsamax_v2(cublasHandle_t handle, int n, const float* x, int x_step,
                               int* result);
cublasStatus_t cublasIdamax_v2(cublasHandle_t handle, int n, const double* x, int x_step,
                               int* result);
}
