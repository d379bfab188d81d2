// expect: over_budget
// points: 10.5-13
// Reads by adding zero: atomics are reads and writes both.

// FILL-ME-IN(helpers)
__global__ void add_nothing(float* out, Strided out_view, const float* in, Strided in_view, int count, int function) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const unsigned bits = atomicOr((unsigned*)&in[offset_of(in_view, i)], 0u);
  out[offset_of(out_view, i)] = apply(function, __uint_as_float(bits));
}
// END(helpers)

// FILL-ME-IN(launch)
  const int count = element_count(out_view);
  if (count > 0) add_nothing<<<ceil_div(count, kBlockSize), kBlockSize>>>(out, out_view, in, in_view, count, function);
// END(launch)
