// expect: over_budget
// points: 21-26
// One thread for each element, both matrices read from global memory in the inner loop: right, so
// the correctness points stay. The smallest cases cannot tell it from a tiled kernel.

// FILL-ME-IN(kernel)
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= out_view.shape[1] || column >= out_view.shape[2]) return;
  float sum = 0.0f;
  for (int k = 0; k < a_view.shape[2]; ++k) {
    sum += a_matrix[row * a_view.strides[1] + k * a_view.strides[2]] *
           b_matrix[k * b_view.strides[1] + column * b_view.strides[2]];
  }
  out_matrix[row * out_view.strides[1] + column * out_view.strides[2]] = sum;
// END(kernel)

// FILL-ME-IN(launch)
  if (element_count(out_view) == 0) return;
  const dim3 grid(ceil_div(out_view.shape[2], kTile), ceil_div(out_view.shape[1], kTile),
                  out_view.shape[0]);
  matmul_kernel<<<grid, dim3(kTile, kTile)>>>(out, out_view, a, a_view, b, b_view);
// END(launch)
