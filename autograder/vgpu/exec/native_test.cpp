// SPDX-License-Identifier: MIT
// The functions that the engine does itself: all of the list are there, and those that no C library
// has give the values of tables.
#include <array>
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <string_view>
#include <tuple>

#include "vgpu/exec/native_math.h"
#include "vgpu/exec/select.h"

using namespace vgpu;

namespace {

struct Listed {
  std::string_view name;
  std::string_view signature;
};
constexpr Listed kListed[] = {
#define NATIVE(name, signature) {#name, signature},
#include "toolchain/native_functions.def"
#undef NATIVE
};

NativeFunction find(std::string_view name) {
  return lane_table(best_isa()).find_native(name);
}

/// Calls a function with the same arguments in all lanes and returns lane 7's result.
template <class R, class... A>
R call(std::string_view name, A... arguments) {
  const NativeFunction function = find(name);
  REQUIRE(function.handler != nullptr);
  alignas(64) std::array<std::byte, 4096> frame{};
  Lanes lanes;
  lanes.bank[0] = frame.data();
  lanes.mask = 0x80;
  LaneOp op{};
  op.dst[0] = Slot::at(Bank::Registers, 512);
  std::uint32_t offset = 1024;
  unsigned index = 0;
  const auto place = [&]<class T>(T value) {
    op.src[index] = Slot::at(Bank::Registers, offset);
    for (unsigned i = 0; i < kWarpSize; ++i) lanes.result<T>(op.src[index])[i] = value;
    ++index;
    offset += 256;
  };
  (place(arguments), ...);
  function.handler(lanes, op);
  return lanes.source<R>(op.dst[0])[7];
}

}  // namespace

TEST_CASE("every mathematical function of the list is there with its signature",
          "[vgpu][exec][native]") {
  for (const Listed& row : kListed) {
    INFO(row.name);
    if (!row.name.starts_with("__nv_")) {
      // malloc, vprintf and the like need memory: the engine's system calls do them.
      CHECK(find(row.name).handler == nullptr);
      continue;
    }
    CHECK(find(row.name).handler != nullptr);
    CHECK(find(row.name).signature == row.signature);
  }
  CHECK(find("__nv_expff").handler == nullptr);
  CHECK(find("").handler == nullptr);
}

TEST_CASE("f32 functions are the double ones rounded", "[vgpu][exec][native]") {
  const auto x = GENERATE(0.0F, 0.3F, -0.7F, 1.5F, 20.0F, 1e-30F);
  CHECK(call<float>("__nv_expf", x) == static_cast<float>(std::exp(static_cast<double>(x))));
  CHECK(call<float>("__nv_sinf", x) == static_cast<float>(std::sin(static_cast<double>(x))));
  CHECK(call<float>("__nv_powf", std::fabs(x), 1.25F) ==
        static_cast<float>(std::pow(static_cast<double>(std::fabs(x)), 1.25)));
}

TEST_CASE("lanes outside the mask are left alone by native functions", "[vgpu][exec][native]") {
  alignas(64) std::array<float, 64> frame{};
  Lanes lanes;
  lanes.bank[0] = reinterpret_cast<std::byte*>(frame.data());
  lanes.mask = 0x00010001;
  LaneOp op{};
  op.dst[0] = Slot::at(Bank::Registers, 0);
  op.src[0] = Slot::at(Bank::Registers, 128);
  find("__nv_coshf").handler(lanes, op);
  CHECK(frame[0] == 1.0F);
  CHECK(frame[1] == 0.0F);
  CHECK(frame[16] == 1.0F);
}

TEST_CASE("NaN results are the hardware's", "[vgpu][exec][native]") {
  CHECK(std::bit_cast<std::uint32_t>(call<float>("__nv_logf", -1.0F)) == 0x7FFFFFFF);
  CHECK(std::bit_cast<std::uint64_t>(call<double>("__nv_acos", 2.0)) == 0xFFF8000000000000);
}

TEST_CASE("integer results saturate as CUDA says", "[vgpu][exec][native]") {
  CHECK(call<std::int32_t>("__nv_ilogbf", 10.0F) == 3);
  CHECK(call<std::int32_t>("__nv_ilogb", 0.0) == std::numeric_limits<std::int32_t>::min());
  CHECK(call<std::int64_t>("__nv_llrintf", 2.5F) == 2);
  CHECK(call<std::int64_t>("__nv_llround", 2.5) == 3);
  CHECK(call<std::int64_t>("__nv_llround", 1e300) == std::numeric_limits<std::int64_t>::max());
  CHECK(call<std::int64_t>("__nv_llrint", std::nan("")) ==
        std::numeric_limits<std::int64_t>::min());
  CHECK(call<float>("__nv_scalbnf", 1.5F, std::int32_t{4}) == 24.0F);
  CHECK(call<double>("__nv_powi", 3.0, std::int32_t{-2}) == Approx(1.0 / 9));
  CHECK(call<double>("__nv_jn", std::int32_t{2}, 1.0) == Approx(0.1149034849319));
}

TEST_CASE("inverses of the error function undo it", "[vgpu][exec][native]") {
  // The slack is what the rounding of the forward function's result allows.
  auto [x, slack] = GENERATE(table<double, double>({{-3.0, 1e-12},
                                                    {-0.5, 1e-15},
                                                    {1e-8, 1e-15},
                                                    {0.3, 1e-15},
                                                    {0.49, 1e-15},
                                                    {0.51, 1e-15},
                                                    {1.0, 1e-14},
                                                    {2.5, 1e-12},
                                                    {4.0, 1e-14},
                                                    {25.0, 1e-13}}));
  CAPTURE(x);
  CHECK(std::fabs(native_math::erfcinv(std::erfc(x)) - x) < slack);
  if (x < 3) CHECK(std::fabs(native_math::erfinv(std::erf(x)) - x) < 100 * slack);
  const double z = std::fabs(x);
  CHECK(std::fabs(native_math::normcdfinv(native_math::normcdf(-z)) + z) < slack * 10);
}

TEST_CASE("functions that no C library has give the values of tables", "[vgpu][exec][native]") {
  auto [value, expected] = GENERATE(table<double, double>({
      {native_math::erfcx(0.0), 1.0},
      {native_math::erfcx(1.0), 0.42758357615580700442},
      {native_math::erfcx(10.0), 0.05614099274382258585},
      {native_math::erfcx(24.9), 0.022639987776050},
      {native_math::erfcx(30.0), 0.018795888861417},
      {native_math::erfcx(-2.0), 108.94090434507},
      {native_math::normcdf(1.96), 0.97500210485178},
      {native_math::normcdfinv(0.975), 1.9599639845400545},
      {native_math::erfcinv(1e-100), 15.065574702593},
      {native_math::cyl_bessel_i0(1.0), 1.2660658777520084},
      {native_math::cyl_bessel_i1(-1.0), -0.5651591039924851},
      {native_math::rnorm4d(1, 2, 2, 4), 0.2},
      {native_math::rcbrt(27.0), 1.0 / 3},
      {native_math::rhypot(3, 4), 0.2},
      {native_math::sinpi(0.25), 0.70710678118654752},
      {native_math::cospi(1.0 / 3), 0.5},
  }));
  CHECK(value == Approx(expected).epsilon(1e-9));
}

TEST_CASE("sine and cosine of multiples of pi are exact", "[vgpu][exec][native]") {
  CHECK(native_math::sinpi(1e15) == 0);
  CHECK(native_math::sinpi(2.5) == 1);
  CHECK(native_math::sinpi(-0.5) == -1);
  CHECK(native_math::cospi(7.0) == -1);
  CHECK(native_math::cospi(1.5) == 0);
  CHECK(std::isnan(native_math::sinpi(std::numeric_limits<double>::infinity())));
}

TEST_CASE("ends of the ranges of inverse functions", "[vgpu][exec][native]") {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  CHECK(native_math::erfinv(1) == kInfinity);
  CHECK(native_math::erfinv(-1) == -kInfinity);
  CHECK(std::isnan(native_math::erfinv(1.5)));
  CHECK(native_math::erfcinv(0) == kInfinity);
  CHECK(native_math::normcdfinv(0) == -kInfinity);
  CHECK(native_math::normcdfinv(0.5) == 0);
}
