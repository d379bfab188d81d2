// expect: wrong_result
// points: 5-22
// Right for add, mul, eq, max and is_close, where the order does not matter.

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
  if (i >= count) return;
  out[offset_of(out_view, i)] = apply(function, b[offset_of(b_view, i)], a[offset_of(a_view, i)]);
// END(kernel)

// FILL-ME-IN(launch)
  const int count = element_count(out_view);
  if (count == 0) return;
  zip_kernel<<<ceil_div(count, kBlockSize), kBlockSize>>>(
      out, out_view, a, broadcast_to(a_view, out_view), b, broadcast_to(b_view, out_view), count,
      function);
// END(launch)
