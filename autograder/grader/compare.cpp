// SPDX-License-Identifier: MIT
#include "grader/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/text.h"

namespace grader {
namespace {

using course::ElementType;
using course::RealParameter;
using course::RealTolerance;

bool is_floating(ElementType type) {
  return type == ElementType::Float || type == ElementType::Double || type == ElementType::Half;
}

/// Digits of the significand, the hidden one included, and the smallest exponent.
struct Format {
  int digits;
  int least_exponent;
};

Format format_of(ElementType type) {
  if (type == ElementType::Double) return {53, -1022};
  return type == ElementType::Half ? Format{11, -14} : Format{24, -126};
}

/// Distance from the number to its next larger neighbour in the type.
double ulp_of(ElementType type, double value) {
  const Format format = format_of(type);
  const int exponent =
      value == 0 ? format.least_exponent : std::max(std::ilogb(value), format.least_exponent);
  return std::ldexp(1.0, exponent - format.digits + 1);
}

double bound_of(ElementType type, const RealTolerance& tolerance, double want) {
  double bound = tolerance.absolute;
  if (tolerance.relative != 0) bound += tolerance.relative * std::fabs(want);
  if (tolerance.ulps != 0) bound += tolerance.ulps * ulp_of(type, want);
  const double unit = std::ldexp(1.0, -format_of(type).digits);
  return bound + tolerance.additions * unit * tolerance.scale;
}

struct Distance {
  bool right = true;
  double share = 0;  ///< of the bound
};

Distance distance(ElementType type, const RealTolerance& tolerance, double got, double want) {
  if (std::isnan(want) || std::isnan(got)) {
    return {std::isnan(want) && std::isnan(got), 0};
  }
  if (std::isinf(want) || std::isinf(got)) return {got == want, 0};
  if (got == want) return {!tolerance.signed_zero || std::signbit(got) == std::signbit(want), 0};
  const double bound = bound_of(type, tolerance, want);
  const double difference = std::fabs(got - want);
  if (bound <= 0) return {false, std::numeric_limits<double>::infinity()};
  return {difference <= bound, difference / bound};
}

std::string text_of(ElementType type, const std::byte* bytes) {
  switch (type) {
    case ElementType::LongLong: {
      long long value = 0;
      std::memcpy(&value, bytes, sizeof value);
      return fmt::format("{}", value);
    }
    case ElementType::Float:
      return fmt::format("{}", static_cast<float>(element_value(type, bytes)));
    default:
      return fmt::format("{}", element_value(type, bytes));
  }
}

bool any_written(const BufferAfter& after, std::size_t first, std::size_t count) {
  if (after.written.empty()) return true;
  for (std::size_t i = first; i < first + count; ++i) {
    if (after.written[i] != 0) return true;
  }
  return false;
}

// Without marks of the worker (host memory) the poison tells.
bool never_written(const RealParameter& parameter, const BufferAfter& got, std::size_t byte) {
  const std::size_t size = size_of(parameter.element);
  if (!got.written.empty()) return !any_written(got, byte, size);
  return parameter.role == course::Role::Output &&
         course::is_poison(parameter.element, got.bytes.data() + byte);
}

std::string shape_text(const course::IntList& shape) {
  std::vector<std::string> parts;
  for (const std::int64_t extent : shape) parts.push_back(std::to_string(extent));
  return fmt::format("{}", fmt::join(parts, " x "));
}

// Where the elements that nobody wrote begin, when they are all at the end.
std::optional<std::size_t> unwritten_tail(const Comparison& comparison) {
  const auto first =
      std::find(comparison.elements.begin(), comparison.elements.end(), Element::NeverWritten);
  const bool all = std::all_of(first, comparison.elements.end(),
                               [](Element element) { return element == Element::NeverWritten; });
  if (!all) return std::nullopt;
  return static_cast<std::size_t>(first - comparison.elements.begin());
}

// `written` elements from the first one on, by a launch that has no thread for each of the rest.
bool too_small(std::uint64_t threads, std::uint64_t written, std::uint64_t count) {
  return threads > 0 && threads < count && written <= threads;
}

// What the size of the launch says about elements at the end that nobody wrote. Threads that wrote
// more than one each are no longer one for each element.
std::string launch_text(std::uint64_t threads, std::uint64_t written, std::uint64_t count) {
  if (threads == 0) return "";
  const std::string sizes =
      fmt::format("{} for {}", base::counted(threads, "thread"), base::counted(count, "element"));
  if (threads >= count) return ", though the launch has " + sizes;
  return too_small(threads, written, count) ? ": the grid is too small, " + sizes
                                            : " (the launch has " + sizes + ")";
}

std::string never_written_message(const RealParameter& parameter, const Comparison& comparison,
                                  std::uint64_t threads) {
  const std::uint64_t count = comparison.elements.size();
  const bool on_host = parameter.memory == course::MemorySpace::Host;
  if (on_host && comparison.never_written == count) {
    return fmt::format("{} still holds what it held: nothing was copied to it", parameter.name);
  }
  if (comparison.never_written == count) {
    return fmt::format("{} was never written: no thread stored anything to it", parameter.name);
  }
  const std::optional<std::size_t> tail = unwritten_tail(comparison);
  if (tail && parameter.view.shape.size() == 1) {
    return fmt::format("{}[{}..] was never written{}", parameter.name, *tail,
                       on_host ? ": nothing was copied to it" : launch_text(threads, *tail, count));
  }
  const std::string first = element_name(parameter.name, comparison.first->index);
  if (comparison.never_written == 1) return first + " was never written";
  const std::string shape =
      parameter.view.shape.size() > 1 ? fmt::format(" ({})", shape_text(parameter.view.shape)) : "";
  return fmt::format("{} and {} more of {} elements{} were never written", first,
                     base::with_thousands(comparison.never_written - 1),
                     base::with_thousands(count), shape);
}

// How far off, where rounding may be the reason; what is plainly wrong needs no such number.
std::string bound_text(double share, const char* before) {
  constexpr double kPlainlyWrong = 1000;
  if (share <= 1 || share >= kPlainlyWrong) return "";
  return fmt::format("{}{:.1f} times the error bound", before, share);
}

std::string differ_text(const Comparison& comparison) {
  if (comparison.elements.size() == 1) return bound_text(comparison.error_share, ", ");
  return fmt::format(" ({} of {} differ{})",
                     base::with_thousands(comparison.wrong + comparison.never_written),
                     base::with_thousands(comparison.elements.size()),
                     bound_text(comparison.error_share, ", by up to "));
}

std::string message_for(const RealParameter& parameter, const Comparison& comparison,
                        std::uint64_t threads) {
  if (comparison.wrong > 0) {
    const std::string differ = differ_text(comparison);
    if (comparison.first->got != kNeverWritten) {
      return fmt::format("{}: got {}, want {}{}",
                         element_name(parameter.name, comparison.first->index),
                         comparison.first->got, comparison.first->want, differ);
    }
    return fmt::format("{}; {} besides", never_written_message(parameter, comparison, threads),
                       base::counted(comparison.wrong, "wrong value"));
  }
  if (comparison.never_written > 0) return never_written_message(parameter, comparison, threads);
  if (comparison.gaps_touched > 0) {
    return fmt::format(
        "{} was written outside of its view: {} between its elements, the first at position {} of "
        "its memory",
        parameter.name, base::counted(comparison.gaps_touched, "place"), *comparison.first_gap);
  }
  return "";
}

void check_gaps(const RealParameter& parameter, const BufferAfter& got, Comparison& comparison) {
  const std::size_t size = size_of(parameter.element);
  for (std::size_t i = 0; i < parameter.mask.size(); ++i) {
    if (parameter.mask[i] != 0) continue;
    const bool touched = got.written.empty()
                             ? std::memcmp(got.bytes.data() + i * size,
                                           parameter.storage.data() + i * size, size) != 0
                             : any_written(got, i * size, size);
    if (!touched) continue;
    if (comparison.gaps_touched++ == 0) comparison.first_gap = static_cast<std::int64_t>(i);
  }
}

}  // namespace

std::string element_name(const std::string& parameter, const std::vector<std::int64_t>& index) {
  if (index.empty()) return parameter;
  return fmt::format("{}[{}]", parameter, fmt::join(index, ", "));
}

Comparison compare_output(const RealParameter& parameter, const BufferAfter& got,
                          std::span<const std::byte> want, std::uint64_t threads) {
  Comparison comparison;
  const std::size_t size = size_of(parameter.element);
  const std::int64_t count = parameter.view.count();
  const RealTolerance tolerance = parameter.tolerance.value_or(RealTolerance{});
  comparison.elements.assign(static_cast<std::size_t>(count), Element::Right);
  for (std::int64_t i = 0; i < count; ++i) {
    const std::size_t byte = static_cast<std::size_t>(parameter.view.position(i)) * size;
    const std::byte* yours = got.bytes.data() + byte;
    const std::byte* theirs = want.data() + byte;
    Distance apart;
    const bool unwritten = never_written(parameter, got, byte);
    if (is_floating(parameter.element)) {
      apart = distance(parameter.element, tolerance, element_value(parameter.element, yours),
                       element_value(parameter.element, theirs));
    } else {
      apart.right = std::memcmp(yours, theirs, size) == 0;
    }
    // An inout element that has its value already need not be written.
    if (apart.right && !(unwritten && parameter.role == course::Role::Output)) {
      comparison.error_share = std::max(comparison.error_share, apart.share);
      continue;
    }
    comparison.elements[static_cast<std::size_t>(i)] =
        unwritten ? Element::NeverWritten : Element::Wrong;
    ++(unwritten ? comparison.never_written : comparison.wrong);
    if (!unwritten) comparison.error_share = std::max(comparison.error_share, apart.share);
    if (!comparison.first) {
      comparison.first = Mismatch{parameter.name, parameter.view.index_tuple(i),
                                  unwritten ? kNeverWritten : text_of(parameter.element, yours),
                                  text_of(parameter.element, theirs), std::nullopt};
    }
  }
  check_gaps(parameter, got, comparison);
  comparison.message = message_for(parameter, comparison, threads);
  if (const std::optional<std::size_t> tail = unwritten_tail(comparison)) {
    comparison.grid_too_small = too_small(threads, *tail, comparison.elements.size());
  }
  return comparison;
}

std::optional<Mismatch> changed_input(const RealParameter& parameter, const BufferAfter& after) {
  if (after.bytes == parameter.storage) return std::nullopt;
  const std::size_t size = size_of(parameter.element);
  const std::int64_t count = parameter.view.count();
  for (std::int64_t i = 0; i < count; ++i) {
    const std::size_t byte = static_cast<std::size_t>(parameter.view.position(i)) * size;
    if (std::memcmp(after.bytes.data() + byte, parameter.storage.data() + byte, size) != 0) {
      return Mismatch{parameter.name, parameter.view.index_tuple(i),
                      text_of(parameter.element, after.bytes.data() + byte),
                      text_of(parameter.element, parameter.storage.data() + byte), std::nullopt};
    }
  }
  return Mismatch{parameter.name, {}, "changed between its elements", "unchanged", std::nullopt};
}

}  // namespace grader
