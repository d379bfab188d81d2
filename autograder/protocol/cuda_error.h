// SPDX-License-Identifier: MIT
/// \file
/// The errors of the CUDA runtime, from cuda_errors.def. Tested by cuda_error_test.cpp.
#pragma once

#include <cstdint>
#include <string_view>

namespace protocol {

/// CUDA error numbers under their CUDA names.
enum CudaError : std::uint32_t {
#define CUDA_ERROR(name, number, text) name = number,
#include "protocol/cuda_errors.def"
#undef CUDA_ERROR
};

/// "cudaErrorInvalidValue"; "unrecognized error code" for numbers that CUDA does not have. Ends
/// with a NUL.
const char* cuda_error_name(std::uint32_t error);

/// "invalid argument"; see cuda_error_name.
const char* cuda_error_text(std::uint32_t error);

}  // namespace protocol
