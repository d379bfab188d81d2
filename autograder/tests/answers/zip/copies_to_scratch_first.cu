// expect: over_budget
// points: 17-22
// Right, but writes a broadcast copy of both inputs before it starts: twice the reads, three times
// the writes.

// FILL-ME-IN(helpers)
__global__ void expand(float* out, const float* in, const __grid_constant__ Strided view, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[offset_of(view, i)];
}
// END(helpers)

// FILL-ME-IN(broadcast)
  Strided result = out_view;
  for (int d = 0; d < out_view.dims; ++d) {
    const int own = d - (out_view.dims - view.dims);
    result.strides[d] = own < 0 || view.shape[own] == 1 ? 0 : view.strides[own];
  }
  return result;
// END(broadcast)

// FILL-ME-IN(kernel)
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[offset_of(out_view, i)] = apply(function, a[i], b[i]);
// END(kernel)

// FILL-ME-IN(launch)
  const int count = element_count(out_view);
  if (count == 0) return;
  const int blocks = ceil_div(count, kBlockSize);
  float* copies = nullptr;
  cudaMalloc(&copies, 2 * count * sizeof(float));
  expand<<<blocks, kBlockSize>>>(copies, a, broadcast_to(a_view, out_view), count);
  expand<<<blocks, kBlockSize>>>(copies + count, b, broadcast_to(b_view, out_view), count);
  zip_kernel<<<blocks, kBlockSize>>>(out, out_view, copies, a_view, copies + count, b_view, count,
                                     function);
  cudaFree(copies);
// END(launch)
