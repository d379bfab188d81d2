// SPDX-License-Identifier: MIT
/// \file
/// Mathematical functions of CUDA that the C library lacks: error-function relatives, reciprocals,
/// functions of pi x. All in double. Tested by native_test.cpp.
#pragma once

namespace vgpu::native_math {

double erfcx(double x);                                  ///< exp(x^2) erfc(x)
double erfinv(double y);                                 ///< x with erf(x) = y
double erfcinv(double y);                                ///< x with erfc(x) = y
double normcdf(double x);                                ///< standard normal distribution
double normcdfinv(double p);                             ///< its inverse
double sinpi(double x);                                  ///< sin(pi x), exact at multiples of 1/2
double cospi(double x);                                  ///< cos(pi x), exact at multiples of 1/2
double rcbrt(double x);                                  ///< 1 / cbrt(x)
double rsqrt(double x);                                  ///< 1 / sqrt(x)
double rhypot(double x, double y);                       ///< 1 / hypot(x, y)
double norm3d(double x, double y, double z);             ///< length of a vector of three
double norm4d(double x, double y, double z, double w);   ///< length of a vector of four
double rnorm3d(double x, double y, double z);            ///< 1 / norm3d
double rnorm4d(double x, double y, double z, double w);  ///< 1 / norm4d
double cyl_bessel_i0(double x);                          ///< modified Bessel function, order 0
double cyl_bessel_i1(double x);                          ///< modified Bessel function, order 1
double lgamma(double x);                                 ///< without the C library's global sign
double powi(double x, int n);                            ///< x^n

}  // namespace vgpu::native_math
