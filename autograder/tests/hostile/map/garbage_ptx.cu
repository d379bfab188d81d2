// expect: wrong_result
// also: launch_error
// also: build_error
// points: 0
// Inline assembly that is none.

// FILL-ME-IN(helpers)
__global__ void broken(float* out) {
  asm volatile("this is {no} ptx; @!% .reg .b32 %%;;; ld.global.b9999 %%r1, [%%rd1+0xffffffffffffffff];");
  out[threadIdx.x] = 1;
}
// END(helpers)

// FILL-ME-IN(launch)
  broken<<<1, kBlockSize>>>(out);
// END(launch)
