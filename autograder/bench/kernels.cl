// SPDX-License-Identifier: MIT
// The kernels of kernels.cu once more in OpenCL C, for the peers that `make bench` times beside us.

kernel void naive(global float* c, global const float* a, global const float* b, int n) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= n || y >= n) return;
  float sum = 0.0f;
  for (int k = 0; k < n; ++k) sum += a[y * n + k] * b[k * n + x];
  c[y * n + x] = sum;
}

kernel void tiled(global float* c, global const float* a, global const float* b, int n) {
  local float as[16][16], bs[16][16];
  const int u = get_local_id(0), v = get_local_id(1);
  const int x = get_group_id(0) * 16 + u, y = get_group_id(1) * 16 + v;
  float sum = 0.0f;
  for (int p = 0; p < n; p += 16) {
    as[v][u] = a[y * n + p + u];
    bs[v][u] = b[(p + v) * n + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 16; ++k) sum += as[v][k] * bs[k][u];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[y * n + x] = sum;
}

kernel void reduce(global float* sums, global const float* in, int n) {
  local float part[256];
  const int t = get_local_id(0), i = get_global_id(0);
  part[t] = i < n ? in[i] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int half_size = 128; half_size > 0; half_size /= 2) {
    if (t < half_size) part[t] += part[t + half_size];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0) sums[get_group_id(0)] = part[0];
}

kernel void transpose(global float* out, global const float* in, int n) {
  local float tile[32][33];
  const int t = get_local_id(0), r = get_local_id(1);
  const int x = get_group_id(0) * 32 + t, y = get_group_id(1) * 32 + r;
  for (int j = 0; j < 32; j += 8) tile[r + j][t] = in[(y + j) * n + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  const int u = get_group_id(1) * 32 + t, v = get_group_id(0) * 32 + r;
  for (int j = 0; j < 32; j += 8) out[(v + j) * n + u] = tile[t][r + j];
}

kernel void histogram(global unsigned* counts, global const unsigned* in, int n) {
  local unsigned mine[256];
  const int t = get_local_id(0);
  mine[t] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) atomic_inc(&mine[in[i] % 256]);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&counts[t], mine[t]);
}

kernel void sparse(global float* y, global const int* starts, global const int* columns,
                   global const float* values, global const float* x, int rows) {
  const int row = get_global_id(0);
  if (row >= rows) return;
  float sum = 0.0f;
  for (int i = starts[row]; i < starts[row + 1]; ++i) sum += values[i] * x[columns[i]];
  y[row] = sum;
}

kernel void scan(global float* out, global const float* in, int n) {
  local float sums[2][256];
  const int t = get_local_id(0), i = get_global_id(0);
  int from = 0;
  sums[0][t] = i < n ? in[i] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 1; step < 256; step *= 2, from ^= 1) {
    sums[from ^ 1][t] = sums[from][t] + (t >= step ? sums[from][t - step] : 0.0f);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i < n) out[i] = sums[from][t];
}
