// expect: finding instruction_limit
// points: 0-4
// The loop over the inner dimension never moves on.

// FILL-ME-IN(kernel)
  volatile float* sum = out_matrix;
  for (int k = 0; k < a_view.shape[2]; k += 0) *sum = a_matrix[0];
// END(kernel)

// FILL-ME-IN(launch)
  if (element_count(out_view) == 0) return;
  const dim3 grid(ceil_div(out_view.shape[2], kTile), ceil_div(out_view.shape[1], kTile),
                  out_view.shape[0]);
  matmul_kernel<<<grid, dim3(kTile, kTile)>>>(out, out_view, a, a_view, b, b_view);
// END(launch)
