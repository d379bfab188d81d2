// What every course writes: scan, histogram, transpose, product, stencil, sort, against the host.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

constexpr int kTile = 16;

__global__ void scan_block(const int* in, int* out, int count) {
  extern __shared__ int buffer[];
  int current = 0;
  const int t = threadIdx.x;
  buffer[t] = t < count ? in[t] : 0;
  __syncthreads();
  for (int distance = 1; distance < static_cast<int>(blockDim.x); distance *= 2) {
    const int next = 1 - current;
    const int* from = buffer + current * blockDim.x;
    buffer[next * blockDim.x + t] = t >= distance ? from[t] + from[t - distance] : from[t];
    current = next;
    __syncthreads();
  }
  if (t < count) out[t] = buffer[current * blockDim.x + t];
}

__global__ void histogram(const unsigned char* data, unsigned* bins, int count) {
  __shared__ unsigned mine[64];
  for (int i = threadIdx.x; i < 64; i += blockDim.x) mine[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    atomicAdd(&mine[data[i] % 64], 1U);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < 64; i += blockDim.x) atomicAdd(&bins[i], mine[i]);
}

__global__ void transpose(const float* in, float* out, int width, int height) {
  __shared__ float tile[kTile][kTile + 1];
  const int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  const int to_x = blockIdx.y * kTile + threadIdx.x, to_y = blockIdx.x * kTile + threadIdx.y;
  if (to_x < height && to_y < width) out[to_y * height + to_x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void multiply(const float* a, const float* b, float* c, int n) {
  __shared__ float tile_a[kTile][kTile], tile_b[kTile][kTile];
  const int row = blockIdx.y * kTile + threadIdx.y, column = blockIdx.x * kTile + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += kTile) {
    const bool has_a = row < n && k + threadIdx.x < n, has_b = column < n && k + threadIdx.y < n;
    tile_a[threadIdx.y][threadIdx.x] = has_a ? a[row * n + k + threadIdx.x] : 0.0F;
    tile_b[threadIdx.y][threadIdx.x] = has_b ? b[(k + threadIdx.y) * n + column] : 0.0F;
    __syncthreads();
    for (int i = 0; i < kTile; ++i) sum += tile_a[threadIdx.y][i] * tile_b[i][threadIdx.x];
    __syncthreads();
  }
  if (row < n && column < n) c[row * n + column] = sum;
}

__global__ void softmax(const float* in, float* out, int columns) {
  __shared__ float partial[128];
  const float* row = in + blockIdx.x * columns;
  const int t = threadIdx.x;
  float most = -INFINITY;
  for (int i = t; i < columns; i += blockDim.x) most = fmaxf(most, row[i]);
  partial[t] = most;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half) partial[t] = fmaxf(partial[t], partial[t + half]);
    __syncthreads();
  }
  most = partial[0];
  __syncthreads();
  float sum = 0;
  for (int i = t; i < columns; i += blockDim.x) sum += expf(row[i] - most);
  partial[t] = sum;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half) partial[t] += partial[t + half];
    __syncthreads();
  }
  sum = partial[0];
  for (int i = t; i < columns; i += blockDim.x) {
    out[blockIdx.x * columns + i] = expf(row[i] - most) / sum;
  }
}

__global__ void bitonic_sort(int* data) {
  extern __shared__ int shared[];
  const unsigned t = threadIdx.x;
  shared[t] = data[t];
  __syncthreads();
  for (unsigned size = 2; size <= blockDim.x; size *= 2) {
    for (unsigned stride = size / 2; stride > 0; stride /= 2) {
      const unsigned partner = t ^ stride;
      if (partner > t && (shared[t] > shared[partner]) == ((t & size) == 0)) {
        const int held = shared[t];
        shared[t] = shared[partner];
        shared[partner] = held;
      }
      __syncthreads();
    }
  }
  data[t] = shared[t];
}

template <class T>
T* to_device(const std::vector<T>& host) {
  T* memory;
  cudaMalloc(&memory, host.size() * sizeof(T));
  cudaMemcpy(memory, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice);
  return memory;
}

template <class T>
std::vector<T> to_host(T* memory, size_t count) {
  std::vector<T> host(count);
  cudaMemcpy(host.data(), memory, count * sizeof(T), cudaMemcpyDeviceToHost);
  cudaFree(memory);
  return host;
}

template <class T>
void compare(const char* name, const std::vector<T>& got, const std::vector<T>& wanted,
             double tolerance = 0) {
  int wrong = 0;
  for (size_t i = 0; i < wanted.size(); ++i) {
    wrong +=
        !(std::fabs(static_cast<double>(got[i]) - static_cast<double>(wanted[i])) <= tolerance);
  }
  std::printf("%s: %s, %d wrong\n", name, cudaGetErrorName(cudaGetLastError()), wrong);
}

int main() {
  std::srand(1);
  std::vector<int> numbers(200);
  for (int& value : numbers) value = std::rand() % 100;
  int* in = to_device(numbers);
  int* out = to_device(numbers);
  scan_block<<<1, 256, 512 * sizeof(int)>>>(in, out, 200);
  std::vector<int> sums(200);
  std::partial_sum(numbers.begin(), numbers.end(), sums.begin());
  compare("scan", to_host(out, 200), sums);
  cudaFree(in);

  std::vector<unsigned char> bytes(5000);
  for (auto& value : bytes) value = static_cast<unsigned char>(std::rand());
  std::vector<unsigned> bins(64);
  unsigned* device_bins = to_device(bins);
  unsigned char* device_bytes = to_device(bytes);
  histogram<<<4, 128>>>(device_bytes, device_bins, 5000);
  for (const auto value : bytes) ++bins[value % 64];
  compare("histogram", to_host(device_bins, 64), bins);
  cudaFree(device_bytes);

  constexpr int kWidth = 50, kHeight = 37;
  std::vector<float> matrix(kWidth * kHeight), turned(kWidth * kHeight);
  for (float& value : matrix) value = static_cast<float>(std::rand() % 1000) / 250 - 2;
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) turned[x * kHeight + y] = matrix[y * kWidth + x];
  }
  float* device_matrix = to_device(matrix);
  float* device_turned = to_device(std::vector<float>(matrix.size()));
  transpose<<<dim3(4, 3), dim3(kTile, kTile)>>>(device_matrix, device_turned, kWidth, kHeight);
  compare("transpose", to_host(device_turned, turned.size()), turned);

  constexpr int kN = 33;
  std::vector<float> product(kN * kN);
  for (int i = 0; i < kN; ++i) {
    for (int j = 0; j < kN; ++j) {
      double sum = 0;
      for (int k = 0; k < kN; ++k) sum += matrix[i * kN + k] * matrix[k * kN + j];
      product[i * kN + j] = static_cast<float>(sum);
    }
  }
  float* device_product = to_device(std::vector<float>(product.size()));
  multiply<<<dim3(3, 3), dim3(kTile, kTile)>>>(device_matrix, device_matrix, device_product, kN);
  compare("product", to_host(device_product, product.size()), product, 1e-4);

  std::vector<float> shares(kWidth * kHeight);
  for (int y = 0; y < kHeight; ++y) {
    const float* row = matrix.data() + y * kWidth;
    const double most = *std::max_element(row, row + kWidth);
    double sum = 0;
    for (int x = 0; x < kWidth; ++x) sum += std::exp(row[x] - most);
    for (int x = 0; x < kWidth; ++x) {
      shares[y * kWidth + x] = static_cast<float>(std::exp(row[x] - most) / sum);
    }
  }
  float* device_shares = to_device(std::vector<float>(shares.size()));
  softmax<<<kHeight, 128>>>(device_matrix, device_shares, kWidth);
  compare("softmax", to_host(device_shares, shares.size()), shares, 1e-6);
  cudaFree(device_matrix);

  numbers.resize(128);
  int* device_numbers = to_device(numbers);
  bitonic_sort<<<1, 128, 128 * sizeof(int)>>>(device_numbers);
  std::sort(numbers.begin(), numbers.end());
  compare("sort", to_host(device_numbers, 128), numbers);
  return 0;
}
