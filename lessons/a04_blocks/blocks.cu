// SPDX-License-Identifier: MIT
/// \file
/// Lesson a04_blocks: many blocks, and a thread's number in the whole launch.
///
/// You learn to find your element when the launch has several blocks. Fill in the region and run
/// `build/bin/autograder check a04_blocks`: before, it says not_attempted; after, full_marks.

/// What is wanted, in plain C++: ten more, element by element.
void blocks_spec(float* out, const float* a, int size) {
  for (int i = 0; i < size; ++i) out[i] = a[i] + 10.0f;
}

/// Runs once in every thread of every block. Together they have at least `size` threads.
__global__ void blocks(float* out, const float* a, int size) {
  // FILL-ME-IN(kernel): about 2 lines
  //   How many threads are there in the blocks before this one? Guard the rest.
  // END(kernel)
}
