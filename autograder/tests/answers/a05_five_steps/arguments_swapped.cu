// expect: finding uninitialized_read
// hint: is it the one that the input was copied to?
// The kernel reads the buffer that is meant for the result.

// FILL-ME-IN(steps)
if (size == 0) return;
const int bytes = size * sizeof(float);
float* device_a = nullptr;
float* device_out = nullptr;
cudaMalloc(&device_a, bytes);
cudaMalloc(&device_out, bytes);
cudaMemcpy(device_a, a, bytes, cudaMemcpyHostToDevice);
add_ten<<<(size + 255) / 256, 256>>>(device_a, device_out, size);
cudaMemcpy(out, device_out, bytes, cudaMemcpyDeviceToHost);
cudaFree(device_a);
cudaFree(device_out);
// END(steps)
