// Textures are not modelled: every call says so with an error that a program can handle, and a
// kernel that reads one all the same is stopped at its line.
#include <cstdio>

int main() {
  const int width = 16, height = 4;
  cudaArray_t array = nullptr;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  std::printf("53 array: %s\n", cudaGetErrorName(cudaMallocArray(&array, &format, width, height)));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description = {};
  cudaTextureObject_t texture = 0;
  std::printf("53 texture: %s\n", cudaGetErrorName(cudaCreateTextureObject(&texture, &resource,
                                                                           &description, nullptr)));
  cudaSurfaceObject_t surface = 0;
  std::printf("53 surface: %s\n", cudaGetErrorName(cudaCreateSurfaceObject(&surface, &resource)));
  float* out = nullptr;
  cudaMalloc(&out, width * height * sizeof(float));
  tex<<<1, dim3(width, height)>>>(texture, texture, surface, out, width);
  std::printf("53 kernel: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  return 0;
}
