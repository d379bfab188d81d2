// SPDX-License-Identifier: MIT
/// \file
/// A tensor in device memory, views of it, and the workspace that owns it: what assignment
/// integration needs to build a network from the four kernels. Tested by the cases of that
/// assignment.
#pragma once

#include <initializer_list>

#include "strided.h"

/// The view of a tensor whose elements lie row after row without gaps.
inline Strided row_major(std::initializer_list<int> shape) {
  Strided view{};
  for (const int extent : shape) view.shape[view.dims++] = extent;
  int stride = 1;
  for (int d = view.dims - 1; d >= 0; --d) {
    view.strides[d] = stride;
    stride *= view.shape[d];
  }
  return view;
}

/// A tensor that may only be read. Does not own its memory.
struct ConstTensor {
  const float* data;  ///< Device pointer to the first element.
  Strided view;       ///< Shape and strides.

  /// Elements along dimension d.
  int size(int d) const { return view.shape[d]; }
};

/// A tensor that may be written. Does not own its memory.
struct Tensor {
  float* data;   ///< Device pointer to the first element.
  Strided view;  ///< Shape and strides.

  /// Elements along dimension d.
  int size(int d) const { return view.shape[d]; }

  /// What may be written may be read.
  operator ConstTensor() const { return {data, view}; }
};

/// The same memory with another shape. The tensor must have no gaps.
inline Tensor reshaped(Tensor tensor, std::initializer_list<int> shape) {
  return {tensor.data, row_major(shape)};
}

/// The same memory with its last two dimensions exchanged: rows become columns.
inline ConstTensor transposed(ConstTensor tensor) {
  Strided view = tensor.view;
  const int rows = view.dims - 2, columns = view.dims - 1;
  view.shape[rows] = tensor.view.shape[columns];
  view.shape[columns] = tensor.view.shape[rows];
  view.strides[rows] = tensor.view.strides[columns];
  view.strides[columns] = tensor.view.strides[rows];
  return {tensor.data, view};
}

/// Number `index` of the last dimension, which has size 1 afterwards.
inline ConstTensor column(ConstTensor tensor, int index) {
  const int last = tensor.view.dims - 1;
  Strided view = tensor.view;
  view.shape[last] = 1;
  return {tensor.data + index * view.strides[last], view};
}

/// Hands out tensors, kMaxTensors at most, and frees all of them in the end.
class Workspace {
 public:
  static constexpr int kMaxTensors = 64;  ///< Past it, tensors have no memory.

  Workspace() = default;
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  ~Workspace() {
    for (int i = 0; i < count_; ++i) cudaFree(allocations_[i]);
  }

  /// A new tensor with nothing written to it yet.
  Tensor tensor(std::initializer_list<int> shape) {
    const Strided view = row_major(shape);
    float* data = nullptr;
    if (count_ < kMaxTensors && element_count(view) > 0) {
      cudaMalloc(&data, element_count(view) * sizeof(float));
      allocations_[count_++] = data;
    }
    return {data, view};
  }

 private:
  float* allocations_[kMaxTensors];
  int count_ = 0;
};
