// expect: wrong_result
// also: finding
// points: 12-24
// Takes every matrix for one that lies row after row: right but for transposed views and gaps.

// FILL-ME-IN(kernel)
  __shared__ float a_tile[kTile][kTile], b_tile[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * kTile + y, column = blockIdx.x * kTile + x;
  const int inner = a_view.shape[2];
  float sum = 0.0f;
  for (int first = 0; first < inner; first += kTile) {
    a_tile[y][x] = row < out_view.shape[1] && first + x < inner
                       ? a_matrix[row * inner + first + x]
                       : 0.0f;
    b_tile[y][x] = column < out_view.shape[2] && first + y < inner
                       ? b_matrix[(first + y) * out_view.shape[2] + column]
                       : 0.0f;
    __syncthreads();
    for (int k = 0; k < kTile; ++k) sum += a_tile[y][k] * b_tile[k][x];
    __syncthreads();
  }
  if (row < out_view.shape[1] && column < out_view.shape[2]) {
    out_matrix[row * out_view.shape[2] + column] = sum;
  }
// END(kernel)

// FILL-ME-IN(launch)
  if (element_count(out_view) == 0) return;
  const dim3 grid(ceil_div(out_view.shape[2], kTile), ceil_div(out_view.shape[1], kTile),
                  out_view.shape[0]);
  matmul_kernel<<<grid, dim3(kTile, kTile)>>>(out, out_view, a, a_view, b, b_view);
// END(launch)
