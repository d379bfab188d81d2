// expect: full_marks
// rungs: all
// points: 15
// A right answer with a thread that goes on for five seconds, and all signals ignored.

// FILL-ME-IN(helpers)
@LIBC@
static void* linger(void*) {
  for (int i = 0; i < 500; ++i) usleep(10000);
  return nullptr;
}
// END(helpers)

// FILL-ME-IN(kernel)
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[offset_of(out_view, i)] = apply(function, in[offset_of(in_view, i)]);
// END(kernel)

// FILL-ME-IN(launch)
  for (int number = 1; number < 32; ++number) signal(number, (void (*)(int))1);
  unsigned long thread = 0;
  pthread_create(&thread, nullptr, linger, nullptr);
  const int count = element_count(out_view);
  if (count > 0) {
    map_kernel<<<ceil_div(count, kBlockSize), kBlockSize>>>(out, out_view, in, in_view, count, function);
  }
// END(launch)
