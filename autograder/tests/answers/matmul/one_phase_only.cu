// expect: wrong_result
// points: 8-27
// hint: a tile holds 32 of them
// Multiplies the first pair of tiles and stops: right where the inner dimension fits in a tile.

// FILL-ME-IN(helpers)
__device__ float load(const float* matrix, const Strided& view, int row, int column) {
  if (row >= view.shape[1] || column >= view.shape[2]) return 0.0f;
  return matrix[row * view.strides[1] + column * view.strides[2]];
}
// END(helpers)

// FILL-ME-IN(kernel)
  __shared__ float a_tile[kTile][kTile], b_tile[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * kTile + y, column = blockIdx.x * kTile + x;
  a_tile[y][x] = load(a_matrix, a_view, row, x);
  b_tile[y][x] = load(b_matrix, b_view, y, column);
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < kTile; ++k) sum += a_tile[y][k] * b_tile[k][x];
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
