// expect: finding out_of_bounds_read
// The second region is right; the fault that the skeleton ships with is still in the kernel.

// FILL-ME-IN(run)
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
// END(run)
