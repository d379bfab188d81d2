// SPDX-License-Identifier: MIT
/// \file
/// Lesson a01_map: one thread for each element.
///
/// You learn how a kernel finds out which of its many copies it is. Fill in the region and run
/// `build/bin/autograder check a01_map`: before, it says not_attempted; after, full_marks.

/// What is wanted, in plain C++: ten more, element by element.
void map_spec(float* out, const float* a, int size) {
  for (int i = 0; i < size; ++i) out[i] = a[i] + 10.0f;
}

/// Runs once in every thread. The launch has one block with exactly as many threads as elements.
__global__ void map(float* out, const float* a) {
  // FILL-ME-IN(kernel): about 2 lines
  //   Which element is this thread's? Read it, add 10, write it.
  // END(kernel)
}
