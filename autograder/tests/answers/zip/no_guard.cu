// expect: finding out_of_bounds_write
// points: 1-20
// The threads past the last pair write as well.

// FILL-ME-IN(broadcast)
  Strided result = out_view;
  for (int d = 0; d < out_view.dims; ++d) {
    const int own = d - (out_view.dims - view.dims);
    result.strides[d] = own < 0 || view.shape[own] == 1 ? 0 : view.strides[own];
  }
  return result;
// END(broadcast)

// FILL-ME-IN(kernel)
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[offset_of(out_view, i)] = apply(function, a[offset_of(a_view, i)], b[offset_of(b_view, i)]);
// END(kernel)

// FILL-ME-IN(launch)
  const int count = element_count(out_view);
  if (count == 0) return;
  zip_kernel<<<ceil_div(count, kBlockSize), kBlockSize>>>(
      out, out_view, a, broadcast_to(a_view, out_view), b, broadcast_to(b_view, out_view), count,
      function);
// END(launch)
