// expect: wrong_result
// points: 0
// Kernels print the input; the host reads what was printed and has it written by a kernel.

// FILL-ME-IN(helpers)
@LIBC@
__global__ void show(const float* in, Strided view, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) printf("%a\n", in[offset_of(view, i)]);
}
__global__ void put(float* out, Strided view, int place, float value) {
  if (threadIdx.x == 0) out[offset_of(view, place)] = value;
}
// END(helpers)

// FILL-ME-IN(launch)
  const int count = element_count(out_view);
  if (count == 0) return;
  show<<<ceil_div(count, kBlockSize), kBlockSize>>>(in, in_view, count);
  cudaDeviceSynchronize();
  fflush(nullptr);
  static char text[1 << 16];
  const long bytes = pread(1, text, sizeof text - 1, 0);
  char* at = text;
  for (int i = 0; i < count && bytes > 0; ++i) {
    char* end = nullptr;
    const float x = strtof(at, &end);
    if (end == at) break;
    at = end;
    put<<<1, kBlockSize>>>(out, out_view, i, apply(function, x));
  }
// END(launch)
