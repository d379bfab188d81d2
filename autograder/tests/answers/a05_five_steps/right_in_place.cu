// expect: full_marks
// One buffer for both: each thread reads its element before it writes it.

// FILL-ME-IN(steps)
float* data = nullptr;
cudaMalloc(&data, size * sizeof(float));
cudaMemcpy(data, a, size * sizeof(float), cudaMemcpyHostToDevice);
if (size > 0) add_ten<<<(size + 127) / 128, 128>>>(data, data, size);
cudaDeviceSynchronize();
cudaMemcpy(out, data, size * sizeof(float), cudaMemcpyDefault);
cudaFree(data);
// END(steps)
