// expect: finding forbidden_copy
// points: 0
// Computes on the host and lets a kernel write what came out.

// FILL-ME-IN(helpers)
__global__ void put(float* out, Strided view, int place, float value) {
  if (threadIdx.x == 0) out[offset_of(view, place)] = value;
}
// END(helpers)

// FILL-ME-IN(launch)
  const int count = element_count(out_view);
  float* mine = nullptr;
  cudaMalloc(&mine, count * sizeof(float) + 4);
  cudaMemcpy(mine, in, count * sizeof(float), cudaMemcpyDeviceToDevice);
  static float x[100000];
  cudaMemcpy(x, mine, count * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < count && i < 300; ++i) {
    put<<<1, kBlockSize>>>(out, out_view, i, apply(function, x[i]));
  }
  cudaFree(mine);
// END(launch)
