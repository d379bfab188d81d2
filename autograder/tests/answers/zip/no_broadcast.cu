// expect: finding out_of_bounds_read
// points: 5-20
// Passes the inputs' own views on: a smaller input is read past its end.

// FILL-ME-IN(broadcast)
  Strided result = out_view;
  for (int d = 0; d < view.dims; ++d) result.strides[d] = view.strides[d];
  return result;
// END(broadcast)

// FILL-ME-IN(kernel)
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  out[offset_of(out_view, i)] = apply(function, a[offset_of(a_view, i)], b[offset_of(b_view, i)]);
// END(kernel)

// FILL-ME-IN(launch)
  const int count = element_count(out_view);
  if (count == 0) return;
  zip_kernel<<<ceil_div(count, kBlockSize), kBlockSize>>>(
      out, out_view, a, broadcast_to(a_view, out_view), b, broadcast_to(b_view, out_view), count,
      function);
// END(launch)
