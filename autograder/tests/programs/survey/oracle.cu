// What the checks of the survey share: memory, inputs, comparison. survey.sh puts the kernels
// before this, each file in a namespace of its own, and the checks after it.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

namespace {

using Floats = std::vector<float>;
using Ints = std::vector<int>;

template <class T>
class Buffer {
 public:
  explicit Buffer(const std::vector<T>& host) : count_(host.size()) {
    cudaMalloc(&memory_, count_ * sizeof(T));
    cudaMemcpy(memory_, host.data(), count_ * sizeof(T), cudaMemcpyHostToDevice);
  }
  explicit Buffer(size_t count, T value = T()) : Buffer(std::vector<T>(count, value)) {}
  Buffer(const Buffer&) = delete;
  ~Buffer() { cudaFree(memory_); }
  operator T*() const { return memory_; }
  std::vector<T> get() const {
    std::vector<T> host(count_);
    cudaMemcpy(host.data(), memory_, count_ * sizeof(T), cudaMemcpyDeviceToHost);
    return host;
  }

 private:
  size_t count_;
  T* memory_ = nullptr;
};

template <class T, class Wanted>
void compare(const char* name, const std::vector<T>& got, size_t count, Wanted wanted,
             double tolerance = 0) {
  int wrong = 0;
  for (size_t i = 0; i < count; ++i) {
    const double expected = static_cast<double>(wanted(static_cast<int>(i)));
    wrong += !(std::fabs(static_cast<double>(got[i]) - expected) <=
               tolerance * std::max(1.0, std::fabs(expected)));
  }
  std::printf("%s: %s, %d wrong\n", name, cudaGetErrorName(cudaGetLastError()), wrong);
}

Floats floats(size_t count, int scale = 1) {
  Floats values(count);
  for (size_t i = 0; i < count; ++i)
    values[i] = static_cast<float>(static_cast<int>(i * 37 % 101) - 50) * 0.125F *
                static_cast<float>(scale);
  return values;
}

Ints ints(size_t count, int most = 100) {
  Ints values(count);
  for (size_t i = 0; i < count; ++i) values[i] = static_cast<int>(i * 7919 % 1009) % most;
  return values;
}

}  // namespace
