// A kernel that launches a kernel: refused by the compilers, with the place.
// exit: 2
// stderr: dynamic_parallelism.cu
__global__ void child(int* data) {
  data[threadIdx.x] = 1;
}

__global__ void parent(int* data) {
  // A launch from the device needs separate compilation (nvcc -rdc=true) and a device runtime.
  if (threadIdx.x == 0) {
    // This is the line that the message must name.
    child<<<1, 32>>>(data);
  }
}

int main() {
  int* data;
  cudaMalloc(&data, 32 * sizeof(int));
  parent<<<1, 1>>>(data);
  cudaFree(data);
  return 0;
}
