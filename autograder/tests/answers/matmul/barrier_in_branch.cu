// expect: finding barrier_exited_threads
// also: finding barrier_divergence
// points: 5-24
// Loading, both barriers and the sum stand inside the guard of the store: threads that stick out of
// the matrix never reach a barrier. How the compiler lays it out decides which of the two kinds it
// is; either way edges are wrong, and sizes that the tile divides are right.

// FILL-ME-IN(kernel)
  __shared__ float a_tile[kTile][kTile], b_tile[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * kTile + y, column = blockIdx.x * kTile + x;
  const int inner = a_view.shape[2];
  float sum = 0.0f;
  if (row < out_view.shape[1] && column < out_view.shape[2]) {
    for (int first = 0; first < inner; first += kTile) {
      a_tile[y][x] = first + x < inner
                         ? a_matrix[row * a_view.strides[1] + (first + x) * a_view.strides[2]]
                         : 0.0f;
      b_tile[y][x] = first + y < inner
                         ? b_matrix[(first + y) * b_view.strides[1] + column * b_view.strides[2]]
                         : 0.0f;
      __syncthreads();
      for (int k = 0; k < kTile; ++k) sum += a_tile[y][k] * b_tile[k][x];
      __syncthreads();
    }
    out_matrix[row * out_view.strides[1] + column * out_view.strides[2]] = sum;
  }
// END(kernel)

// FILL-ME-IN(launch)
  if (element_count(out_view) == 0) return;
  const dim3 grid(ceil_div(out_view.shape[2], kTile), ceil_div(out_view.shape[1], kTile),
                  out_view.shape[0]);
  matmul_kernel<<<grid, dim3(kTile, kTile)>>>(out, out_view, a, a_view, b, b_view);
// END(launch)
