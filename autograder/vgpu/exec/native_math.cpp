// SPDX-License-Identifier: MIT
#include "vgpu/exec/native_math.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace vgpu::native_math {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// First guess of the inverse normal distribution for 0 < p <= 1/2, good to about 4.5e-4
/// (Abramowitz and Stegun, 26.2.23).
double guess_quantile(double p) {
  const double t = std::sqrt(-2 * std::log(p));
  return -(t - (2.515517 + t * (0.802853 + t * 0.010328)) /
                   (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))));
}

/// x >= 0 with erfc(x) = y for 0 < y <= 1: Halley steps on the logarithm-free form.
double positive_erfcinv(double y) {
  double x = -guess_quantile(y / 2) / std::numbers::sqrt2;
  if (x < 0) x = 0;
  for (int step = 0; step < 4; ++step) {
    // erfc(x) - y over its derivative, with exp(-x^2) kept out of underflow by erfcx.
    const double scaled = erfcx(x) - y * std::exp(x * x);
    const double newton = scaled * std::sqrt(std::numbers::pi) / 2;
    if (!std::isfinite(newton)) break;
    x += newton / (1 + x * newton);
  }
  return x;
}

/// erf is inverted directly near zero, where 1 - y would lose digits.
double small_erfinv(double y) {
  double x = y * std::sqrt(std::numbers::pi) / 2;
  for (int step = 0; step < 5; ++step) {
    const double newton = (std::erf(x) - y) * std::exp(x * x) * std::sqrt(std::numbers::pi) / 2;
    x -= newton / (1 + x * newton);
  }
  return x;
}

}  // namespace

double erfcx(double x) {
  if (x < 25) {
    // exp(x^2) with the rounding error of x^2 put back.
    const double s = x * x;
    const double lost = std::fma(x, x, -s);
    return std::exp(s) * std::erfc(x) * (std::isfinite(s) ? 1 + lost : 1);
  }
  const double t = 1 / (x * x);
  const double series = 1 - t / 2 * (1 - 3 * t / 2 * (1 - 5 * t / 2 * (1 - 7 * t / 2)));
  return std::numbers::inv_sqrtpi / x * series;
}

double erfinv(double y) {
  if (std::isnan(y) || std::fabs(y) > 1) return kNan;
  if (std::fabs(y) == 1) return std::copysign(kInfinity, y);
  if (y == 0) return y;
  if (std::fabs(y) <= 0.5) return small_erfinv(y);
  return std::copysign(positive_erfcinv(1 - std::fabs(y)), y);
}

double erfcinv(double y) {
  if (std::isnan(y) || y < 0 || y > 2) return kNan;
  if (y == 0) return kInfinity;
  if (y == 2) return -kInfinity;
  if (y > 0.5 && y < 1.5) return erfinv(1 - y);
  return y <= 1 ? positive_erfcinv(y) : -positive_erfcinv(2 - y);
}

double normcdf(double x) {
  return std::erfc(-x / std::numbers::sqrt2) / 2;
}
double normcdfinv(double p) {
  return -std::numbers::sqrt2 * erfcinv(2 * p);
}

double sinpi(double x) {
  if (std::isnan(x) || std::isinf(x)) return kNan;
  const double r = std::remainder(x, 2.0);
  const double folded = std::fabs(r) > 0.5 ? std::copysign(1.0, r) - r : r;
  if (folded == 0) return std::copysign(0.0, x);
  return std::sin(std::numbers::pi * folded);
}
double cospi(double x) {
  if (std::isnan(x) || std::isinf(x)) return kNan;
  const double r = std::fabs(std::remainder(x, 2.0));
  if (r == 0.5) return 0;
  return r < 0.25 ? std::cos(std::numbers::pi * r) : std::sin(std::numbers::pi * (0.5 - r));
}

double rcbrt(double x) {
  return 1 / std::cbrt(x);
}
double rsqrt(double x) {
  return 1 / std::sqrt(x);
}
double rhypot(double x, double y) {
  return 1 / std::hypot(x, y);
}
double norm3d(double x, double y, double z) {
  return std::hypot(x, y, z);
}
double norm4d(double x, double y, double z, double w) {
  return std::hypot(std::hypot(x, y), std::hypot(z, w));
}
double rnorm3d(double x, double y, double z) {
  return 1 / norm3d(x, y, z);
}
double rnorm4d(double x, double y, double z, double w) {
  return 1 / norm4d(x, y, z, w);
}

double cyl_bessel_i0(double x) {
  if (std::isnan(x)) return x;
  return std::fabs(x) > 713.98 ? kInfinity : std::cyl_bessel_i(0.0, std::fabs(x));
}
double cyl_bessel_i1(double x) {
  if (std::isnan(x)) return x;
  const double size = std::fabs(x) > 713.98 ? kInfinity : std::cyl_bessel_i(1.0, std::fabs(x));
  return std::copysign(size, x);
}

double lgamma(double x) {
  int sign = 0;
  return ::lgamma_r(x, &sign);
}

double powi(double x, int n) {
  return std::pow(x, n);
}

}  // namespace vgpu::native_math
