// SPDX-License-Identifier: MIT
/// \file
/// Lesson a07_map_2d: a matrix, and threads in two directions.
///
/// You learn where an element of a matrix lies in memory, and that x is the column. Fill in the
/// region and run `build/bin/autograder check a07_map_2d`.

/// What is wanted, in plain C++: ten more. The matrix has `size` rows and `size` columns and lies
/// in memory row after row.
void map_2d_spec(float* out, const float* a, int size) {
  for (int row = 0; row < size; ++row) {
    for (int col = 0; col < size; ++col) {
      out[row * size + col] = a[row * size + col] + 10.0f;
    }
  }
}

/// The launch has one block, with at least `size` threads in either direction.
__global__ void map_2d(float* out, const float* a, int size) {
  // FILL-ME-IN(kernel): about 4 lines
  //   Column and row of this thread, a guard for both, and the place in memory.
  // SOLUTION
  const int col = threadIdx.x;
  const int row = threadIdx.y;
  const int i = row * size + col;
  if (row < size && col < size) out[i] = a[i] + 10.0f;
  // END(kernel)
}
