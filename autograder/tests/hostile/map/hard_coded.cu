// expect: wrong_result
// points: 0
// Knows the sizes of the visible cases and writes numbers that fitted once.

// FILL-ME-IN(helpers)
__global__ void table(float* out, Strided view, int count, float value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[offset_of(view, i)] = value;
}
// END(helpers)

// FILL-ME-IN(launch)
  const int count = element_count(out_view);
  if (count == 0) return;
  const float value = count == 1 ? 0.7310586f : count == 255 ? 0.5f : 1.0f;
  table<<<ceil_div(count, kBlockSize), kBlockSize>>>(out, out_view, count, value);
// END(launch)
