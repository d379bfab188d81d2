// SPDX-License-Identifier: MIT
/// \file
/// Lesson a03_guard: more threads than elements.
///
/// You learn to send home the threads that have nothing to do. Fill in the region and run
/// `build/bin/autograder check a03_guard`: before, it says not_attempted; after, full_marks.

/// What is wanted, in plain C++: ten more, element by element.
void guard_spec(float* out, const float* a, int size) {
  for (int i = 0; i < size; ++i) out[i] = a[i] + 10.0f;
}

/// Runs once in every thread. The launch has one block with at least `size` threads, often more.
__global__ void guard(float* out, const float* a, int size) {
  // FILL-ME-IN(kernel): about 2 lines
  //   As in a01_map, but only where there is an element.
  // END(kernel)
}
