// expect: wrong_result
// points: 12-27
// hint: grid.z is the batch
// The grid forgets the batch: only the first product is made.

// FILL-ME-IN(helpers)
__device__ float element_or_zero(const float* matrix, const Strided& view, int row, int column) {
  const bool inside = row < view.shape[1] && column < view.shape[2];
  return inside ? matrix[row * view.strides[1] + column * view.strides[2]] : 0.0f;
}
// END(helpers)

// FILL-ME-IN(kernel)
  __shared__ float a_tile[kTile][kTile], b_tile[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * kTile + y, column = blockIdx.x * kTile + x;
  float sum = 0.0f;
  for (int first = 0; first < a_view.shape[2]; first += kTile) {
    a_tile[y][x] = element_or_zero(a_matrix, a_view, row, first + x);
    b_tile[y][x] = element_or_zero(b_matrix, b_view, first + y, column);
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
  const dim3 grid(ceil_div(out_view.shape[2], kTile), ceil_div(out_view.shape[1], kTile));
  matmul_kernel<<<grid, dim3(kTile, kTile)>>>(out, out_view, a, a_view, b, b_view);
// END(launch)
