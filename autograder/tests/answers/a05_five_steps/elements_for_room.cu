// expect: finding out_of_bounds_read
// hint: How many elements does the finding say its buffer has
// Room for a quarter of the input, and a quarter copied: the guard is not at fault.

// FILL-ME-IN(steps)
if (size == 0) return;
const int bytes = size * sizeof(float);
float* device_a = nullptr;
float* device_out = nullptr;
cudaMalloc(&device_a, size);
cudaMalloc(&device_out, bytes);
cudaMemcpy(device_a, a, size, cudaMemcpyHostToDevice);
add_ten<<<(size + 255) / 256, 256>>>(device_out, device_a, size);
cudaMemcpy(out, device_out, bytes, cudaMemcpyDeviceToHost);
cudaFree(device_a);
cudaFree(device_out);
// END(steps)
