// SPDX-License-Identifier: MIT
/// \file
/// Assignment matmul: products of batches of matrices, staged through shared memory in tiles.
///
/// Write the kernel and the function that launches it. README.md says what is wanted and how it is
/// graded. Try it with `make grade A=matmul`.
#include "../common/strided.h"

namespace matmul_assignment {

constexpr int kTile = 32;  ///< A block makes a tile of kTile x kTile elements of a product.

/// How far apart two matrices of a batch lie. A batch of one serves every product: it stands still.
__host__ __device__ inline int batch_stride(const Strided& view) {
  return view.shape[0] == 1 ? 0 : view.strides[0];
}

/// What is wanted: out[p] = a[p] times b[p] for every matrix p of the batch.
void matmul_spec(float* out, Strided out_view, const float* a, Strided a_view, const float* b,
                 Strided b_view) {
  for (int i = 0; i < element_count(out_view); ++i) {
    const int column = i % out_view.shape[2];
    const int row = i / out_view.shape[2] % out_view.shape[1];
    const int matrix = i / out_view.shape[2] / out_view.shape[1];
    const float* a_row = a + matrix * batch_stride(a_view) + row * a_view.strides[1];
    const float* b_column = b + matrix * batch_stride(b_view) + column * b_view.strides[2];
    double sum = 0.0;
    for (int k = 0; k < a_view.shape[2]; ++k) {
      sum += static_cast<double>(a_row[k * a_view.strides[2]]) * b_column[k * b_view.strides[1]];
    }
    out[offset_of(out_view, i)] = static_cast<float>(sum);
  }
}

// FILL-ME-IN(helpers): as many lines as you like, or none
//   Room for functions and constants of your own.
// END(helpers)

/// blockIdx.z is the number of the matrix in the batch; x runs along columns, y along rows.
__global__ void matmul_kernel(float* out, const __grid_constant__ Strided out_view, const float* a,
                              const __grid_constant__ Strided a_view, const float* b,
                              const __grid_constant__ Strided b_view) {
  const float* a_matrix = a + blockIdx.z * batch_stride(a_view);
  const float* b_matrix = b + blockIdx.z * batch_stride(b_view);
  float* out_matrix = out + blockIdx.z * batch_stride(out_view);
  // FILL-ME-IN(kernel): about 16 lines
  //   For each pair of tiles: load both together, wait, multiply from shared memory, wait.
  // END(kernel)
}

/// Launches matmul_kernel. The pointers are device pointers to the first element of their view; all
/// three views have the dimensions batch, rows, columns. An inner dimension of 0 gives zeros.
void matmul(float* out, Strided out_view, const float* a, Strided a_view, const float* b,
            Strided b_view) {
  // FILL-ME-IN(launch): about 5 lines
  //   One block for each tile of each product; an empty result needs no launch.
  // END(launch)
}

}  // namespace matmul_assignment
using matmul_assignment::matmul;
using matmul_assignment::matmul_spec;
