// expect: finding memory_not_freed
// Returns where the launch was refused, before it frees.

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
cudaMalloc(&device_a, bytes);
cudaMalloc(&device_out, bytes);
cudaMemcpy(device_a, a, bytes, cudaMemcpyHostToDevice);
reciprocals<<<(size + threads - 1) / threads, threads>>>(device_out, device_a, size);
cudaError_t error = cudaGetLastError();
if (error != cudaSuccess) return error;
error = cudaMemcpy(out, device_out, bytes, cudaMemcpyDeviceToHost);
cudaFree(device_out);
cudaFree(device_a);
return error;
// END(run)
