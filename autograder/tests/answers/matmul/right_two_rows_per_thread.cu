// expect: full_marks
// points: 30
// Tiles of 32 x 32 made by 32 x 16 threads: each loads two elements of each tile and keeps two sums.

// FILL-ME-IN(helpers)
__device__ float load(const float* matrix, const Strided& view, int row, int column) {
  if (row >= view.shape[1] || column >= view.shape[2]) return 0.0f;
  return matrix[row * view.strides[1] + column * view.strides[2]];
}
// END(helpers)

// FILL-ME-IN(kernel)
  __shared__ float a_tile[kTile][kTile], b_tile[kTile][kTile];
  const int x = threadIdx.x, column = blockIdx.x * kTile + x;
  const int y[2] = {static_cast<int>(threadIdx.y), static_cast<int>(threadIdx.y) + kTile / 2};
  float sum[2] = {0.0f, 0.0f};
  for (int first = 0; first < a_view.shape[2]; first += kTile) {
    for (int r = 0; r < 2; ++r) {
      a_tile[y[r]][x] = load(a_matrix, a_view, blockIdx.y * kTile + y[r], first + x);
      b_tile[y[r]][x] = load(b_matrix, b_view, first + y[r], column);
    }
    __syncthreads();
    for (int k = 0; k < kTile; ++k) {
      for (int r = 0; r < 2; ++r) sum[r] += a_tile[y[r]][k] * b_tile[k][x];
    }
    __syncthreads();
  }
  for (int r = 0; r < 2; ++r) {
    const int row = blockIdx.y * kTile + y[r];
    if (row < out_view.shape[1] && column < out_view.shape[2]) {
      out_matrix[row * out_view.strides[1] + column * out_view.strides[2]] = sum[r];
    }
  }
// END(kernel)

// FILL-ME-IN(launch)
  if (element_count(out_view) == 0) return;
  const dim3 grid(ceil_div(out_view.shape[2], kTile), ceil_div(out_view.shape[1], kTile),
                  out_view.shape[0]);
  matmul_kernel<<<grid, dim3(kTile, kTile / 2)>>>(out, out_view, a, a_view, b, b_view);
// END(launch)
