// A kernel in a file of its own, with a name that another file has as well.
#include "parts.h"

namespace {

__global__ void kernel(float* data, int count) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) data[i] *= SCALE;
}

}  // namespace

void scale(float* device, int count) {
  kernel<<<(count + 31) / 32, 32>>>(device, count);
}
