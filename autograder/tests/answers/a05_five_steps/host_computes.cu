// expect: wrong_result
// Step 3 is missing: the host copies the input through and adds by itself.

// FILL-ME-IN(steps)
if (size == 0) return;
const int bytes = size * sizeof(float);
float* device_a = nullptr;
float* device_out = nullptr;
cudaMalloc(&device_a, bytes);
cudaMalloc(&device_out, bytes);
cudaMemcpy(device_a, a, bytes, cudaMemcpyHostToDevice);
cudaMemcpy(out, device_a, bytes, cudaMemcpyDeviceToHost);
for (int i = 0; i < size; ++i) out[i] += 10.0f;
cudaFree(device_a);
cudaFree(device_out);
// END(steps)
