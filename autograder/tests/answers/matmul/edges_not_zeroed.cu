// expect: finding uninitialized_read
// points: 2-22
// Guards every load, but leaves the rest of the tile as it was.

// FILL-ME-IN(kernel)
  __shared__ float a_tile[kTile][kTile], b_tile[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * kTile + y, column = blockIdx.x * kTile + x;
  const int rows = out_view.shape[1], columns = out_view.shape[2], inner = a_view.shape[2];
  float sum = 0.0f;
  for (int first = 0; first < inner; first += kTile) {
    if (row < rows && first + x < inner) {
      a_tile[y][x] = a_matrix[row * a_view.strides[1] + (first + x) * a_view.strides[2]];
    }
    if (first + y < inner && column < columns) {
      b_tile[y][x] = b_matrix[(first + y) * b_view.strides[1] + column * b_view.strides[2]];
    }
    __syncthreads();
    for (int k = 0; k < kTile; ++k) sum += a_tile[y][k] * b_tile[k][x];
    __syncthreads();
  }
  if (row < rows && column < columns) {
    out_matrix[row * out_view.strides[1] + column * out_view.strides[2]] = sum;
  }
// END(kernel)

// FILL-ME-IN(launch)
  if (element_count(out_view) == 0) return;
  const dim3 grid(ceil_div(out_view.shape[2], kTile), ceil_div(out_view.shape[1], kTile),
                  out_view.shape[0]);
  matmul_kernel<<<grid, dim3(kTile, kTile)>>>(out, out_view, a, a_view, b, b_view);
// END(launch)
