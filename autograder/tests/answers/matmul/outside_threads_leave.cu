// expect: finding barrier_exited_threads
// points: 2-22
// Threads past the edge return before the loop: nobody loads their part of the tiles, and the
// barriers wait for threads that are gone.

// FILL-ME-IN(kernel)
  __shared__ float a_tile[kTile][kTile], b_tile[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * kTile + y, column = blockIdx.x * kTile + x;
  if (row >= out_view.shape[1] || column >= out_view.shape[2]) return;
  const int inner = a_view.shape[2];
  float sum = 0.0f;
  for (int first = 0; first < inner; first += kTile) {
    if (first + x < inner) {
      a_tile[y][x] = a_matrix[row * a_view.strides[1] + (first + x) * a_view.strides[2]];
    }
    if (first + y < inner) {
      b_tile[y][x] = b_matrix[(first + y) * b_view.strides[1] + column * b_view.strides[2]];
    }
    __syncthreads();
    for (int k = 0; k < kTile && first + k < inner; ++k) sum += a_tile[y][k] * b_tile[k][x];
    __syncthreads();
  }
  out_matrix[row * out_view.strides[1] + column * out_view.strides[2]] = sum;
// END(kernel)

// FILL-ME-IN(launch)
  if (element_count(out_view) == 0) return;
  const dim3 grid(ceil_div(out_view.shape[2], kTile), ceil_div(out_view.shape[1], kTile),
                  out_view.shape[0]);
  matmul_kernel<<<grid, dim3(kTile, kTile)>>>(out, out_view, a, a_view, b, b_view);
// END(launch)
