// expect: full_marks
// points: 15
// A right answer that leaves something endless for the end of the process.

// FILL-ME-IN(helpers)
@LIBC@
struct Late {
  ~Late() { sleep(5); }
};
static Late late;
__attribute__((destructor)) static void later() { sleep(5); }
// END(helpers)

// FILL-ME-IN(kernel)
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[offset_of(out_view, i)] = apply(function, in[offset_of(in_view, i)]);
// END(kernel)

// FILL-ME-IN(launch)
  atexit([] { sleep(5); });
  const int count = element_count(out_view);
  if (count > 0) {
    map_kernel<<<ceil_div(count, kBlockSize), kBlockSize>>>(out, out_view, in, in_view, count, function);
  }
// END(launch)
