// SPDX-License-Identifier: MIT
/// \file
/// What one lane computes in floating point: f32 and f64 with the hardware's NaNs, flushing and
/// saturation.
///
/// A NaN result of an f32 instruction is always 0x7FFFFFFF. f64 keeps the payload of a NaN operand,
/// made quiet; the rule is written out, because compilers may swap the operands of a sum and
/// processors differ. Internal linkage, for the reason in lane_ops.h. Tested by exec_test.cpp and,
/// against a real GPU, by gpu_test.cpp.
#pragma once

#include <cstdint>

#ifndef VGPU_ISA
#define VGPU_ISA baseline
#endif

namespace vgpu::VGPU_ISA {
namespace {

constexpr std::uint32_t kNanF32 = 0x7FFFFFFF;
constexpr std::uint64_t kNanF64 = 0xFFF8000000000000;
constexpr std::uint64_t kInfinityF64 = 0x7FF0000000000000;
constexpr std::uint64_t kQuietF64 = 0x0008000000000000;

constexpr std::uint32_t bits_of(float x) {
  return __builtin_bit_cast(std::uint32_t, x);
}
constexpr std::uint64_t bits_of(double x) {
  return __builtin_bit_cast(std::uint64_t, x);
}
constexpr float float_of(std::uint32_t bits) {
  return __builtin_bit_cast(float, bits);
}
constexpr double double_of(std::uint64_t bits) {
  return __builtin_bit_cast(double, bits);
}

/// .ftz: a subnormal becomes a zero of its sign. f64 has no such modifier.
constexpr float flush(float x) {
  const std::uint32_t bits = bits_of(x);
  return float_of((bits & 0x7F800000) == 0 ? bits & 0x80000000 : bits);
}
constexpr double flush(double x) {
  return x;
}

/// .sat: to [0, 1]; NaN becomes +0.
constexpr float saturate(float x) {
  return x > 0.0F ? (x < 1.0F ? x : 1.0F) : 0.0F;
}
constexpr double saturate(double x) {
  return x > 0.0 ? (x < 1.0 ? x : 1.0) : 0.0;
}

/// The result `r` of an operation on the given operands, with the hardware's NaN.
constexpr float with_nan(float r, float /*a*/) {
  return r == r ? r : float_of(kNanF32);
}
constexpr float with_nan(float r, float /*a*/, float /*b*/) {
  return r == r ? r : float_of(kNanF32);
}
constexpr float with_nan(float r, float /*a*/, float /*b*/, float /*c*/) {
  return r == r ? r : float_of(kNanF32);
}
constexpr double quiet(double x) {
  return double_of(bits_of(x) | kQuietF64);
}
constexpr double with_nan(double r, double a) {
  return r == r ? r : a != a ? quiet(a) : double_of(kNanF64);
}
/// Of several NaN operands the last one wins (measured on an H200, as all rules here).
constexpr double with_nan(double r, double a, double b) {
  return r == r ? r : b != b ? quiet(b) : a != a ? quiet(a) : double_of(kNanF64);
}
constexpr double with_nan(double r, double a, double b, double c) {
  return r == r   ? r
         : b != b ? quiet(b)
         : c != c ? quiet(c)
         : a != a ? quiet(a)
                  : double_of(kNanF64);
}

constexpr float magnitude_of(float x) {
  return float_of(bits_of(x) & 0x7FFFFFFF);
}
constexpr double magnitude_of(double x) {
  return double_of(bits_of(x) & 0x7FFFFFFFFFFFFFFF);
}

inline float fused(float a, float b, float c) {
  return __builtin_fmaf(a, b, c);
}
inline double fused(double a, double b, double c) {
  return __builtin_fma(a, b, c);
}
inline float root(float a) {
  return __builtin_sqrtf(a);
}
inline double root(double a) {
  return __builtin_sqrt(a);
}

/// .ftz of a result: also one that is less than the least normal number and was rounded up to it
/// becomes zero. `scaled` is the result times 2^64, where that is not subnormal.
inline float flush_result(float r, float scaled) {
  return magnitude_of(scaled) < 0x1p-62F ? float_of(bits_of(r) & 0x80000000) : flush(r);
}
inline double flush_result(double r, double /*scaled*/) {
  return r;
}

// The operations, as types, so that handlers can be made for each with one template. `of` is the
// result, `raw` the same with the host's NaNs, `scaled` the result times 2^64 for flush_result.
struct AddOp {
  template <class T>
  static T raw(T a, T b) {
    return a + b;
  }
  template <class T>
  static T of(T a, T b) {
    return with_nan(raw(a, b), a, b);
  }
  /// A sum of normal numbers is exact where it is tiny.
  template <class T>
  static T scaled(T a, T b) {
    return (a + b) * T{0x1p64};
  }
};
struct SubOp {
  template <class T>
  static T raw(T a, T b) {
    return a - b;
  }
  template <class T>
  static T of(T a, T b) {
    return with_nan(raw(a, b), a, b);
  }
  template <class T>
  static T scaled(T a, T b) {
    return (a - b) * T{0x1p64};
  }
};
struct MulOp {
  template <class T>
  static T raw(T a, T b) {
    return a * b;
  }
  template <class T>
  static T of(T a, T b) {
    return with_nan(raw(a, b), a, b);
  }
  template <class T>
  static T scaled(T a, T b) {
    return a * T{0x1p64} * b;
  }
};
struct DivOp {
  template <class T>
  static T raw(T a, T b) {
    return a / b;
  }
  template <class T>
  static T of(T a, T b) {
    return with_nan(raw(a, b), b, a);  // the hardware's sequence lets a NaN dividend win
  }
  template <class T>
  static T scaled(T a, T b) {
    return a * T{0x1p64} / b;
  }
};
struct FmaOp {
  template <class T>
  static T raw(T a, T b, T c) {
    return fused(a, b, c);
  }
  template <class T>
  static T of(T a, T b, T c) {
    return with_nan(raw(a, b, c), a, b, c);
  }
  template <class T>
  static T scaled(T a, T b, T c) {
    return fused(a * T{0x1p64}, b, c * T{0x1p64});
  }
};
struct RcpOp {
  template <class T>
  static T raw(T a) {
    return T{1} / a;
  }
  template <class T>
  static T of(T a) {
    return with_nan(raw(a), a);
  }
  template <class T>
  static T scaled(T a) {
    return T{0x1p64} / a;
  }
};
struct SqrtOp {
  template <class T>
  static T raw(T a) {
    return root(a);
  }
  template <class T>
  static T of(T a) {
    return with_nan(raw(a), a);
  }
  /// Never tiny.
  template <class T>
  static T scaled(T /*a*/) {
    return T{1};
  }
};

/// Minimum: the operand that is not NaN, or NaN; -0 is less than +0.
template <class T>
constexpr T minimum(T a, T b) {
  const T equal = [&] {
    if constexpr (sizeof(T) == 4) {
      return float_of(bits_of(a) | bits_of(b));
    } else {
      return double_of(bits_of(a) | bits_of(b));
    }
  }();
  const T lesser = a == b ? equal : (a < b || b != b) ? a : b;
  return with_nan(lesser, a, b);
}
template <class T>
constexpr T maximum(T a, T b) {
  const T equal = [&] {
    if constexpr (sizeof(T) == 4) {
      return float_of(bits_of(a) & bits_of(b));
    } else {
      return double_of(bits_of(a) & bits_of(b));
    }
  }();
  const T greater = a == b ? equal : (a > b || b != b) ? a : b;
  return with_nan(greater, a, b);
}

}  // namespace
}  // namespace vgpu::VGPU_ISA
