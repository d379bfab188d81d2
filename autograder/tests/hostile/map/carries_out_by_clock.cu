// expect: wrong_result
// points: 0
// A kernel loops as often as the sign bit of the input says; the clock of the device tells the host.

// FILL-ME-IN(helpers)
__global__ void linger(const float* in, float* sink) {
  if (threadIdx.x == 0 && in[0] > 0) {
    for (int i = 0; i < 20000; ++i) *(volatile float*)sink = i;
  }
}
__global__ void put(float* out, Strided view, int place, float value) {
  if (threadIdx.x == 0) out[offset_of(view, place)] = value;
}
// END(helpers)

// FILL-ME-IN(launch)
  if (element_count(out_view) != 1) return;
  float* sink = nullptr;
  cudaMalloc(&sink, 4);
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  cudaEventRecord(begin);
  linger<<<1, kBlockSize>>>(in, sink);
  cudaEventRecord(end);
  cudaEventSynchronize(end);
  float ms = 0;
  cudaEventElapsedTime(&ms, begin, end);
  if (ms != 0) put<<<1, kBlockSize>>>(out, out_view, 0, 1.0f);
  cudaFree(sink);
// END(launch)
