// SPDX-License-Identifier: MIT
/// \file
/// Lesson c01_shared: memory that a block shares, and the barrier.
///
/// You learn to fetch something once and use it from several threads. Fill in the region and run
/// `build/bin/autograder check c01_shared`: before, it says not_attempted; after, full_marks.

constexpr int kBlockSize = 128;  ///< Threads of a block in every launch.

/// What is wanted, in plain C++: differences of neighbours. The first element of every piece of
/// kBlockSize stays as it is, so that each piece can be put together again without the others.
void shared_spec(float* out, const float* a, int size) {
  for (int i = 0; i < size; ++i) {
    const bool first = i % kBlockSize == 0;
    out[i] = first ? a[i] : a[i] - a[i - 1];
  }
}

/// Blocks of kBlockSize threads, one thread for each element; the last block is not always full.
__global__ void shared(float* out, const float* a, int size) {
  __shared__ float cache[kBlockSize];  // one for each block, seen by all of its threads
  // FILL-ME-IN(kernel): about 6 lines
  //   Each thread fetches its own element into cache; wait; then each looks at its neighbour's.
  // SOLUTION
  const int i = blockIdx.x * kBlockSize + threadIdx.x;
  const float own = i < size ? a[i] : 0.0f;
  cache[threadIdx.x] = own;
  __syncthreads();  // every thread of the block has written its cell
  if (i < size) out[i] = threadIdx.x == 0 ? own : own - cache[threadIdx.x - 1];
  //| (void)cache;  // only keeps the compiler from complaining: it may go
  // END(kernel)
}
