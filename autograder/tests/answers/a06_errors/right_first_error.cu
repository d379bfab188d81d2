// expect: full_marks
// A lambda that remembers the first error. The last copy waits for the kernel and gives its error.

// FILL-ME-IN(kernel)
const int i = blockIdx.x * blockDim.x + threadIdx.x;
if (i >= size) return;
const float value = a[i];
if (value == 0.0f) __trap();
out[i] = 1.0f / value;
// END(kernel)
// FILL-ME-IN(run)
const int bytes = size * sizeof(float);
float* device_a = nullptr;
float* device_out = nullptr;
cudaError_t first = cudaSuccess;
const auto keep = [&first](cudaError_t error) {
  if (first == cudaSuccess) first = error;
};
keep(cudaMalloc(&device_a, bytes));
keep(cudaMalloc(&device_out, bytes));
keep(cudaMemcpy(device_a, a, bytes, cudaMemcpyHostToDevice));
if (first == cudaSuccess) {
  reciprocals<<<(size + threads - 1) / threads, threads>>>(device_out, device_a, size);
  keep(cudaGetLastError());
}
if (first == cudaSuccess) keep(cudaMemcpy(out, device_out, bytes, cudaMemcpyDeviceToHost));
cudaFree(device_a);
cudaFree(device_out);
return first;
// END(run)
