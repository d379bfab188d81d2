// expect: wrong_result
// Step 4 is missing.

// FILL-ME-IN(steps)
if (size == 0) return;
const int bytes = size * sizeof(float);
float* device_a = nullptr;
float* device_out = nullptr;
cudaMalloc(&device_a, bytes);
cudaMalloc(&device_out, bytes);
cudaMemcpy(device_a, a, bytes, cudaMemcpyHostToDevice);
add_ten<<<(size + 255) / 256, 256>>>(device_out, device_a, size);
cudaFree(device_a);
cudaFree(device_out);
// END(steps)
