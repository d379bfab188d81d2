// SPDX-License-Identifier: MIT
/// \file
/// Finds the PTX text in what a compiler put into the program: an nvcc fatbin or clang's plain
/// text.
///
/// The bytes come from the student's build, so nothing in them is trusted. Layout as measured with
/// nvcc 12 and 13 (docs/formats/protocol.md, "Device code"). Tested by fatbin_test.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace device {

/// One part of a fatbin.
struct FatbinEntry {
  /// What the part holds.
  enum class Kind { Ptx, Elf, Other };
  /// How the payload is packed.
  enum class Packing { Plain, Lz4, Zstd };
  Kind kind = Kind::Other;             ///< see Kind
  Packing packing = Packing::Plain;    ///< see Packing
  std::uint32_t architecture = 0;      ///< 75 for sm_75 or compute_75
  std::span<const std::byte> payload;  ///< within the bytes that were read
};

/// Does the image start like a fatbin?
bool looks_like_fatbin(std::span<const std::byte> image);

/// All parts of a fatbin, or what is wrong with it.
base::Result<std::vector<FatbinEntry>> read_fatbin(std::span<const std::byte> image);

/// The PTX text of an image: of a fatbin the plain PTX part with the highest architecture, of
/// clang's image the text itself. Diagnostics say what to do about compressed and PTX-less fatbins.
base::Result<std::string> ptx_of_image(std::span<const std::byte> image);

}  // namespace device
