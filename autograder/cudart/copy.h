// SPDX-License-Identifier: MIT
/// \file
/// Copies and memsets of rows, for the functions that are made of them. Tested by runner_test.cpp
/// and tests/programs.
#pragma once

#include <cstddef>

#include "cudart/abi.h"

namespace cudart {

/// One copy: rows of `width` bytes.
struct Copy {
  void* to = nullptr;          ///< first byte of the first row
  std::size_t to_pitch = 0;    ///< bytes from row to row
  const void* from = nullptr;  ///< the same of the source
  std::size_t from_pitch = 0;  ///< the same of the source
  std::size_t width = 0;       ///< bytes of a row
  std::size_t height = 1;      ///< rows
};

/// Copies; with `waits` after everything before it is done.
cudaError_t copy_rows(const Copy& copy, cudaMemcpyKind kind, bool waits);

/// Sets every byte of rows of device memory.
cudaError_t fill_rows(void* pointer, std::size_t pitch, int value, std::size_t width,
                      std::size_t height);

/// cudaMemcpy3D of what lies in plain memory; arrays are not supported.
cudaError_t copy_box(const cudaMemcpy3DParms& parameters, bool waits);

}  // namespace cudart
