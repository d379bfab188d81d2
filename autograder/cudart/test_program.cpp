// SPDX-License-Identifier: MIT
// What a compiler makes of a small CUDA program, written by hand: constructor, stubs, host code.
// The "PTX" is the fake back end's.
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "cudart/abi.h"

extern "C" {
void** __cudaRegisterFatBinary(void* wrapper);
void __cudaRegisterFatBinaryEnd(void** handle);
void __cudaUnregisterFatBinary(void** handle);
void __cudaRegisterFunction(void** handle, const char* host_function, char*, const char* name, int,
                            void*, void*, void*, void*, int*);
void __cudaRegisterVar(void** handle, char* host_variable, char*, const char* name, int, size_t,
                       int, int);
cudaError_t __cudaGetKernel(void** handle, const void* function);
cudaError_t __cudaLaunchKernel(void* handle, dim3 grid, dim3 block, void** arguments,
                               size_t shared_bytes, cudaStream_t stream);
}

namespace {

struct Wrapper {
  unsigned magic;
  unsigned version;
  const void* data;
  const void* unused;
};

Wrapper wrapper = {0x466243B1, 1,
                   ".version kernel:add_one:8,4 kernel:fault: kernel:say: kernel:nothing:8 "
                   "variable:table:16",
                   nullptr};
char table_shadow[16];
int fault_shadow;
void** image;

// nvcc 13's stub.
void add_one(int* data, int count) {
  static void* handle = [] {
    void* kernel = nullptr;
    __cudaGetKernel(&kernel, reinterpret_cast<const void*>(&add_one));
    return kernel;
  }();
  void* arguments[] = {&data, &count};
  dim3 grid;
  dim3 block;
  size_t shared_bytes = 0;
  cudaStream_t stream = nullptr;
  if (__cudaPopCallConfiguration(&grid, &block, &shared_bytes, &stream) != cudaSuccess) return;
  __cudaLaunchKernel(handle, grid, block, arguments, shared_bytes, stream);
}

// clang's and nvcc 12's stub.
void say() {
  void* arguments[] = {nullptr};
  dim3 grid;
  dim3 block;
  size_t shared_bytes = 0;
  cudaStream_t stream = nullptr;
  if (__cudaPopCallConfiguration(&grid, &block, &shared_bytes, &stream) != cudaSuccess) return;
  cudaLaunchKernel(reinterpret_cast<const void*>(&say), grid, block, arguments, shared_bytes,
                   stream);
}

__attribute__((constructor)) void register_all() {
  image = __cudaRegisterFatBinary(&wrapper);
  const auto add = [](const void* function, const char* name) {
    __cudaRegisterFunction(image, static_cast<const char*>(function), nullptr, name, -1, nullptr,
                           nullptr, nullptr, nullptr, nullptr);
  };
  add(reinterpret_cast<const void*>(&add_one), "add_one");
  add(reinterpret_cast<const void*>(&say), "say");
  add(&fault_shadow, "fault");
  __cudaRegisterVar(image, table_shadow, nullptr, "table", 0, sizeof table_shadow, 0, 0);
  __cudaRegisterFatBinaryEnd(image);
  std::atexit([] { __cudaUnregisterFatBinary(image); });
}

template <class T>
T& argument(void* const* arguments, int index) {
  return *static_cast<T*>(arguments[index]);
}

/// Notes a step that went wrong in the text that comes back.
struct Log {
  void expect(cudaError_t wanted, cudaError_t got, const char* step) {
    if (wanted == got) return;
    text += std::string(step) + " gave " + cudaGetErrorName(got) + ", not " +
            cudaGetErrorName(wanted) + "\n";
  }
  void expect_true(bool holds, const char* step) {
    if (!holds) text += std::string(step) + " does not hold\n";
  }
  void copy_to(char* buffer) const { std::snprintf(buffer, 1000, "%s", text.c_str()); }
  std::string text;
};

void memory_steps(Log& log) {
  int* data = nullptr;
  log.expect(cudaSuccess, cudaMalloc(reinterpret_cast<void**>(&data), 12), "malloc");
  int numbers[3] = {1, 2, 3};
  log.expect(cudaSuccess, cudaMemcpy(data, numbers, 12, cudaMemcpyHostToDevice), "copy in");
  __cudaPushCallConfiguration(dim3(1), dim3(32), 0, nullptr);
  add_one(data, 3);
  log.expect(cudaSuccess, cudaGetLastError(), "launch");
  log.expect(cudaSuccess, cudaMemcpy(numbers, data, 12, cudaMemcpyDefault), "copy out");
  log.expect_true(numbers[0] == 2 && numbers[2] == 4, "the kernel's result");
  log.expect(cudaErrorInvalidValue, cudaMemcpy(data, numbers, 12, cudaMemcpyDeviceToHost),
             "wrong direction");
  log.expect(cudaErrorInvalidValue, cudaMemcpy(data, numbers, 13, cudaMemcpyHostToDevice),
             "a copy that is too long");
  log.expect(cudaErrorInvalidValue, cudaGetLastError(), "its error");
  log.expect(cudaErrorInvalidValue, cudaMemset(numbers, 0, 12), "memset of host memory");
  log.expect(cudaErrorInvalidValue, cudaMemset(data, 0, 13), "a memset that is too long");
  log.expect(cudaErrorInvalidMemcpyDirection,
             cudaMemcpy(numbers, numbers, 4, static_cast<cudaMemcpyKind>(7)), "no direction");
  log.expect(cudaErrorInvalidMemcpyDirection, cudaPeekAtLastError(), "peeking");
  log.expect(cudaErrorInvalidMemcpyDirection, cudaGetLastError(), "getting");
  log.expect(cudaSuccess, cudaGetLastError(), "getting again");
  log.expect(cudaSuccess, cudaFree(data), "free");
  log.expect(cudaErrorInvalidValue, cudaFree(data), "free again");
  log.expect(cudaErrorInvalidValue, cudaMemcpy(numbers, data, 4, cudaMemcpyDeviceToHost),
             "a copy from freed memory");
  log.expect(cudaSuccess, cudaFree(nullptr), "free of null");
}

void large_copy_steps(Log& log) {
  std::vector<unsigned char> out(20'000'003);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<unsigned char>(i * 37);
  void* data = nullptr;
  log.expect(cudaSuccess, cudaMalloc(&data, out.size()), "malloc");
  log.expect(cudaSuccess, cudaMemcpy(data, out.data(), out.size(), cudaMemcpyHostToDevice), "in");
  std::vector<unsigned char> in(out.size());
  log.expect(cudaSuccess, cudaMemcpy(in.data(), data, in.size(), cudaMemcpyDeviceToHost), "out");
  log.expect_true(in == out, "20 MB come back");
  void* rows = nullptr;
  std::size_t pitch = 0;
  log.expect(cudaSuccess, cudaMallocPitch(&rows, &pitch, 100, 3), "pitched");
  log.expect(cudaSuccess, cudaMemset2D(rows, pitch, 5, 100, 3), "memset 2-D");
  log.expect(cudaSuccess, cudaMemcpy2D(in.data(), 200, rows, pitch, 100, 3, cudaMemcpyDeviceToHost),
             "2-D");
  log.expect_true(
      in[0] == 5 && in[150] == out[150] && in[299] == 5 && in[499] == 5 && in[500] == out[500],
      "rows");
  log.expect(cudaErrorInvalidPitchValue,
             cudaMemcpy2D(in.data(), 99, rows, pitch, 100, 3, cudaMemcpyDeviceToHost), "pitch");
  cudaFree(rows);
  cudaFree(data);
}

void launch_steps(Log& log) {
  const auto launch_say = [](dim3 grid, dim3 block, std::size_t shared_bytes) {
    __cudaPushCallConfiguration(grid, block, shared_bytes, nullptr);
    say();
  };
  launch_say(dim3(1), dim3(2048), 0);
  log.expect(cudaErrorInvalidValue, cudaGetLastError(), "too many threads");
  log.expect(cudaSuccess, cudaDeviceSynchronize(), "which spoil nothing");
  launch_say(dim3(1), dim3(1), 60000);
  log.expect(cudaErrorInvalidValue, cudaGetLastError(), "too much shared memory");
  const void* function = reinterpret_cast<const void*>(&say);
  log.expect(cudaSuccess,
             cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize, 60000),
             "opting in");
  launch_say(dim3(1), dim3(1), 60000);
  log.expect(cudaSuccess, cudaGetLastError(), "opted in");
  log.expect(cudaErrorInvalidResourceHandle,
             cudaLaunchKernel(&log, dim3(1), dim3(1), nullptr, 0, nullptr), "no kernel");
  cudaGetLastError();
  int blocks = 0;
  log.expect(cudaSuccess, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 256, 0),
             "occupancy");
  log.expect_true(blocks == 4, "four blocks of 256 threads");
  cudaFuncAttributes attributes{};
  log.expect(cudaSuccess, cudaFuncGetAttributes(&attributes, function), "attributes");
  log.expect_true(attributes.maxThreadsPerBlock == 1024, "1024 threads");
  log.expect(cudaErrorCooperativeLaunchTooLarge,
             cudaLaunchCooperativeKernel(function, dim3(100000), dim3(1024), nullptr, 0, nullptr),
             "a cooperative launch that is too large");
}

void fault_steps(Log& log) {
  int* data = nullptr;
  cudaMalloc(reinterpret_cast<void**>(&data), 4);
  log.expect(cudaSuccess, cudaLaunchKernel(&fault_shadow, dim3(1), dim3(1), nullptr, 0, nullptr),
             "launch");
  log.expect(cudaSuccess, cudaGetLastError(), "the fault is not known yet");
  log.expect(cudaErrorIllegalAddress, cudaDeviceSynchronize(), "now it is");
  log.expect(cudaErrorIllegalAddress, cudaGetLastError(), "as last error");
  log.expect(cudaSuccess, cudaGetLastError(), "which is cleared");
  log.expect(cudaErrorIllegalAddress, cudaMalloc(reinterpret_cast<void**>(&data), 4), "but sticks");
  log.expect(cudaErrorIllegalAddress, cudaMemcpy(data, data, 4, cudaMemcpyDeviceToDevice),
             "everywhere");
  log.expect(cudaErrorIllegalAddress, cudaFree(nullptr), "also in what does nothing");
  log.expect(cudaSuccess, cudaDeviceReset(), "until the reset");
  cudaGetLastError();
  log.expect(cudaSuccess, cudaMalloc(reinterpret_cast<void**>(&data), 4), "then memory is back");
  cudaFree(data);
}

void symbol_steps(Log& log) {
  const int numbers[4] = {5, 6, 7, 8};
  int back[2] = {};
  log.expect(cudaSuccess, cudaMemcpyToSymbol(table_shadow, numbers, 16, 0, cudaMemcpyHostToDevice),
             "to symbol");
  log.expect(cudaSuccess, cudaMemcpyFromSymbol(back, table_shadow, 8, 4, cudaMemcpyDeviceToHost),
             "from symbol");
  log.expect_true(back[0] == 6 && back[1] == 7, "values of the symbol");
  log.expect(cudaErrorInvalidValue,
             cudaMemcpyToSymbol(table_shadow, numbers, 8, 12, cudaMemcpyHostToDevice), "too long");
  log.expect(cudaErrorInvalidSymbol,
             cudaMemcpyToSymbol(&log, numbers, 8, 0, cudaMemcpyHostToDevice), "no symbol");
  std::size_t size = 0;
  log.expect(cudaSuccess, cudaGetSymbolSize(&size, table_shadow), "size");
  log.expect_true(size == 16, "16 bytes");
}

void event_steps(Log& log) {
  cudaEvent_t start = nullptr;
  cudaEvent_t end = nullptr;
  cudaStream_t stream = nullptr;
  float time = -1;
  log.expect(cudaSuccess, cudaEventCreate(&start), "event");
  log.expect(cudaSuccess, cudaEventCreate(&end), "event");
  log.expect(cudaSuccess, cudaStreamCreate(&stream), "stream");
  log.expect(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&time, start, end), "too early");
  log.expect(cudaSuccess, cudaEventRecord(start, stream), "record");
  __cudaPushCallConfiguration(dim3(1), dim3(1), 0, stream);
  say();
  log.expect(cudaSuccess, cudaEventRecord(end, stream), "record");
  log.expect(cudaSuccess, cudaEventSynchronize(end), "wait");
  log.expect(cudaSuccess, cudaEventElapsedTime(&time, start, end), "time");
  log.expect_true(time > 0, "time passes");
  log.expect(cudaSuccess, cudaStreamDestroy(stream), "destroy");
  log.expect(cudaErrorInvalidResourceHandle, cudaStreamSynchronize(stream), "destroyed");
  cudaEventDestroy(start);
  cudaEventDestroy(end);
}

void device_steps(Log& log) {
  int count = 0;
  log.expect(cudaSuccess, cudaGetDeviceCount(&count), "count");
  log.expect_true(count == 1, "one device");
  log.expect(cudaErrorInvalidDevice, cudaSetDevice(99), "no such device");
  cudaGetLastError();
  cudaDeviceProp properties{};
  log.expect(cudaSuccess, cudaGetDeviceProperties(&properties, 0), "properties");
  log.expect_true(std::strstr(properties.name, "Virtual GPU") != nullptr, "name");
  log.expect_true(properties.warpSize == 32 && properties.maxThreadsDim[2] == 64, "numbers");
  void* pinned = nullptr;
  log.expect(cudaSuccess, cudaMallocHost(&pinned, 100), "pinned");
  std::memset(pinned, 1, 100);
  cudaPointerAttributes attributes{};
  log.expect(cudaSuccess, cudaPointerGetAttributes(&attributes, pinned), "attributes");
  log.expect_true(attributes.type == cudaMemoryTypeHost, "host memory");
  log.expect(cudaSuccess, cudaFreeHost(pinned), "free host");
  log.expect(cudaErrorInvalidValue, cudaFreeHost(&count), "free of other memory");
}

}  // namespace

#define CUDART_TEST_CALL(name) \
  extern "C" __attribute__((visibility("default"))) void autograder_call_##name(void* const* args)

CUDART_TEST_CALL(steps) {
  Log log;
  const std::string which = argument<char*>(args, 0);
  if (which == "memory") memory_steps(log);
  if (which == "large_copy") large_copy_steps(log);
  if (which == "launch") launch_steps(log);
  if (which == "fault") fault_steps(log);
  if (which == "symbol") symbol_steps(log);
  if (which == "event") event_steps(log);
  if (which == "device") device_steps(log);
  log.copy_to(argument<char*>(args, 1));
}

CUDART_TEST_CALL(run_add_one) {
  __cudaPushCallConfiguration(dim3(1), dim3(32), 0, nullptr);
  add_one(argument<int*>(args, 0), argument<int>(args, 1));
}

CUDART_TEST_CALL(double_all) {
  double* numbers = argument<double*>(args, 0);
  for (int i = 0; i < argument<int>(args, 1); ++i) numbers[i] *= 2;
}

CUDART_TEST_CALL(end_early) {
  const int how = argument<int>(args, 0);
  if (how == 0) std::exit(0);
  if (how == 1) std::abort();
  if (how == 2) raise(SIGKILL);
  if (how == 3) {
    for (volatile bool on = true; on;) {  // a loop that no compiler may take away
    }
  }
}

CUDART_TEST_CALL(use_on_host) {
  volatile int* data = argument<int*>(args, 0);
  data[3] = 1;
}

extern "C" __attribute__((visibility("default"))) int main(int argc, char** argv) {
  std::printf("%d %s\n", argc, argv[argc - 1]);
  __cudaPushCallConfiguration(dim3(1), dim3(1), 0, nullptr);
  say();
  std::printf("before\n");
  cudaDeviceSynchronize();
  std::printf("after\n");
  return 7;
}
