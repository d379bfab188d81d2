// expect: over_budget
// points: 17-21
// One thread walks over everything: as many reads as a good answer, but each one alone in its warp
// touches a sector of its own.

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
  if (threadIdx.x > 0) return;
  for (int i = 0; i < count; ++i) {
    out[offset_of(out_view, i)] = apply(function, a[offset_of(a_view, i)], b[offset_of(b_view, i)]);
  }
// END(kernel)

// FILL-ME-IN(launch)
  const int count = element_count(out_view);
  if (count == 0) return;
  zip_kernel<<<1, kBlockSize>>>(
      out, out_view, a, broadcast_to(a_view, out_view), b, broadcast_to(b_view, out_view), count,
      function);
// END(launch)
