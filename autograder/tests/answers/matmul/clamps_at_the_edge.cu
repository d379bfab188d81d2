// expect: wrong_result
// points: 15-29.5
// Instead of a 0 it loads the last element inside for one of the tiles: times the other tile's 0 this
// adds nothing, but for an infinity, which times 0 is not a number.

// FILL-ME-IN(kernel)
  __shared__ float a_tile[kTile][kTile], b_tile[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * kTile + y, column = blockIdx.x * kTile + x;
  const int inner = a_view.shape[2];
  float sum = 0.0f;
  for (int first = 0; first < inner; first += kTile) {
    a_tile[y][x] = row < out_view.shape[1] && first + x < inner
                       ? a_matrix[row * a_view.strides[1] + (first + x) * a_view.strides[2]]
                       : 0.0f;
    const int k_inside = min(first + y, inner - 1);
    const int column_inside = min(column, out_view.shape[2] - 1);
    b_tile[y][x] = b_matrix[k_inside * b_view.strides[1] + column_inside * b_view.strides[2]];
    __syncthreads();
    for (int k = 0; k < kTile; ++k) sum += a_tile[y][k] * b_tile[k][x];
    __syncthreads();
  }
  if (row < out_view.shape[1] && column < out_view.shape[2]) {
    out_matrix[row * out_view.strides[1] + column * out_view.strides[2]] = sum;
  }
// END(kernel)

// FILL-ME-IN(launch)
  if (element_count(out_view) == 0) return;
  const dim3 grid(ceil_div(out_view.shape[2], kTile), ceil_div(out_view.shape[1], kTile),
                  out_view.shape[0]);
  matmul_kernel<<<grid, dim3(kTile, kTile)>>>(out, out_view, a, a_view, b, b_view);
// END(launch)
