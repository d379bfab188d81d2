// SPDX-License-Identifier: MIT
/// \file
/// Makes a case concrete: sizes, bytes of every buffer, scalar values, launch sizes.
///
/// The same case, salt and exercise give the same bytes on every machine: the generator is our own
/// (xoshiro256**), and no library distribution is used. Tested by realise_test.cpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "course/exercise.h"

namespace course {

/// Most dimensions of a view.
inline constexpr int kMaxDims = 10;

/// struct Strided as the student's code has it (course.h and strided.h of the lessons).
struct StridedValue {
  std::int32_t dims = 0;                         ///< used entries of the arrays
  std::array<std::int32_t, kMaxDims> shape{};    ///< extents
  std::array<std::int32_t, kMaxDims> strides{};  ///< in elements
};

/// A view within a storage, all in elements.
struct View {
  IntList shape;             ///< extents
  IntList strides;           ///< of each dimension
  std::int64_t offset = 0;   ///< of the first element
  std::int64_t storage = 0;  ///< elements of the buffer

  /// Elements of the view (with stride 0: counted as often as they are seen).
  std::int64_t count() const;
  /// Position within the storage of the view's i-th element in row-major order.
  std::int64_t position(std::int64_t index) const;
  /// The index tuple of the view's i-th element in row-major order.
  IntList index_tuple(std::int64_t index) const;
  /// One per element of the storage: 1 where the view has it, 0 in gaps.
  std::vector<std::uint8_t> mask() const;
};

/// A tolerance with its numbers.
struct RealTolerance {
  double absolute = 0;       ///< summand
  double relative = 0;       ///< factor on the expected value
  double ulps = 0;           ///< factor on the distance of neighbours
  double additions = 0;      ///< behind one output
  double scale = 0;          ///< bound of the sum of magnitudes
  bool signed_zero = false;  ///< do -0 and 0 differ?
};

/// An argument with its contents.
struct RealParameter {
  std::string name;                          ///< the parameter's
  std::string type;                          ///< C++ type
  Role role = Role::Value;                   ///< what it is for
  ElementType element = ElementType::Float;  ///< type of one element
  MemorySpace memory = MemorySpace::Device;  ///< where the pointer points
  bool is_pointer = false;                   ///< else passed by value
  bool spec_only = false;                    ///< only the specification takes it
  View view;                                 ///< pointers
  std::vector<std::byte> storage;  ///< pointers: contents before the call (poison for outputs)
  std::vector<std::uint8_t> mask;  ///< pointers: per element, 1 in the view, 0 in a gap
  std::vector<std::byte> value;    ///< scalars and Strided: the argument's bytes
  std::optional<RealTolerance> tolerance;  ///< outputs

  /// Bytes before the pointer that is passed.
  std::size_t offset_bytes() const {
    return static_cast<std::size_t>(view.offset) * size_of(element);
  }
};

/// A case ready to run.
struct RealCase {
  std::string key;                        ///< the case's
  std::string entry;                      ///< the entry's name
  std::vector<RealParameter> parameters;  ///< in call order, with the spec_only ones in their place
  std::optional<RealParameter> result;    ///< of a host function that returns a value, poisoned
  std::array<std::int64_t, 3> grid{1, 1, 1};   ///< blocks; 0 means no launch
  std::array<std::int64_t, 3> block{1, 1, 1};  ///< threads of a block
  bool block_prescribed = false;               ///< is `block` given?
  std::int64_t shared_bytes = 0;               ///< dynamic shared memory
  Variables variables;                         ///< with defaults

  /// The parameter of this name, or nullptr.
  const RealParameter* find(std::string_view parameter) const;
};

/// The bytes that fill outputs before a call: a quiet NaN pattern that no computation makes for
/// floating types, an unlikely number for integers. `storage` is filled in whole elements.
void poison(ElementType type, std::vector<std::byte>& storage);

/// Does the element at `bytes` still hold the poison?
bool is_poison(ElementType type, const std::byte* bytes);

/// Writes a value as an element: floats rounded to nearest even, integers truncated and clamped.
void store_element(ElementType type, double value, std::byte* bytes);

/// The element at `bytes` as a double.
double element_value(ElementType type, const std::byte* bytes);

/// Sizes, views, scalars and launch sizes of a case, without the contents of its buffers (`storage`
/// and `mask` are empty). Diagnostics as those of realise().
base::Result<RealCase> plan_case(const Exercise& exercise, const Case& the_case,
                                 std::uint64_t limit_bytes = 4ULL << 30);

/// Makes a case concrete. Everything that does not fit (a view outside of its storage, an overlap
/// between outputs, a division by 0) is a diagnostic at the place in exercise.toml. At most
/// `limit_bytes` for all buffers together. What a host function returns is one more output, behind
/// its parameters, as in its shim.
base::Result<RealCase> realise(const Exercise& exercise, const Case& the_case,
                               std::string_view salt, std::uint64_t limit_bytes = 4ULL << 30);

/// What a budget allows for a case; nothing where the reference decides.
base::Result<std::optional<std::int64_t>> allowed_count(const Budget& budget, const Case& the_case);

}  // namespace course
