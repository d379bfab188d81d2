// Copies and memsets in one, two and three dimensions, pitched memory, symbols.
#include <cstdio>
#include <cstring>

__constant__ int constants[4];
__device__ int variable[8] = {1, 2, 3};

__global__ void sum_rows(const char* image, size_t pitch, int width, int height, int* sums) {
  const int row = threadIdx.x;
  if (row >= height) return;
  const int* line = reinterpret_cast<const int*>(image + row * pitch);
  int sum = 0;
  for (int i = 0; i < width; ++i) sum += line[i];
  sums[row] = sum + constants[row % 4] + variable[row % 8];
}

int main() {
  constexpr int kWidth = 10, kHeight = 6, kDepth = 3;
  int host[kHeight][kWidth], back[kHeight][kWidth];
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) host[y][x] = 10 * y + x;
  }
  char* image;
  size_t pitch = 0;
  cudaMallocPitch(&image, &pitch, sizeof host[0], kHeight);
  std::printf("pitch holds a row: %d, aligned: %d\n", pitch >= sizeof host[0], pitch % 32 == 0);
  cudaMemcpy2D(image, pitch, host, sizeof host[0], sizeof host[0], kHeight, cudaMemcpyHostToDevice);
  int numbers[4] = {100, 200, 300, 400};
  cudaMemcpyToSymbol(constants, numbers, sizeof numbers);
  int nine = 9;
  cudaMemcpyToSymbol(variable, &nine, sizeof nine, 5 * sizeof(int));
  int *sums, result[kHeight];
  cudaMalloc(&sums, sizeof result);
  sum_rows<<<1, 32>>>(image, pitch, kWidth, kHeight, sums);
  cudaMemcpy(result, sums, sizeof result, cudaMemcpyDeviceToHost);
  for (const int sum : result) std::printf("%d ", sum);
  std::printf("\n");

  // Columns 2 to 4 of rows 1 to 3 become zero.
  cudaMemset2D(image + pitch + 2 * sizeof(int), pitch, 0, 3 * sizeof(int), 3);
  cudaMemcpy2D(back, sizeof back[0], image, pitch, sizeof back[0], kHeight, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d %d %d\n", back[0][2], back[1][2], back[2][4], back[3][5], back[4][3]);
  std::printf("bad pitch: %s\n",
              cudaGetErrorName(cudaMemcpy2D(back, 8, image, pitch, 40, 2, cudaMemcpyDeviceToHost)));

  cudaPitchedPtr box;
  const cudaExtent extent = make_cudaExtent(kWidth * sizeof(int), kHeight, kDepth);
  cudaMalloc3D(&box, extent);
  cudaMemset3D(box, 1, extent);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(host, sizeof host[0], kWidth, kHeight);
  copy.dstPtr = box;
  copy.dstPos.z = 1;
  copy.extent = make_cudaExtent(kWidth * sizeof(int), kHeight, 1);
  copy.kind = cudaMemcpyHostToDevice;
  cudaMemcpy3D(&copy);
  static int volume[kDepth][kHeight][kWidth];
  cudaMemcpy3DParms fetch = {};
  fetch.srcPtr = box;
  fetch.dstPtr = make_cudaPitchedPtr(volume, sizeof volume[0][0], kWidth, kHeight);
  fetch.extent = extent;
  fetch.kind = cudaMemcpyDeviceToHost;
  std::printf("3-D: %s\n", cudaGetErrorName(cudaMemcpy3D(&fetch)));
  std::printf("%x %d %x\n", volume[0][5][9], volume[1][5][9], volume[2][0][0]);

  int got[8];
  size_t bytes = 0;
  cudaMemcpyFromSymbol(got, variable, sizeof got);
  cudaGetSymbolSize(&bytes, variable);
  std::printf("symbol: %d %d %d, %zu bytes\n", got[0], got[4], got[5], bytes);
  cudaFree(image);
  cudaFree(sums);
  cudaFree(box.ptr);
  return 0;
}
