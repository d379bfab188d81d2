// expect: wrong_result
// hint: is the answer still there when run returns?
// Keeps the first error, and lets cudaFree write over it. After a trap cudaFree fails as well, so that only a
// refused launch shows it.

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
first = cudaFree(device_a);
first = cudaFree(device_out);
return first;
// END(run)
