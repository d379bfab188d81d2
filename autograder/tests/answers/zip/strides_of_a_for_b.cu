// expect: wrong_result
// also: finding
// points: 6-18
// b is found with a's strides: right where both lie alike.

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
  out[offset_of(out_view, i)] = apply(function, a[offset_of(a_view, i)], b[offset_of(a_view, i)]);
// END(kernel)

// FILL-ME-IN(launch)
  const int count = element_count(out_view);
  if (count == 0) return;
  zip_kernel<<<ceil_div(count, kBlockSize), kBlockSize>>>(
      out, out_view, a, broadcast_to(a_view, out_view), b, broadcast_to(b_view, out_view), count,
      function);
// END(launch)
