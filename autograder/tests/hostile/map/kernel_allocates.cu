// expect: wrong_result
// also: launch_error
// also: finding
// also: build_error
// points: 0
// Kernels that ask for memory, a host that asks for a terabyte.

// FILL-ME-IN(helpers)
__global__ void grab(float** sink) {
  for (int i = 0; i < 100; ++i) *sink = (float*)malloc(1 << 20);
}
// END(helpers)

// FILL-ME-IN(launch)
  float** sink = nullptr;
  void* huge = nullptr;
  cudaMalloc(&huge, 1ull << 40);
  for (int i = 0; i < 100; ++i) cudaMalloc(&huge, 1ull << 30);
  cudaGetLastError();
  cudaMalloc(&sink, 8);
  grab<<<1, kBlockSize>>>(sink);
// END(launch)
