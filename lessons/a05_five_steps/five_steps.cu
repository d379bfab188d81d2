// SPDX-License-Identifier: MIT
/// \file
/// Lesson a05_five_steps: the host program around a kernel.
///
/// You learn to bring data to the GPU, to launch, and to bring the result back. Fill in the region
/// and run `build/bin/autograder check a05_five_steps`.

/// What is wanted, in plain C++: ten more, element by element.
void five_steps_spec(float* out, const float* a, int size) {
  for (int i = 0; i < size; ++i) out[i] = a[i] + 10.0f;
}

/// The kernel of lesson a04_blocks. `out` and `a` are in the GPU's memory.
__global__ void add_ten(float* out, const float* a, int size) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size) out[i] = a[i] + 10.0f;
}

/// Runs on the host. `out` and `a` are ordinary arrays in the host's memory; a kernel cannot reach
/// them.
void five_steps(float* out, const float* a, int size) {
  // FILL-ME-IN(steps): about 12 lines
  //   1. cudaMalloc: room on the GPU for both arrays. Sizes are in bytes.
  //   2. cudaMemcpy: the input from the host to the device.
  //   3. Launch add_ten with enough blocks of 256 threads. No elements: no launch.
  //   4. cudaMemcpy: the result from the device to the host.
  //   5. cudaFree: give back what you took.
  // END(steps)
}
