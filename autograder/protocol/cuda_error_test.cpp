// SPDX-License-Identifier: MIT
#include "protocol/cuda_error.h"

#include <catch2/catch.hpp>
#include <string>

TEST_CASE("errors have CUDA's names, numbers and texts", "[protocol][cuda_error]") {
  const auto [number, name, text] = GENERATE(table<std::uint32_t, std::string, std::string>({
      {0, "cudaSuccess", "no error"},
      {1, "cudaErrorInvalidValue", "invalid argument"},
      {9, "cudaErrorInvalidConfiguration", "invalid configuration argument"},
      {700, "cudaErrorIllegalAddress", "an illegal memory access was encountered"},
      {801, "cudaErrorNotSupported", "operation not supported"},
      {999, "cudaErrorUnknown", "unknown error"},
      {123456, "unrecognized error code", "unrecognized error code"},
  }));
  CHECK(protocol::cuda_error_name(number) == name);
  CHECK(protocol::cuda_error_text(number) == text);
}
