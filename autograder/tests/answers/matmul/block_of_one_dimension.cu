// expect: finding out_of_bounds_read
// points: 0-3
// hint: Which values do threadIdx.x and threadIdx.y take
// 1,024 threads in one row: y is 0 for all of them, and x runs far past the tile.

// FILL-ME-IN(kernel)
  __shared__ float a_tile[kTile][kTile], b_tile[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * kTile + y, column = blockIdx.x * kTile + x;
  const int rows = out_view.shape[1], columns = out_view.shape[2], inner = a_view.shape[2];
  float sum = 0.0f;
  for (int first = 0; first < inner; first += kTile) {
    const bool in_a = row < rows && first + x < inner;
    const bool in_b = first + y < inner && column < columns;
    a_tile[y][x] = in_a ? a_matrix[row * a_view.strides[1] + (first + x) * a_view.strides[2]] : 0.0f;
    b_tile[y][x] = in_b ? b_matrix[(first + y) * b_view.strides[1] + column * b_view.strides[2]] : 0.0f;
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
  const dim3 grid(ceil_div(out_view.shape[2], kTile), ceil_div(out_view.shape[1], kTile), out_view.shape[0]);
  matmul_kernel<<<grid, kTile * kTile>>>(out, out_view, a, a_view, b, b_view);
// END(launch)
