// SPDX-License-Identifier: MIT
// Times the kernels of kernels.cl on the first OpenCL device that there is (PoCL, or Oclgrind when
// started by it): opencl_bench kernels.cl usual|smaller [KERNEL ...]
// A line per kernel: kernel, size, seconds (the better of two launches), operations a second.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "bench/workloads.h"

namespace {

void check(cl_int error, const char* what) {
  if (error != CL_SUCCESS) {
    throw std::runtime_error(std::string(what) + ": OpenCL error " + std::to_string(error));
  }
}

/// A device with the kernels built for it. What it holds lives as long as the process.
class Device {
 public:
  explicit Device(const std::string& file) {
    cl_platform_id platform = nullptr;
    check(clGetPlatformIDs(1, &platform, nullptr), "no platform");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device_, nullptr), "no device");
    cl_int error = CL_SUCCESS;
    context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &error);
    check(error, "context");
    queue_ = clCreateCommandQueue(context_, device_, 0, &error);
    check(error, "queue");
    std::ifstream in(file);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    const char* source = text.c_str();
    program_ = clCreateProgramWithSource(context_, 1, &source, nullptr, &error);
    check(error, "program");
    check(clBuildProgram(program_, 1, &device_, "", nullptr, nullptr), "build of the kernels");
  }

  /// Seconds of the better of two launches.
  double time(const bench::Workload& work, std::uint64_t size) const {
    cl_int error = CL_SUCCESS;
    const cl_kernel kernel = clCreateKernel(program_, work.name, &error);
    check(error, work.name);
    cl_uint index = 0;
    for (const bench::Argument& argument : work.arguments(size)) {
      if (argument.is_buffer) {
        const cl_mem buffer = make_buffer(argument);
        check(clSetKernelArg(kernel, index++, sizeof buffer, &buffer), "argument");
      } else {
        check(clSetKernelArg(kernel, index++, sizeof(int), &argument.scalar), "argument");
      }
    }
    const bench::Extent grid = work.grid(size);
    std::size_t global[3], local[3];
    for (std::size_t i = 0; i < 3; ++i) {
      local[i] = work.block[i];
      global[i] = std::size_t{grid[i]} * local[i];
    }
    double best = 1e30;
    for (int turn = 0; turn < 2; ++turn) {
      const auto start = std::chrono::steady_clock::now();
      check(clEnqueueNDRangeKernel(queue_, kernel, 3, nullptr, global, local, 0, nullptr, nullptr),
            "launch");
      check(clFinish(queue_), "end of the launch");
      const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
      best = std::min(best, taken.count());
    }
    return best;
  }

 private:
  cl_mem make_buffer(const bench::Argument& argument) const {
    cl_int error = CL_SUCCESS;
    const cl_mem buffer =
        clCreateBuffer(context_, CL_MEM_READ_WRITE, argument.count * 4, nullptr, &error);
    check(error, "buffer");
    if (!argument.content.empty()) {
      check(clEnqueueWriteBuffer(queue_, buffer, CL_TRUE, 0, argument.count * 4,
                                 argument.content.data(), 0, nullptr, nullptr),
            "content of a buffer");
    }
    return buffer;
  }

  cl_device_id device_ = nullptr;
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
  cl_program program_ = nullptr;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const std::vector<std::string_view> wanted(argv + 3, argv + argc);
  try {
    const Device device(argv[1]);
    for (const bench::Workload& work : bench::workloads()) {
      if (!wanted.empty() && std::ranges::count(wanted, work.name) == 0) continue;
      const bool smaller = std::string_view(argv[2]) == "smaller";
      const std::uint64_t size = smaller ? work.smaller_size : work.usual_size;
      const double seconds = device.time(work, size);
      std::printf("%-10s %8llu %9.4f s %10.3g %s/s\n", work.name,
                  static_cast<unsigned long long>(size), seconds, work.operations(size) / seconds,
                  work.unit);
      std::fflush(stdout);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
