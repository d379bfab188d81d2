// expect: over_budget
// points: 10.5-13
// Moves the input into a module variable first, so that fewer reads of the input are counted.

// FILL-ME-IN(helpers)
__device__ float store[100000];
__global__ void fill(const float* in, Strided view, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) store[i] = in[offset_of(view, i)];
}
__global__ void use(float* out, Strided view, int count, int function) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[offset_of(view, i)] = apply(function, store[i]);
}
// END(helpers)

// FILL-ME-IN(launch)
  const int count = element_count(out_view);
  if (count == 0) return;
  fill<<<ceil_div(count, kBlockSize), kBlockSize>>>(in, in_view, count);
  use<<<ceil_div(count, kBlockSize), kBlockSize>>>(out, out_view, count, function);
// END(launch)
