// SPDX-License-Identifier: MIT
#include "protocol/cuda_error.h"

namespace protocol {

const char* cuda_error_name(std::uint32_t error) {
  switch (error) {
#define CUDA_ERROR(name, number, text) \
  case number:                         \
    return #name;
#include "protocol/cuda_errors.def"
#undef CUDA_ERROR
    default:
      return "unrecognized error code";
  }
}

const char* cuda_error_text(std::uint32_t error) {
  switch (error) {
#define CUDA_ERROR(name, number, text) \
  case number:                         \
    return text;
#include "protocol/cuda_errors.def"
#undef CUDA_ERROR
    default:
      return "unrecognized error code";
  }
}

}  // namespace protocol
