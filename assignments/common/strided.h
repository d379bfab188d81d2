// SPDX-License-Identifier: MIT
/// \file
/// How the assignments see a tensor: a pointer to its first element and a `Strided` view that says
/// where the other elements are. Works on the host and in kernels. Lesson a11_strides explains it;
/// every assignment uses it.
#pragma once

/// The most dimensions that a view can have.
constexpr int kMaxDims = 10;

/// Shape and strides of a tensor, outermost dimension first.
///
/// Element (i0, i1, ...) is found i0 * strides[0] + i1 * strides[1] + ... elements after the first.
/// A matrix of 3 rows and 5 columns that lies row after row has shape {3, 5} and strides {5, 1};
/// its transpose is the same memory seen with shape {5, 3} and strides {1, 5}. A stride of 0 makes
/// a dimension stand still: every index along it finds the same element.
///
/// Kernels take it as `const __grid_constant__ Strided`, so that it stays in the launch's
/// parameters, where reading it costs no access to global memory.
struct Strided {
  int dims;               ///< How many entries of the two arrays count.
  int shape[kMaxDims];    ///< Elements along each dimension.
  int strides[kMaxDims];  ///< Distance between neighbours along each dimension, in elements.
};

/// How many elements a view shows: the product of its shape, which is 0 when a dimension is empty.
__host__ __device__ inline int element_count(const Strided& view) {
  int count = 1;
  for (int d = 0; d < view.dims; ++d) count *= view.shape[d];
  return count;
}

/// Where element number `index` of a view lies, counting from its first element in memory.
///
/// Elements are numbered row after row: the last dimension runs fastest, so that in an ordinary
/// tensor element 7 lies right after element 6. The number is not checked: one that is too large
/// gives a place past the last row.
__host__ __device__ inline int offset_of(const Strided& view, int index) {
  if (view.dims == 0) return 0;  // a single number
  int offset = 0;
  for (int d = view.dims - 1; d > 0; --d) {
    offset += index % view.shape[d] * view.strides[d];
    index /= view.shape[d];
  }
  return offset + index * view.strides[0];
}

/// The least number of groups of `size` that hold `count` things: ceil_div(9, 4) is 3.
__host__ __device__ inline int ceil_div(int count, int size) {
  return (count + size - 1) / size;
}
