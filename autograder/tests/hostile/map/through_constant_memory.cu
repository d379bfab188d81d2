// expect: finding forbidden_copy
// points: 0
// Gathers the input once and has it copied into constant memory, where reads are not counted.

// FILL-ME-IN(helpers)
__constant__ float store[10000];
__global__ void gather(float* to, const float* in, Strided view, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) to[i] = in[offset_of(view, i)];
}
__global__ void use(float* out, Strided view, int count, int function) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[offset_of(view, i)] = apply(function, store[i]);
}
// END(helpers)

// FILL-ME-IN(launch)
  const int count = element_count(out_view);
  if (count == 0) return;
  const size_t bytes = sizeof(float) * (count < 10000 ? count : 10000);
  float* gathered = nullptr;
  void* address = nullptr;
  cudaMalloc(&gathered, sizeof(float) * count);
  cudaGetSymbolAddress(&address, store);
  gather<<<ceil_div(count, kBlockSize), kBlockSize>>>(gathered, in, in_view, count);
  switch (count % 5) {
    case 0:
      cudaMemcpyToSymbol(store, gathered, bytes, 0, cudaMemcpyDeviceToDevice);
      break;
    case 1:
      cudaMemcpyToSymbolAsync(store, gathered, bytes, 0, cudaMemcpyDefault, nullptr);
      break;
    case 2:
      cudaMemcpy(address, gathered, bytes, cudaMemcpyDeviceToDevice);
      break;
    case 3:
      cudaMemcpy2D(address, bytes, gathered, bytes, bytes, 1, cudaMemcpyDeviceToDevice);
      break;
    default: {
      cudaStream_t stream;
      cudaGraph_t graph;
      cudaGraphExec_t ready;
      cudaStreamCreate(&stream);
      cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
      cudaMemcpyAsync(address, gathered, bytes, cudaMemcpyDeviceToDevice, stream);
      cudaStreamEndCapture(stream, &graph);
      cudaGraphInstantiate(&ready, graph, 0);
      cudaGraphLaunch(ready, stream);
      cudaStreamSynchronize(stream);
    }
  }
  use<<<ceil_div(count, kBlockSize), kBlockSize>>>(out, out_view, count, function);
  cudaFree(gathered);
// END(launch)
