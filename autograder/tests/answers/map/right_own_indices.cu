// expect: full_marks
// points: 15
// Computes both places in one loop of its own instead of two calls of offset_of.

// FILL-ME-IN(helpers)
struct Places {
  int in = 0;
  int out = 0;
};

__device__ Places places_of(const Strided& out_view, const Strided& in_view, int index) {
  Places places;
  for (int d = out_view.dims - 1; d >= 0; --d) {
    const int coordinate = index % out_view.shape[d];
    index /= out_view.shape[d];
    places.in += coordinate * in_view.strides[d];
    places.out += coordinate * out_view.strides[d];
  }
  return places;
}
// END(helpers)

// FILL-ME-IN(kernel)
  const int i = threadIdx.x + blockIdx.x * kBlockSize;
  if (i < count) {
    const Places at = places_of(out_view, in_view, i);
    out[at.out] = apply(function, in[at.in]);
  }
// END(kernel)

// FILL-ME-IN(launch)
  const int count = element_count(in_view);
  const int blocks = (count + kBlockSize - 1) / kBlockSize;
  if (blocks != 0) map_kernel<<<blocks, kBlockSize>>>(out, out_view, in, in_view, count, function);
// END(launch)
