// expect: full_marks
// points: 30
// Tiles of 16 x 16 where the reference has 32 x 32: twice the reads, which the budget allows.

// FILL-ME-IN(helpers)
__device__ float element_or_zero(const float* matrix, const Strided& view, int row, int column) {
  const bool inside = row < view.shape[1] && column < view.shape[2];
  return inside ? matrix[row * view.strides[1] + column * view.strides[2]] : 0.0f;
}
constexpr int kWidth = 16;
// END(helpers)

// FILL-ME-IN(kernel)
  __shared__ float a_tile[kWidth][kWidth], b_tile[kWidth][kWidth];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * kWidth + y, column = blockIdx.x * kWidth + x;
  float sum = 0.0f;
  for (int first = 0; first < a_view.shape[2]; first += kWidth) {
    a_tile[y][x] = element_or_zero(a_matrix, a_view, row, first + x);
    b_tile[y][x] = element_or_zero(b_matrix, b_view, first + y, column);
    __syncthreads();
    for (int k = 0; k < kWidth; ++k) sum += a_tile[y][k] * b_tile[k][x];
    __syncthreads();
  }
  if (row < out_view.shape[1] && column < out_view.shape[2]) {
    out_matrix[row * out_view.strides[1] + column * out_view.strides[2]] = sum;
  }
// END(kernel)

// FILL-ME-IN(launch)
  if (element_count(out_view) == 0) return;
  const dim3 grid(ceil_div(out_view.shape[2], kWidth), ceil_div(out_view.shape[1], kWidth),
                  out_view.shape[0]);
  matmul_kernel<<<grid, dim3(kWidth, kWidth)>>>(out, out_view, a, a_view, b, b_view);
// END(launch)
