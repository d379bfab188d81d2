// SPDX-License-Identifier: MIT
// A small cuBLAS: vectors and matrices are fetched, the host computes (in double, rounded once),
// the result is written back. No kernel runs, so nothing of it is counted; where copies of the
// device's data are forbidden, a call fails with CUBLAS_STATUS_EXECUTION_FAILED.
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <optional>
#include <vector>

#include "cudart/abi.h"
#include "cudart/client.h"
#include "toolchain/include/cublas_v2.h"

/// What a handle stands for.
struct cublasContext {
  cudaStream_t stream = nullptr;
  cublasPointerMode_t mode = CUBLAS_POINTER_MODE_HOST;
};

namespace cudart {

namespace {

/// Rows of a matrix or elements of a vector, without the gaps that it has on the device.
template <class T>
struct Block {
  std::vector<T> values;
  std::size_t width = 0;  ///< elements of a line

  const T& at(std::size_t line, std::size_t element) const {
    return values[line * width + element];
  }
};

cublasStatus_t to_status(cudaError_t error) {
  if (error == cudaSuccess) return CUBLAS_STATUS_SUCCESS;
  return error == no_worker() ? CUBLAS_STATUS_NOT_INITIALIZED : CUBLAS_STATUS_EXECUTION_FAILED;
}

/// `lines` lines of `width` elements that start `lead` elements apart.
template <class T>
std::optional<Block<T>> fetch(const T* from, std::size_t width, std::size_t lines,
                              std::size_t lead) {
  Block<T> block{std::vector<T>(width * lines), width};
  if (block.values.empty()) return block;
  const cudaError_t error =
      cudaMemcpy2D(block.values.data(), width * sizeof(T), from, lead * sizeof(T),
                   width * sizeof(T), lines, cudaMemcpyDefault);
  return error == cudaSuccess ? std::optional(std::move(block)) : std::nullopt;
}

template <class T>
cublasStatus_t store(T* to, const Block<T>& block, std::size_t lead) {
  if (block.values.empty()) return CUBLAS_STATUS_SUCCESS;
  return to_status(cudaMemcpy2D(to, lead * sizeof(T), block.values.data(), block.width * sizeof(T),
                                block.width * sizeof(T), block.values.size() / block.width,
                                cudaMemcpyDefault));
}

/// A vector: lines of one element. A negative step means that it starts at its end.
template <class T>
std::optional<Block<T>> fetch_vector(const T* from, int n, int step) {
  auto block =
      fetch(from, 1, static_cast<std::size_t>(n), static_cast<std::size_t>(std::abs(step)));
  if (block && step < 0)
    block->values = std::vector<T>(block->values.rbegin(), block->values.rend());
  return block;
}

template <class T>
cublasStatus_t store_vector(T* to, Block<T> block, int step) {
  if (step < 0) block.values = std::vector<T>(block.values.rbegin(), block.values.rend());
  return store(to, block, static_cast<std::size_t>(std::abs(step)));
}

/// A scalar, on the host or on the device.
template <class T>
std::optional<T> scalar(cublasHandle_t handle, const T* value) {
  if (value == nullptr) return std::nullopt;
  if (handle->mode == CUBLAS_POINTER_MODE_HOST) return *value;
  const auto block = fetch(value, 1, 1, 1);
  return block ? std::optional(block->values[0]) : std::nullopt;
}

template <class T>
cublasStatus_t give(cublasHandle_t handle, T* result, T value) {
  if (result == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  if (handle->mode == CUBLAS_POINTER_MODE_DEVICE) return store(result, Block<T>{{value}, 1}, 1);
  *result = value;
  return CUBLAS_STATUS_SUCCESS;
}

/// A reduction of one or two vectors.
template <class T, class Result>
cublasStatus_t reduce(cublasHandle_t handle, int n, const T* x, int x_step, const T* y, int y_step,
                      Result* result,
                      const std::function<double(const Block<T>&, const Block<T>&)>& f) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  const auto a = n > 0 ? fetch_vector(x, n, x_step) : Block<T>{};
  const auto b = n > 0 ? fetch_vector(y, n, y_step) : Block<T>{};
  if (!a || !b) return CUBLAS_STATUS_EXECUTION_FAILED;
  return give(handle, result, static_cast<Result>(f(*a, *b)));
}

template <class T>
double dot(const Block<T>& a, const Block<T>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.values.size(); ++i) sum += double{a.values[i]} * b.values[i];
  return sum;
}

template <class T>
double magnitudes(const Block<T>& a, const Block<T>&) {
  double sum = 0;
  for (const T value : a.values) sum += std::fabs(double{value});
  return sum;
}

/// Number of the first element of the largest magnitude, from 1.
template <class T>
double largest(const Block<T>& a, const Block<T>&) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < a.values.size(); ++i) {
    if (std::fabs(a.values[i]) > std::fabs(a.values[best])) best = i;
  }
  return a.values.empty() ? 0 : static_cast<double>(best + 1);
}

template <class T>
cublasStatus_t axpy(cublasHandle_t handle, int n, const T* alpha, const T* x, int x_step, T* y,
                    int y_step) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (n <= 0) return CUBLAS_STATUS_SUCCESS;
  const auto factor = scalar(handle, alpha);
  const auto a = fetch_vector(x, n, x_step);
  auto b = fetch_vector(y, n, y_step);
  if (!factor || !a || !b) return CUBLAS_STATUS_EXECUTION_FAILED;
  for (std::size_t i = 0; i < b->values.size(); ++i) {
    b->values[i] = static_cast<T>(double{*factor} * a->values[i] + b->values[i]);
  }
  return store_vector(y, std::move(*b), y_step);
}

template <class T>
cublasStatus_t scale(cublasHandle_t handle, int n, const T* alpha, T* x, int x_step) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (n <= 0 || x_step <= 0) return CUBLAS_STATUS_SUCCESS;
  const auto factor = scalar(handle, alpha);
  auto a = fetch_vector(x, n, x_step);
  if (!factor || !a) return CUBLAS_STATUS_EXECUTION_FAILED;
  for (T& value : a->values) value *= *factor;
  return store_vector(x, std::move(*a), x_step);
}

template <class T>
cublasStatus_t copy(cublasHandle_t handle, int n, const T* x, int x_step, T* y, int y_step) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (n <= 0) return CUBLAS_STATUS_SUCCESS;
  auto a = fetch_vector(x, n, x_step);
  return a ? store_vector(y, std::move(*a), y_step) : CUBLAS_STATUS_EXECUTION_FAILED;
}

/// A matrix as the caller names it: column-major on the device, perhaps to be transposed.
template <class T>
struct Matrix {
  Block<T> block;
  bool transposed = false;
  const T& at(std::size_t row, std::size_t column) const {
    return transposed ? block.at(row, column) : block.at(column, row);
  }
};

template <class T>
std::optional<Matrix<T>> fetch_matrix(cublasOperation_t op, int rows, int columns, const T* from,
                                      int lead) {
  const bool transposed = op != CUBLAS_OP_N;
  const auto width = static_cast<std::size_t>(transposed ? columns : rows);
  const auto lines = static_cast<std::size_t>(transposed ? rows : columns);
  if (lead < static_cast<int>(width)) return std::nullopt;
  auto block = fetch(from, width, lines, static_cast<std::size_t>(lead));
  if (!block) return std::nullopt;
  return Matrix<T>{std::move(*block), transposed};
}

/// c = alpha * op(a) * op(b) + beta * c
template <class T>
cublasStatus_t gemm(cublasHandle_t handle, cublasOperation_t a_op, cublasOperation_t b_op, int m,
                    int n, int k, const T* alpha, const T* a, int a_lead, const T* b, int b_lead,
                    const T* beta, T* c, int c_lead) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (m < 0 || n < 0 || k < 0 || c_lead < m) return CUBLAS_STATUS_INVALID_VALUE;
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  if (a_lead < (a_op == CUBLAS_OP_N ? m : k) || b_lead < (b_op == CUBLAS_OP_N ? k : n)) {
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  const auto factor = scalar(handle, alpha);
  const auto share = scalar(handle, beta);
  const auto left = fetch_matrix(a_op, m, k, a, a_lead);
  const auto right = fetch_matrix(b_op, k, n, b, b_lead);
  if (!factor || !share || !left || !right) return CUBLAS_STATUS_EXECUTION_FAILED;
  const auto rows = static_cast<std::size_t>(m);
  const auto columns = static_cast<std::size_t>(n);
  // With beta 0 the old content does not matter, not even when it is NaN.
  auto sum = *share != T{0} ? fetch(c, rows, columns, static_cast<std::size_t>(c_lead))
                            : std::optional(Block<T>{std::vector<T>(rows * columns), rows});
  if (!sum) return CUBLAS_STATUS_EXECUTION_FAILED;
  std::vector<double> line(rows);
  for (std::size_t column = 0; column < columns; ++column) {
    line.assign(rows, 0);
    for (std::size_t i = 0; i < static_cast<std::size_t>(k); ++i) {
      const double x = right->at(i, column);
      for (std::size_t row = 0; row < rows; ++row) line[row] += left->at(row, i) * x;
    }
    for (std::size_t row = 0; row < rows; ++row) {
      T& old = sum->values[column * rows + row];
      old = static_cast<T>(*factor * line[row] + (*share != T{0} ? double{*share} * old : 0));
    }
  }
  return store(c, *sum, static_cast<std::size_t>(c_lead));
}

/// y = alpha * op(a) * x + beta * y
template <class T>
cublasStatus_t gemv(cublasHandle_t handle, cublasOperation_t op, int m, int n, const T* alpha,
                    const T* a, int a_lead, const T* x, int x_step, const T* beta, T* y,
                    int y_step) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (m < 0 || n < 0 || a_lead < m || x_step == 0 || y_step == 0) {
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  const int rows = op == CUBLAS_OP_N ? m : n;
  const int columns = op == CUBLAS_OP_N ? n : m;
  if (rows == 0) return CUBLAS_STATUS_SUCCESS;
  const auto factor = scalar(handle, alpha);
  const auto share = scalar(handle, beta);
  const auto matrix = fetch_matrix(op, rows, columns, a, a_lead);
  const auto in = fetch_vector(x, columns, x_step);
  auto out = share && *share != T{0}
                 ? fetch_vector(y, rows, y_step)
                 : std::optional(Block<T>{std::vector<T>(static_cast<std::size_t>(rows)), 1});
  if (!factor || !share || !matrix || !in || !out) return CUBLAS_STATUS_EXECUTION_FAILED;
  for (std::size_t row = 0; row < out->values.size(); ++row) {
    double sum = 0;
    for (std::size_t i = 0; i < in->values.size(); ++i) {
      sum += double{matrix->at(row, i)} * in->values[i];
    }
    T& old = out->values[row];
    old = static_cast<T>(*factor * sum + (*share != T{0} ? double{*share} * old : 0));
  }
  return store_vector(y, std::move(*out), y_step);
}

/// Elements of any size between host and device.
cublasStatus_t move_lines(int width, int lines, int bytes, const void* from, int from_lead,
                          void* to, int to_lead) {
  if (width < 0 || lines < 0 || bytes <= 0 || from_lead < width || to_lead < width) {
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  const auto size = [bytes](int count) {
    return static_cast<std::size_t>(count) * static_cast<std::size_t>(bytes);
  };
  if (width == 0 || lines == 0) return CUBLAS_STATUS_SUCCESS;
  const cudaError_t error = cudaMemcpy2D(to, size(to_lead), from, size(from_lead), size(width),
                                         static_cast<std::size_t>(lines), cudaMemcpyDefault);
  return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}

const char* status_name(cublasStatus_t status) {
  switch (status) {
    case CUBLAS_STATUS_SUCCESS:
      return "CUBLAS_STATUS_SUCCESS";
    case CUBLAS_STATUS_NOT_INITIALIZED:
      return "CUBLAS_STATUS_NOT_INITIALIZED";
    case CUBLAS_STATUS_ALLOC_FAILED:
      return "CUBLAS_STATUS_ALLOC_FAILED";
    case CUBLAS_STATUS_INVALID_VALUE:
      return "CUBLAS_STATUS_INVALID_VALUE";
    case CUBLAS_STATUS_ARCH_MISMATCH:
      return "CUBLAS_STATUS_ARCH_MISMATCH";
    case CUBLAS_STATUS_MAPPING_ERROR:
      return "CUBLAS_STATUS_MAPPING_ERROR";
    case CUBLAS_STATUS_EXECUTION_FAILED:
      return "CUBLAS_STATUS_EXECUTION_FAILED";
    case CUBLAS_STATUS_INTERNAL_ERROR:
      return "CUBLAS_STATUS_INTERNAL_ERROR";
    case CUBLAS_STATUS_NOT_SUPPORTED:
      return "CUBLAS_STATUS_NOT_SUPPORTED";
    case CUBLAS_STATUS_LICENSE_ERROR:
      return "CUBLAS_STATUS_LICENSE_ERROR";
  }
  return "unknown status";
}

}  // namespace

}  // namespace cudart

CUDART_EXPORT cublasStatus_t cublasCreate_v2(cublasHandle_t* handle) {
  const cudart::Lock lock;
  if (handle == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  if (!cudart::Client::get().connected()) return CUBLAS_STATUS_NOT_INITIALIZED;
  *handle = new cublasContext;
  return CUBLAS_STATUS_SUCCESS;
}

CUDART_EXPORT cublasStatus_t cublasDestroy_v2(cublasHandle_t handle) {
  delete handle;
  return handle != nullptr ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_INITIALIZED;
}

CUDART_EXPORT cublasStatus_t cublasGetVersion_v2(cublasHandle_t, int* version) {
  if (version == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *version = 130000;
  return CUBLAS_STATUS_SUCCESS;
}

CUDART_EXPORT cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  handle->stream = stream;
  return CUBLAS_STATUS_SUCCESS;
}

CUDART_EXPORT cublasStatus_t cublasGetStream_v2(cublasHandle_t handle, cudaStream_t* stream) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  *stream = handle->stream;
  return CUBLAS_STATUS_SUCCESS;
}

CUDART_EXPORT cublasStatus_t cublasSetPointerMode_v2(cublasHandle_t handle,
                                                     cublasPointerMode_t mode) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  handle->mode = mode;
  return CUBLAS_STATUS_SUCCESS;
}

CUDART_EXPORT cublasStatus_t cublasGetPointerMode_v2(cublasHandle_t handle,
                                                     cublasPointerMode_t* mode) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  *mode = handle->mode;
  return CUBLAS_STATUS_SUCCESS;
}

CUDART_EXPORT cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t) {
  return handle != nullptr ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_INITIALIZED;
}

CUDART_EXPORT const char* cublasGetStatusName(cublasStatus_t status) {
  return cudart::status_name(status);
}

CUDART_EXPORT const char* cublasGetStatusString(cublasStatus_t status) {
  return cudart::status_name(status);
}

CUDART_EXPORT cublasStatus_t cublasSetVector(int n, int bytes, const void* from, int from_step,
                                             void* to, int to_step) {
  return cudart::move_lines(1, n, bytes, from, from_step, to, to_step);
}

CUDART_EXPORT cublasStatus_t cublasGetVector(int n, int bytes, const void* from, int from_step,
                                             void* to, int to_step) {
  return cudart::move_lines(1, n, bytes, from, from_step, to, to_step);
}

CUDART_EXPORT cublasStatus_t cublasSetMatrix(int rows, int columns, int bytes, const void* from,
                                             int from_lead, void* to, int to_lead) {
  return cudart::move_lines(rows, columns, bytes, from, from_lead, to, to_lead);
}

CUDART_EXPORT cublasStatus_t cublasGetMatrix(int rows, int columns, int bytes, const void* from,
                                             int from_lead, void* to, int to_lead) {
  return cudart::move_lines(rows, columns, bytes, from, from_lead, to, to_lead);
}

#define CUBLAS_FUNCTIONS(letter, T)                                                               \
  CUDART_EXPORT cublasStatus_t cublas##letter##dot_v2(                                            \
      cublasHandle_t handle, int n, const T* x, int x_step, const T* y, int y_step, T* result) {  \
    return cudart::reduce<T, T>(handle, n, x, x_step, y, y_step, result, cudart::dot<T>);         \
  }                                                                                               \
  CUDART_EXPORT cublasStatus_t cublas##letter##nrm2_v2(cublasHandle_t handle, int n, const T* x,  \
                                                       int x_step, T* result) {                   \
    return cudart::reduce<T, T>(                                                                  \
        handle, n, x, x_step, x, x_step, result,                                                  \
        [](const auto& a, const auto& b) { return std::sqrt(cudart::dot<T>(a, b)); });            \
  }                                                                                               \
  CUDART_EXPORT cublasStatus_t cublas##letter##asum_v2(cublasHandle_t handle, int n, const T* x,  \
                                                       int x_step, T* result) {                   \
    return cudart::reduce<T, T>(handle, n, x, x_step, x, x_step, result, cudart::magnitudes<T>);  \
  }                                                                                               \
  CUDART_EXPORT cublasStatus_t cublas##letter##axpy_v2(                                           \
      cublasHandle_t handle, int n, const T* alpha, const T* x, int x_step, T* y, int y_step) {   \
    return cudart::axpy(handle, n, alpha, x, x_step, y, y_step);                                  \
  }                                                                                               \
  CUDART_EXPORT cublasStatus_t cublas##letter##scal_v2(cublasHandle_t handle, int n,              \
                                                       const T* alpha, T* x, int x_step) {        \
    return cudart::scale(handle, n, alpha, x, x_step);                                            \
  }                                                                                               \
  CUDART_EXPORT cublasStatus_t cublas##letter##copy_v2(cublasHandle_t handle, int n, const T* x,  \
                                                       int x_step, T* y, int y_step) {            \
    return cudart::copy(handle, n, x, x_step, y, y_step);                                         \
  }                                                                                               \
  CUDART_EXPORT cublasStatus_t cublas##letter##gemv_v2(                                           \
      cublasHandle_t handle, cublasOperation_t op, int m, int n, const T* alpha, const T* a,      \
      int a_lead, const T* x, int x_step, const T* beta, T* y, int y_step) {                      \
    return cudart::gemv(handle, op, m, n, alpha, a, a_lead, x, x_step, beta, y, y_step);          \
  }                                                                                               \
  CUDART_EXPORT cublasStatus_t cublas##letter##gemm_v2(                                           \
      cublasHandle_t handle, cublasOperation_t a_op, cublasOperation_t b_op, int m, int n, int k, \
      const T* alpha, const T* a, int a_lead, const T* b, int b_lead, const T* beta, T* c,        \
      int c_lead) {                                                                               \
    return cudart::gemm(handle, a_op, b_op, m, n, k, alpha, a, a_lead, b, b_lead, beta, c,        \
                        c_lead);                                                                  \
  }                                                                                               \
  CUDART_EXPORT cublasStatus_t cublas##letter##gemmStridedBatched(                                \
      cublasHandle_t handle, cublasOperation_t a_op, cublasOperation_t b_op, int m, int n, int k, \
      const T* alpha, const T* a, int a_lead, long long a_stride, const T* b, int b_lead,         \
      long long b_stride, const T* beta, T* c, int c_lead, long long c_stride, int count) {       \
    for (int i = 0; i < count; ++i) {                                                             \
      const cublasStatus_t status =                                                               \
          cudart::gemm(handle, a_op, b_op, m, n, k, alpha, a + i * a_stride, a_lead,              \
                       b + i * b_stride, b_lead, beta, c + i * c_stride, c_lead);                 \
      if (status != CUBLAS_STATUS_SUCCESS) return status;                                         \
    }                                                                                             \
    return CUBLAS_STATUS_SUCCESS;                                                                 \
  }
CUBLAS_FUNCTIONS(S, float)
CUBLAS_FUNCTIONS(D, double)
#undef CUBLAS_FUNCTIONS

CUDART_EXPORT cublasStatus_t cublasIsamax_v2(cublasHandle_t handle, int n, const float* x,
                                             int x_step, int* result) {
  return cudart::reduce<float, int>(handle, n, x, x_step, x, x_step, result,
                                    cudart::largest<float>);
}

CUDART_EXPORT cublasStatus_t cublasIdamax_v2(cublasHandle_t handle, int n, const double* x,
                                             int x_step, int* result) {
  return cudart::reduce<double, int>(handle, n, x, x_step, x, x_step, result,
                                     cudart::largest<double>);
}
