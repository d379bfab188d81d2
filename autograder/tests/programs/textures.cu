// Textures are not modelled: creating one gives an error that a program handles, and says so.
// compilers: nvcc
// stderr: cudaCreateTextureObject is not supported here
// stderr: not modelled: cudaCreateTextureObject (textures.cu:22)
#include <cstdio>

__global__ void fetch(cudaTextureObject_t texture, float* out) {
  out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x);
}

int main() {
  float *data, *out;
  cudaMalloc(&data, 128);
  cudaMalloc(&out, 128);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = data;
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = 128;
  cudaTextureDesc description = {};
  cudaTextureObject_t texture = 0;
  const cudaError_t error = cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  std::printf("create: %s\n", cudaGetErrorName(error));
  if (error == cudaSuccess) fetch<<<1, 32>>>(texture, out);
  cudaFree(data);
  cudaFree(out);
  return 0;
}
