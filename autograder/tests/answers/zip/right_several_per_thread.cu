// expect: full_marks
// points: 25
// Every thread computes up to four pairs, a block apart.

// FILL-ME-IN(broadcast)
  Strided result = out_view;
  for (int d = 0; d < out_view.dims; ++d) {
    const int own = d - (out_view.dims - view.dims);
    result.strides[d] = own < 0 || view.shape[own] == 1 ? 0 : view.strides[own];
  }
  return result;
// END(broadcast)

// FILL-ME-IN(kernel)
  const int first = blockIdx.x * 4 * blockDim.x + threadIdx.x;
  for (int k = 0; k < 4; ++k) {
    const int i = first + k * blockDim.x;
    if (i < count) {
      out[offset_of(out_view, i)] = apply(function, a[offset_of(a_view, i)], b[offset_of(b_view, i)]);
    }
  }
// END(kernel)

// FILL-ME-IN(launch)
  const int count = element_count(out_view);
  if (count == 0) return;
  zip_kernel<<<ceil_div(count, 4 * kBlockSize), kBlockSize>>>(
      out, out_view, a, broadcast_to(a_view, out_view), b, broadcast_to(b_view, out_view), count,
      function);
// END(launch)
