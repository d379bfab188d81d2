// SPDX-License-Identifier: MIT
#include "vgpu/system_calls.h"

#include <catch2/catch.hpp>
#include <cstring>
#include <vector>

namespace {

/// A little memory at address 1000: the format, then (at 1500) the packed arguments.
class Memory {
 public:
  explicit Memory(const std::string& format) : bytes_(1000, 0) {
    std::memcpy(bytes_.data(), format.c_str(), format.size() + 1);
  }

  template <class T>
  Memory& pack(T value) {
    next_ = (next_ + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    std::memcpy(bytes_.data() + next_, &value, sizeof value);
    next_ += sizeof(T);
    return *this;
  }
  std::optional<std::string> print(vgpu::Address arguments = 1504) const {
    return vgpu::format_printf(
        [this](vgpu::Address address, void* into, std::uint64_t bytes) {
          if (address < 1000 || address - 1000 + bytes > bytes_.size()) return false;
          std::memcpy(into, bytes_.data() + (address - 1000), bytes);
          return true;
        },
        1000, arguments);
  }

 private:
  std::vector<char> bytes_;
  std::size_t next_ = 504;
};

}  // namespace

TEST_CASE("printf prints packed arguments as the host's would", "[vgpu][printf]") {
  CHECK(Memory("plain 100%%\n").print() == "plain 100%\n");
  CHECK(Memory("%d|%5u|%-4d|").pack(-3).pack(7U).pack(9).print() == "-3|    7|9   |");
  CHECK(Memory("%d %f").pack(1).pack(2.5).print() == "1 2.500000");
  CHECK(Memory("%.3g %e").pack(0.125).pack(1.0).print() == "0.125 1.000000e+00");
  CHECK(Memory("%lld %lx").pack(-1LL).pack(255ULL).print() == "-1 ff");
  CHECK(Memory("%zu").pack(8ULL).print() == "%zu");
  CHECK(Memory("%c%c").pack(int{'o'}).pack(int{'k'}).print() == "ok");
  CHECK(Memory("[%s]").pack(std::uint64_t{1000}).print() == "[[%s]]");
}

TEST_CASE("a hostile format or argument gives no text instead of a crash", "[vgpu][printf]") {
  CHECK(Memory("%s").pack(std::uint64_t{5}).print() == std::nullopt);
  CHECK(Memory("%d").print(5000) == std::nullopt);
  CHECK(Memory("%n%y%").print() == "%n%y%");
  CHECK(Memory("%999999999d").pack(1).print()->size() <= 512);
}
