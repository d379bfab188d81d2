// SPDX-License-Identifier: MIT
/// \file
/// Lesson a06_errors: calls that fail, launches that fail, kernels that fail.
///
/// You learn to ask every call whether it worked, and to read a finding. Mend the first region,
/// fill in the second, and run `build/bin/autograder check a06_errors`.

/// What is wanted, in plain C++: 1 / a, or the number of the error that stands in the way. After an
/// error, out is as it was before.
int run_spec(float* out, const float* a, int size, int threads) {
  if (threads > 1024) return cudaErrorInvalidValue;  // no block can have so many
  for (int i = 0; i < size; ++i) {
    if (a[i] == 0.0f) return cudaErrorLaunchFailure;  // the kernel gives up
  }
  for (int i = 0; i < size; ++i) out[i] = 1.0f / a[i];
  return cudaSuccess;
}

/// One element in each thread. Gives up, and with it the whole launch, when it meets a zero.
__global__ void reciprocals(float* out, const float* a, int size) {
  // FILL-ME-IN(kernel): one line to mend
  //   There is a fault in here. Write run, below, first; the check then finds the fault.
  // SOLUTION
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size) return;
  if (a[i] == 0.0f) __trap();
  out[i] = 1.0f / a[i];
  //| const int i = blockIdx.x * blockDim.x + threadIdx.x;
  //| if (i > size) return;
  //| if (a[i] == 0.0f) __trap();  // ends the launch with an error
  //| out[i] = 1.0f / a[i];
  // END(kernel)
}

/// The five steps on host arrays, with blocks of `threads` threads. Gives cudaSuccess, which is 0,
/// or the first error. Nothing stays allocated, whatever happens.
int run(float* out, const float* a, int size, int threads) {
  // FILL-ME-IN(run): about 16 lines
  //   Ask each call. A launch returns nothing: cudaGetLastError tells whether it was refused, and
  //   cudaDeviceSynchronize whether the kernel ended well.
  // SOLUTION
  const int bytes = size * sizeof(float);
  float* device_a = nullptr;
  float* device_out = nullptr;
  cudaError_t error = cudaMalloc(&device_a, bytes);
  if (error == cudaSuccess) error = cudaMalloc(&device_out, bytes);
  if (error == cudaSuccess) error = cudaMemcpy(device_a, a, bytes, cudaMemcpyHostToDevice);
  if (error == cudaSuccess) {
    reciprocals<<<(size + threads - 1) / threads, threads>>>(device_out, device_a, size);
    error = cudaGetLastError();
  }
  if (error == cudaSuccess) error = cudaDeviceSynchronize();
  if (error == cudaSuccess) error = cudaMemcpy(out, device_out, bytes, cudaMemcpyDeviceToHost);
  cudaFree(device_out);
  cudaFree(device_a);
  return error;
  //| return cudaSuccess;
  // END(run)
}
