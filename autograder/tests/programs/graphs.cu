// Graphs: captured from streams that fork and join, and made node by node.
#include <cstdio>

__global__ void add_to(int* data, int count, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) data[i] += value;
}

__global__ void combine(int* out, const int* a, const int* b, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] += a[i] * b[i];
}

int host_calls = 0;

void count_call(void* step) {
  host_calls += *static_cast<int*>(step);
}

constexpr int kCount = 100;
constexpr size_t kBytes = kCount * sizeof(int);

void captured(int* a, int* b, int* out) {
  cudaStream_t main_stream, side;
  cudaEvent_t fork, join;
  cudaStreamCreate(&main_stream);
  cudaStreamCreate(&side);
  cudaEventCreate(&fork);
  cudaEventCreate(&join);
  cudaStreamBeginCapture(main_stream, cudaStreamCaptureModeGlobal);
  cudaEventRecord(fork, main_stream);
  cudaStreamWaitEvent(side, fork, 0);
  add_to<<<1, 128, 0, main_stream>>>(a, kCount, 1);
  add_to<<<1, 128, 0, side>>>(b, kCount, 2);
  cudaEventRecord(join, side);
  cudaStreamWaitEvent(main_stream, join, 0);
  combine<<<1, 128, 0, main_stream>>>(out, a, b, kCount);
  cudaGraph_t graph;
  cudaStreamEndCapture(main_stream, &graph);

  size_t nodes = 0;
  cudaGraphGetNodes(graph, nullptr, &nodes);
  int before = -1;
  cudaMemcpy(&before, out, sizeof before, cudaMemcpyDeviceToHost);
  std::printf("captured %zu nodes, nothing done yet: %d\n", nodes, before);
  cudaGraphExec_t executable;
  cudaGraphInstantiate(&executable, graph, 0);
  for (int i = 0; i < 3; ++i) cudaGraphLaunch(executable, main_stream);
  cudaStreamSynchronize(main_stream);
  int result[kCount];
  cudaMemcpy(result, out, kBytes, cudaMemcpyDeviceToHost);
  std::printf("after three launches: %d %d\n", result[0], result[kCount - 1]);
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
  cudaEventDestroy(fork);
  cudaEventDestroy(join);
  cudaStreamDestroy(main_stream);
  cudaStreamDestroy(side);
}

void built(int* a) {
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t fill, kernel, copy, call;

  cudaMemsetParams memset_params = {};
  memset_params.dst = a;
  memset_params.value = 0x01020304;
  memset_params.elementSize = 4;
  memset_params.width = kCount;
  memset_params.height = 1;
  cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &memset_params);

  int count = kCount, value = 5;
  void* arguments[] = {&a, &count, &value};
  cudaKernelNodeParams kernel_params = {};
  kernel_params.func = reinterpret_cast<void*>(add_to);
  kernel_params.gridDim = dim3(1);
  kernel_params.blockDim = dim3(128);
  kernel_params.kernelParams = arguments;
  cudaGraphAddKernelNode(&kernel, graph, &fill, 1, &kernel_params);

  int result[kCount] = {};
  cudaGraphAddMemcpyNode1D(&copy, graph, &kernel, 1, result, a, kBytes, cudaMemcpyDeviceToHost);
  int step = 10;
  cudaHostNodeParams host_params = {count_call, &step};
  cudaGraphAddHostNode(&call, graph, &copy, 1, &host_params);

  cudaGraphExec_t executable;
  cudaGraphInstantiate(&executable, graph, 0);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraphLaunch(executable, stream);
  cudaGraphLaunch(executable, stream);
  std::printf("launch: %s\n", cudaGetErrorName(cudaStreamSynchronize(stream)));
  std::printf("built: %d, host calls: %d\n", result[kCount / 2] == 0x01020304 + 5, host_calls);
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
}

int main() {
  int *a, *b, *out;
  cudaMalloc(&a, kBytes);
  cudaMalloc(&b, kBytes);
  cudaMalloc(&out, kBytes);
  cudaMemset(a, 0, kBytes);
  cudaMemset(b, 0, kBytes);
  cudaMemset(out, 0, kBytes);
  captured(a, b, out);
  built(a);
  cudaFree(a);
  cudaFree(b);
  cudaFree(out);
  return 0;
}
