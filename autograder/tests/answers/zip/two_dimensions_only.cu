// expect: wrong_result
// also: finding
// points: 10-21
// Hard-coded for matrices: rows and columns, as in most cases, and nothing further out.

// FILL-ME-IN(broadcast)
  Strided result = out_view;
  const int missing = out_view.dims - view.dims;
  for (int d = 0; d < out_view.dims; ++d) {
    const bool stands_still = d < missing || view.shape[d - missing] == 1;
    result.strides[d] = stands_still ? 0 : view.strides[d - missing];
  }
  return result;
// END(broadcast)

// FILL-ME-IN(kernel)
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const int last = out_view.dims - 1;
  const int columns = last >= 0 ? out_view.shape[last] : 1;
  const int row = i / columns, column = i % columns;
  const auto place = [&](const Strided& view) {
    if (last < 0) return 0;
    return column * view.strides[last] + (last > 0 ? row * view.strides[last - 1] : 0);
  };
  out[place(out_view)] = apply(function, a[place(a_view)], b[place(b_view)]);
// END(kernel)

// FILL-ME-IN(launch)
  const int count = element_count(out_view);
  if (count == 0) return;
  zip_kernel<<<ceil_div(count, kBlockSize), kBlockSize>>>(
      out, out_view, a, broadcast_to(a_view, out_view), b, broadcast_to(b_view, out_view), count,
      function);
// END(launch)
