// SPDX-License-Identifier: MIT
// The shapes of wrong results that hints may be keyed by (declared in compare.h).
#include <algorithm>
#include <cmath>
#include <optional>

#include "grader/compare.h"

namespace grader {
namespace {

using course::RealParameter;

std::vector<double> values_of(const RealParameter& parameter, std::span<const std::byte> storage) {
  std::vector<double> values;
  const std::size_t size = size_of(parameter.element);
  for (std::int64_t i = 0; i < parameter.view.count(); ++i) {
    const auto byte = static_cast<std::size_t>(parameter.view.position(i)) * size;
    values.push_back(element_value(parameter.element, storage.data() + byte));
  }
  return values;
}

bool same(double one, double other) {
  return one == other || std::fabs(one - other) <= 1e-6 * std::fabs(other);
}

std::size_t first_bad(const std::vector<Element>& elements) {
  return static_cast<std::size_t>(
      std::find_if(elements.begin(), elements.end(),
                   [](Element element) { return element != Element::Right; }) -
      elements.begin());
}

std::size_t end_of_bad(const std::vector<Element>& elements) {
  return static_cast<std::size_t>(
      elements.rend() - std::find_if(elements.rbegin(), elements.rend(),
                                     [](Element element) { return element != Element::Right; }));
}

bool all_bad(const std::vector<Element>& elements, std::size_t first, std::size_t end) {
  return std::all_of(elements.begin() + static_cast<std::ptrdiff_t>(first),
                     elements.begin() + static_cast<std::ptrdiff_t>(end),
                     [](Element element) { return element != Element::Right; });
}

bool is_shifted(const std::vector<double>& got, const std::vector<double>& want) {
  const auto size = static_cast<std::ptrdiff_t>(want.size());
  for (std::ptrdiff_t by = -3; by <= 3; ++by) {
    if (by == 0 || size < 8) continue;
    bool fits = true;
    for (std::ptrdiff_t i = std::max<std::ptrdiff_t>(0, -by);
         fits && i < size - std::max<std::ptrdiff_t>(0, by); ++i) {
      fits = same(got[static_cast<std::size_t>(i)], want[static_cast<std::size_t>(i + by)]);
    }
    if (fits) return true;
  }
  return false;
}

// Every wrong element, two at least, misses what is wanted by the same amount.
bool is_constant_off(const std::vector<double>& got, const std::vector<double>& want,
                     const std::vector<Element>& elements) {
  std::optional<double> amount;
  bool repeated = false;
  for (std::size_t i = 0; i < want.size(); ++i) {
    if (elements[i] == Element::NeverWritten) return false;
    if (elements[i] == Element::Right) continue;
    if (!std::isfinite(got[i]) || !std::isfinite(want[i])) return false;
    const double difference = got[i] - want[i];
    if (!amount) {
      amount = difference;
    } else {
      // Both were rounded to float.
      const double size = std::max({std::fabs(got[i]), std::fabs(want[i]), std::fabs(*amount)});
      if (std::fabs(difference - *amount) > 1e-6 * size) return false;
      repeated = true;
    }
  }
  return repeated;
}

// The last two dimensions changed places; readable only where both have the same extent.
bool is_transposed(const RealParameter& parameter, const std::vector<double>& got,
                   const std::vector<double>& want) {
  const course::IntList& shape = parameter.view.shape;
  if (shape.size() < 2 || shape.back() != shape[shape.size() - 2] || shape.back() < 2) return false;
  const auto side = static_cast<std::size_t>(shape.back());
  for (std::size_t i = 0; i < want.size(); ++i) {
    const std::size_t matrix = i / (side * side) * side * side;
    const std::size_t mirrored = matrix + i % side * side + i / side % side;
    if (!same(got[i], want[mirrored])) return false;
  }
  return true;
}

bool equals_an_input(const std::vector<double>& got, const std::vector<RealParameter>& parameters) {
  return std::any_of(parameters.begin(), parameters.end(), [&got](const RealParameter& other) {
    return other.is_pointer && other.role == course::Role::Input &&
           other.view.count() == static_cast<std::int64_t>(got.size()) &&
           values_of(other, other.storage) == got;
  });
}

}  // namespace

std::vector<std::string> find_patterns(const RealParameter& parameter, const Comparison& comparison,
                                       const BufferAfter& got, std::span<const std::byte> want,
                                       const std::vector<RealParameter>& parameters,
                                       std::int64_t block) {
  std::vector<std::string> found;
  if (comparison.right()) return found;
  const auto note = [&found](bool applies, const char* name) {
    if (applies) found.emplace_back(name);
  };
  note(comparison.never_written > 0, "never_written");
  note(comparison.gaps_touched > 0, "gap_touched");
  const std::size_t count = comparison.elements.size();
  if (comparison.wrong + comparison.never_written == 0) return found;
  const std::size_t first = first_bad(comparison.elements);
  const std::size_t end = end_of_bad(comparison.elements);
  const bool everything = comparison.wrong + comparison.never_written == count;
  note(everything, "all_wrong");
  note(!everything && end == count && all_bad(comparison.elements, first, end), "tail_wrong");
  note(!everything && first == 0 && all_bad(comparison.elements, 0, end), "head_wrong");
  // A grid of one block that is too small is right in its first block, too.
  note(block > 0 && !comparison.grid_too_small && first == static_cast<std::size_t>(block) &&
           all_bad(comparison.elements, first, count),
       "first_block_only");
  if (comparison.wrong == 0) return found;
  const std::vector<double> yours = values_of(parameter, got.bytes);
  const std::vector<double> theirs = values_of(parameter, want);
  bool nan = false;
  for (std::size_t i = 0; i < count; ++i)
    nan = nan || (std::isnan(yours[i]) && comparison.elements[i] == Element::Wrong);
  note(nan, "nan_result");
  note(is_constant_off(yours, theirs, comparison.elements), "constant_off");
  note(is_shifted(yours, theirs), "shifted");
  note(is_transposed(parameter, yours, theirs), "transposed");
  note(equals_an_input(yours, parameters), "same_as_input");
  return found;
}

}  // namespace grader
