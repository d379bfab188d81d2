// expect: timed_out
// also: finding instruction_limit
// points: 0
// Two thousand million blocks.

// FILL-ME-IN(helpers)
__global__ void nothing(float* out, int count) {
  if (blockIdx.x < 0x7ffffff0u) return;
  if (count > 0) out[0] = 1;
}
// END(helpers)

// FILL-ME-IN(launch)
  nothing<<<0x7fffffff, kBlockSize>>>(out, element_count(out_view));
// END(launch)
