// SPDX-License-Identifier: MIT
/// \file
/// Lesson a10_broadcast: a column and a row make a matrix.
///
/// You learn that many threads may read the same element, and what it costs. Fill in the region and
/// run `build/bin/autograder check a10_broadcast`.

/// What is wanted, in plain C++: every element of the column `a` plus every element of the row `b`.
void broadcast_spec(float* out, const float* a, const float* b, int rows, int cols) {
  for (int row = 0; row < rows; ++row) {
    for (int col = 0; col < cols; ++col) out[row * cols + col] = a[row] + b[col];
  }
}

/// The launch covers a matrix of `rows` rows and `cols` columns with blocks; x is the column.
__global__ void broadcast(float* out, const float* a, const float* b, int rows, int cols) {
  // FILL-ME-IN(kernel): about 4 lines
  //   Column and row of this thread, a guard for both. Which of the two does each input need?
  // SOLUTION
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) out[row * cols + col] = a[row] + b[col];
  // END(kernel)
}
