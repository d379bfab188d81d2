// expect: full_marks
// points: 25
// Leaves broadcast_to alone and finds the places of all three elements inside the kernel.

// FILL-ME-IN(helpers)
__device__ int place(const Strided& view, const Strided& shape_of, int index) {
  int offset = 0;
  for (int d = shape_of.dims - 1, own = view.dims - 1; own >= 0; --d, --own) {
    if (view.shape[own] != 1) offset += index % shape_of.shape[d] * view.strides[own];
    index /= shape_of.shape[d];
  }
  return offset;
}
// END(helpers)

// FILL-ME-IN(kernel)
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    out[offset_of(out_view, i)] =
        apply(function, a[place(a_view, out_view, i)], b[place(b_view, out_view, i)]);
  }
// END(kernel)

// FILL-ME-IN(launch)
  const int count = element_count(out_view);
  if (count == 0) return;
  zip_kernel<<<ceil_div(count, kBlockSize), kBlockSize>>>(out, out_view, a, a_view, b, b_view, count,
                                                          function);
// END(launch)
