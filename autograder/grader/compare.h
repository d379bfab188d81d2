// SPDX-License-Identifier: MIT
/// \file
/// Holds an output against the specification's: which elements differ, which were never written,
/// whether gaps stayed untouched, and what shape the differences have.
///
/// Tested by compare_test.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "course/realise.h"
#include "grader/result.h"

namespace grader {

/// What a buffer held after the run.
struct BufferAfter {
  std::vector<std::byte> bytes;       ///< of the whole storage
  std::vector<std::uint8_t> written;  ///< one a byte: 1 when the program wrote it; empty: unknown
};

/// What became of one element of a view.
enum class Element : std::uint8_t { Right, Wrong, NeverWritten };

/// One output held against the expected one.
struct Comparison {
  std::vector<Element> elements;  ///< along the view, row-major
  std::uint64_t wrong = 0;
  std::uint64_t never_written = 0;
  std::uint64_t gaps_touched = 0;         ///< elements between those of the view that were written
  std::optional<std::int64_t> first_gap;  ///< position in the storage of the first one
  std::optional<Mismatch> first;
  bool grid_too_small = false;  ///< fewer threads than elements, and the rest never written
  double error_share = 0;
  std::string message;  ///< one line; empty when all is right

  /// Is everything as it should be?
  bool right() const { return wrong == 0 && never_written == 0 && gaps_touched == 0; }
};

/// Compares an output; `want` is the whole storage as the specification left it, `threads` how many
/// the largest launch had, 0 when nobody knows.
Comparison compare_output(const course::RealParameter& parameter, const BufferAfter& got,
                          std::span<const std::byte> want, std::uint64_t threads);

/// The first element of an input that came back changed, as a mismatch; nothing when none did.
std::optional<Mismatch> changed_input(const course::RealParameter& parameter,
                                      const BufferAfter& after);

/// Names of the patterns of docs/formats/exercise_toml.md that a wrong output shows. `inputs` are
/// the case's other buffers, `block` the threads of a block.
std::vector<std::string> find_patterns(const course::RealParameter& parameter,
                                       const Comparison& comparison, const BufferAfter& got,
                                       std::span<const std::byte> want,
                                       const std::vector<course::RealParameter>& parameters,
                                       std::int64_t block);

/// "out[3, 5]", "out[7]", and "out" for a tensor without dimensions.
std::string element_name(const std::string& parameter, const std::vector<std::int64_t>& index);

}  // namespace grader
