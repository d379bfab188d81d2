// SPDX-License-Identifier: MIT
/// \file
/// The eighteen functions that map, zip and reduce apply to elements, each known by a number. The
/// kernels use them on float, the specifications on double.
///
/// CUDA knows the functions of `cmath` without it, and including it makes each build half a second
/// longer.
#pragma once

/// Number of an element function. The comment says what `apply` gives for x, or for x and y.
enum Function {
  kAdd = 1,       ///< x + y
  kMul = 2,       ///< x * y
  kId = 3,        ///< x
  kNeg = 4,       ///< -x
  kLt = 5,        ///< 1 where x < y, else 0
  kEq = 6,        ///< 1 where x == y, else 0
  kSigmoid = 7,   ///< 1 / (1 + e^-x)
  kRelu = 8,      ///< x where x > 0, else 0
  kReluBack = 9,  ///< y where x > 0, else 0: the derivative of relu at x, times y
  kLog = 10,      ///< natural logarithm of x
  kLogBack = 11,  ///< y / x: the derivative of log at x, times y
  kExp = 12,      ///< e^x
  kInv = 13,      ///< 1 / x
  kInvBack = 14,  ///< -y / x^2: the derivative of inv at x, times y
  kIsClose = 15,  ///< 1 where x and y are less than 0.01 apart, else 0
  kMax = 16,      ///< the larger of x and y
  kPow = 17,      ///< x to the power of y
  kTanh = 18,     ///< hyperbolic tangent of x
};

/// Applies a function of one argument. A number that names no such function gives x unchanged.
template <class Real>
__host__ __device__ inline Real apply(int function, Real x) {
  switch (function) {
    case kNeg:
      return -x;
    case kSigmoid:
      return Real(1) / (Real(1) + exp(-x));
    case kRelu:
      return x > Real(0) ? x : Real(0);
    case kLog:
      return log(x);
    case kExp:
      return exp(x);
    case kInv:
      return Real(1) / x;
    case kTanh:
      return tanh(x);
    default:
      return x;
  }
}

/// Applies a function of two arguments. A number that names no such function gives x unchanged.
template <class Real>
__host__ __device__ inline Real apply(int function, Real x, Real y) {
  switch (function) {
    case kAdd:
      return x + y;
    case kMul:
      return x * y;
    case kLt:
      return x < y ? Real(1) : Real(0);
    case kEq:
      return x == y ? Real(1) : Real(0);
    case kReluBack:
      return x > Real(0) ? y : Real(0);
    case kLogBack:
      return y / x;
    case kInvBack:
      return -y / (x * x);
    case kIsClose:
      return x - y < Real(0.01) && y - x < Real(0.01) ? Real(1) : Real(0);
    case kMax:
      return x > y ? x : y;
    case kPow:
      return pow(x, y);
    default:
      return x;
  }
}

/// Combines two values of a reduction: kAdd, kMul or kMax. As `apply`, but for the three functions
/// where the order of the elements does not matter.
template <class Real>
__host__ __device__ inline Real combine(int function, Real x, Real y) {
  switch (function) {
    case kMul:
      return x * y;
    case kMax:
      return x > y ? x : y;
    default:
      return x + y;
  }
}
