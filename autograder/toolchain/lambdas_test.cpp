// SPDX-License-Identifier: MIT
#include "toolchain/lambdas.h"

#include <catch2/catch.hpp>

using toolchain::may_hold_device_lambdas;

TEST_CASE("a lambda with attributes is seen, however it is written", "[toolchain][lambdas]") {
  CHECK(may_hold_device_lambdas("auto f = [=] __device__ (int i) { return i; };"));
  CHECK(may_hold_device_lambdas("auto f = [=]__host__ __device__(int i) { return i; };"));
  CHECK(may_hold_device_lambdas("#define HD __host__ __device__\nauto f = [x] HD (int i) {};"));
  CHECK(may_hold_device_lambdas("auto f = [&a]\n    __device__() {};"));
  CHECK(may_hold_device_lambdas("#define F [=] \\\n  __device__ (int i) {}"));
  CHECK(may_hold_device_lambdas("auto f = [=] /* why */ __device__ (int i) {};"));
  CHECK(may_hold_device_lambdas("auto f = [=] // why\n __device__ (int i) {};"));
  CHECK(may_hold_device_lambdas("static_assert(__nv_is_extended_device_lambda_closure_type(T));"));
}

TEST_CASE("subscripts, arrays and lambdas of the host alone need no flag", "[toolchain][lambdas]") {
  CHECK_FALSE(may_hold_device_lambdas("out[i] = in[i] * a[i][j] + s[threadIdx.x];"));
  CHECK_FALSE(may_hold_device_lambdas("extern __shared__ float tile[];"));
  CHECK_FALSE(may_hold_device_lambdas("auto less = [](int a, int b) { return a < b; };"));
  CHECK_FALSE(may_hold_device_lambdas("auto less = [&] { return a[0] < b; }; int c[2] = {1, 2};"));
  CHECK_FALSE(may_hold_device_lambdas("~Numbers() { delete[] numbers_; }"));
  CHECK_FALSE(may_hold_device_lambdas("x = shape[2] / other; // tile[] holds a row\n"));
  CHECK_FALSE(may_hold_device_lambdas("/* in[i] is read */ out[i] /* here */ = 1;"));
  CHECK_FALSE(may_hold_device_lambdas("int a[4] // open comment"));
  CHECK_FALSE(may_hold_device_lambdas("no bracket at all"));
  CHECK_FALSE(may_hold_device_lambdas("the last one ]"));
}
