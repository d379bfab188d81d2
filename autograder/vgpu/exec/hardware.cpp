// SPDX-License-Identifier: MIT
#include "vgpu/exec/hardware.h"

#include <dlfcn.h>

#include <cstring>

namespace vgpu::testing {

/// The few driver calls that are needed; CUdeviceptr is 64 bits wide, handles are pointers.
struct Hardware::Driver {
  using Pointer = unsigned long long;
  void* library = nullptr;
  int (*init)(unsigned) = nullptr;
  int (*device_get)(int*, int) = nullptr;
  int (*retain)(void**, int) = nullptr;
  int (*set_current)(void*) = nullptr;
  int (*allocate)(Pointer*, std::size_t) = nullptr;
  int (*release)(Pointer) = nullptr;
  int (*to_device)(Pointer, const void*, std::size_t) = nullptr;
  int (*to_host)(void*, Pointer, std::size_t) = nullptr;
  int (*fill)(Pointer, unsigned char, std::size_t) = nullptr;
  int (*load)(void**, const void*) = nullptr;
  int (*unload)(void*) = nullptr;
  int (*function)(void**, void*, const char*) = nullptr;
  int (*launch)(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*,
                void**, void**) = nullptr;
  int (*synchronize)() = nullptr;

  template <class F>
  bool find(F& target, const char* name) {
    target = reinterpret_cast<F>(dlsym(library, name));
    return target != nullptr;
  }

  bool open() {
    library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    return library != nullptr && find(init, "cuInit") && find(device_get, "cuDeviceGet") &&
           find(retain, "cuDevicePrimaryCtxRetain") && find(set_current, "cuCtxSetCurrent") &&
           find(allocate, "cuMemAlloc_v2") && find(release, "cuMemFree_v2") &&
           find(to_device, "cuMemcpyHtoD_v2") && find(to_host, "cuMemcpyDtoH_v2") &&
           find(fill, "cuMemsetD8_v2") && find(load, "cuModuleLoadData") &&
           find(unload, "cuModuleUnload") && find(function, "cuModuleGetFunction") &&
           find(launch, "cuLaunchKernel") && find(synchronize, "cuCtxSynchronize");
  }
};

Hardware::Hardware() : driver_(new Driver) {
  void* context = nullptr;
  int device = 0;
  if (!driver_->open()) {
    problem_ = "no CUDA driver (libcuda.so.1) on this machine";
  } else if (driver_->init(0) != 0 || driver_->device_get(&device, 0) != 0 ||
             driver_->retain(&context, device) != 0 || driver_->set_current(context) != 0) {
    problem_ = "no usable GPU";
  }
}

Hardware::~Hardware() {
  delete driver_;
}

std::vector<std::vector<LaneValues>> Hardware::run(const Form& form, const Probe& probe,
                                                   unsigned warps) {
  problem_of_last_.clear();
  const std::string text = kernel_text(form);
  void* module = nullptr;
  void* kernel = nullptr;
  if (const int error = driver_->load(&module, text.c_str()); error != 0) {
    problem_of_last_ = "the driver does not load it: error " + std::to_string(error);
    return {};
  }
  driver_->function(&kernel, module, "probe");
  const unsigned threads = warps * kWarpSize;
  std::vector<std::uint64_t> words(std::size_t{threads} * kProbeWords, 0);
  for (unsigned warp = 0; warp < warps; ++warp) {
    const auto sources = sample_sources(probe.sources(), warp);
    for (std::size_t i = 0; i < sources.size(); ++i) {
      for (unsigned lane = 0; lane < kWarpSize; ++lane) {
        words[(warp * kWarpSize + lane) * kProbeWords + i] = sources[i][lane];
      }
    }
  }
  const std::size_t bytes = words.size() * sizeof(std::uint64_t);
  Driver::Pointer in = 0;
  Driver::Pointer out = 0;
  driver_->allocate(&in, bytes);
  driver_->allocate(&out, bytes);
  driver_->to_device(in, words.data(), bytes);
  driver_->fill(out, 0, bytes);
  unsigned count = threads;
  void* arguments[] = {&in, &out, &count};
  int error =
      driver_->launch(kernel, threads / 128, 1, 1, 128, 1, 1, 0, nullptr, arguments, nullptr);
  if (error == 0) error = driver_->synchronize();
  driver_->to_host(words.data(), out, bytes);
  driver_->release(in);
  driver_->release(out);
  driver_->unload(module);
  if (error != 0) {
    problem_of_last_ = "launch failed: error " + std::to_string(error);
    return {};
  }
  std::vector<std::vector<LaneValues>> results(warps);
  for (unsigned warp = 0; warp < warps; ++warp) {
    results[warp].resize(probe.results().size());
    for (std::size_t i = 0; i < probe.results().size(); ++i) {
      for (unsigned lane = 0; lane < kWarpSize; ++lane) {
        results[warp][i][lane] = words[(warp * kWarpSize + lane) * kProbeWords + i];
      }
    }
  }
  return results;
}

std::uint64_t digest(const std::vector<std::vector<LaneValues>>& results) {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const auto& warp : results) {
    for (const LaneValues& values : warp) {
      for (const std::uint64_t value : values) hash = (hash ^ value) * 0x100000001B3;
    }
  }
  return hash;
}

}  // namespace vgpu::testing
