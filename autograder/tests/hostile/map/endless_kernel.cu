// expect: finding instruction_limit
// also: timed_out
// points: 0
// No kernel comes to its end.

// FILL-ME-IN(helpers)
__global__ void forever(float* out) {
  volatile float* first = out;
  while (*first != 123456.0f) *first = 1.0f;
}
// END(helpers)

// FILL-ME-IN(launch)
  forever<<<4, kBlockSize>>>(out);
// END(launch)
