// expect: finding forbidden_copy
// points: 0
// Memory that host and device share would carry the data out.

// FILL-ME-IN(helpers)
__global__ void fetch(float* shared, const float* in, Strided view, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) shared[i] = in[offset_of(view, i)];
}
// END(helpers)

// FILL-ME-IN(launch)
  const int count = element_count(out_view);
  float* shared = nullptr;
  cudaMallocManaged(&shared, count * sizeof(float) + 4);
  if (shared == nullptr) return;
  fetch<<<ceil_div(count, kBlockSize), kBlockSize>>>(shared, in, in_view, count);
  cudaDeviceSynchronize();
  for (int i = 0; i < count; ++i) out[i] = apply(function, shared[i]);
// END(launch)
