// expect: launch_error
// hint: How many threads can a block have
// Blocks and threads change places: right as long as the number of blocks is one that a block can have.

// FILL-ME-IN(steps)
if (size == 0) return;
const int bytes = size * sizeof(float);
float* device_a = nullptr;
float* device_out = nullptr;
cudaMalloc(&device_a, bytes);
cudaMalloc(&device_out, bytes);
cudaMemcpy(device_a, a, bytes, cudaMemcpyHostToDevice);
add_ten<<<256, (size + 255) / 256>>>(device_out, device_a, size);
cudaMemcpy(out, device_out, bytes, cudaMemcpyDeviceToHost);
cudaFree(device_a);
cudaFree(device_out);
// END(steps)
