// SPDX-License-Identifier: MIT
#include "course/fill.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "course/number_table.h"
#include "course/random.h"

namespace course {
namespace {

bool is_floating(ElementType type) {
  return type == ElementType::Float || type == ElementType::Double || type == ElementType::Half;
}
bool is_unsigned(ElementType type) {
  return type == ElementType::Unsigned || type == ElementType::UnsignedChar;
}

struct Limits {
  double lowest;
  double largest;
};

Limits limits_of(ElementType type) {
  switch (type) {
    case ElementType::Float:
      return {-static_cast<double>(std::numeric_limits<float>::max()),
              static_cast<double>(std::numeric_limits<float>::max())};
    case ElementType::Double:
      return {std::numeric_limits<double>::lowest(), std::numeric_limits<double>::max()};
    case ElementType::Half:
      return {-65504, 65504};
    case ElementType::Int:
      return {std::numeric_limits<std::int32_t>::lowest(),
              std::numeric_limits<std::int32_t>::max()};
    case ElementType::Unsigned:
      return {0, std::numeric_limits<std::uint32_t>::max()};
    case ElementType::LongLong:
      return {-0x1p53, 0x1p53};  // as far as a double counts
    case ElementType::UnsignedChar:
      return {0, 255};
  }
  return {0, 0};
}

double special_value(SpecialValue special, ElementType type) {
  switch (special) {
    case SpecialValue::Nan:
      return std::numeric_limits<double>::quiet_NaN();
    case SpecialValue::Infinity:
      return std::numeric_limits<double>::infinity();
    case SpecialValue::MinusInfinity:
      return -std::numeric_limits<double>::infinity();
    case SpecialValue::MinusZero:
      return -0.0;
    case SpecialValue::Denormal:
      return type == ElementType::Half    ? 0x1p-20
             : type == ElementType::Float ? 0x1p-140
                                          : 0x1p-1060;
    case SpecialValue::Max:
      return limits_of(type).largest;
    case SpecialValue::Lowest:
      return limits_of(type).lowest;
    case SpecialValue::Zero:
      return 0;
    case SpecialValue::One:
      return 1;
  }
  return 0;
}

bool needs_floating(SpecialValue special) {
  return special == SpecialValue::Nan || special == SpecialValue::Infinity ||
         special == SpecialValue::MinusInfinity || special == SpecialValue::MinusZero ||
         special == SpecialValue::Denormal;
}

/// Evaluates the numbers of a fill and checks them against the element type.
class FillPlanner {
 public:
  FillPlanner(const Fill& fill, ElementType element, const Variables& variables)
      : fill_(fill), element_(element), variables_(variables) {}

  base::Result<RealFill> plan(const View& view) {
    RealFill result;
    result.kind = fill_.kind;
    result.special = fill_.special;
    result.values = fill_.kind == FillKind::File ? from_file(view) : fill_.values;
    result.whole = fill_.kind == FillKind::Integers || !is_floating(element_);
    const bool from_zero = is_unsigned(element_);
    const double low = result.whole ? (from_zero ? 0 : -100) : -1;
    const double high = result.whole ? (from_zero ? 200 : 100) : 1;
    result.low = number(fill_.low, low);
    result.high = number(fill_.high, high);
    result.mean = number(fill_.mean, 0);
    result.deviation = number(fill_.deviation, 1);
    const bool constant = fill_.kind == FillKind::Constant;
    result.start = number(constant ? fill_.value : fill_.start, 0);
    result.increment = constant ? 0 : number(fill_.increment, 1);
    result.total = integer(fill_.total, 0);
    result.special_count = integer(fill_.special_count, 1);
    check(result, view);
    if (!problems_.empty()) return problems_;
    return result;
  }

 private:
  std::vector<double> from_file(const View& view) {
    const std::int64_t row = integer(fill_.row, 0);
    const std::int64_t column = integer(fill_.column, 0);
    if (!fill_.table) return {};  // reported when the file was read
    base::Result<std::vector<double>> part = part_of(*fill_.table, view.shape, row, column);
    if (part) return std::move(part).value();
    report(part.errors().front().message);
    return {};
  }
  void report(std::string message) { problems_.push_back({fill_.where, std::move(message), ""}); }
  double number(const std::optional<Expression>& expression, double otherwise) {
    if (!expression) return otherwise;
    base::Result<double> value = expression->number(variables_);
    if (value) return *value;
    problems_.insert(problems_.end(), value.errors().begin(), value.errors().end());
    return otherwise;
  }
  std::int64_t integer(const std::optional<Expression>& expression, std::int64_t otherwise) {
    if (!expression) return otherwise;
    base::Result<std::int64_t> value = expression->integer(variables_);
    if (value) return *value;
    problems_.insert(problems_.end(), value.errors().begin(), value.errors().end());
    return otherwise;
  }
  void check_value(double value, const char* what, bool whole) {
    const Limits limits = limits_of(element_);
    if (!(value >= limits.lowest && value <= limits.largest))
      report(fmt::format("{} {} does not fit into {}", what, value, to_string(element_)));
    else if (whole && value != std::floor(value))
      report(fmt::format("{} {} is not a whole number", what, value));
  }
  void check(const RealFill& fill, const View& view) {
    check_value(fill.low, "'low'", fill.whole);
    check_value(fill.high, "'high'", fill.whole);
    if (fill.low > fill.high) report("'low' is above 'high'");
    if (fill.kind == FillKind::Normal && !is_floating(element_))
      report(fmt::format("a normal distribution does not fit {}", to_string(element_)));
    if (fill.deviation < 0) report("'deviation' is negative");
    const std::int64_t last = std::max<std::int64_t>(view.count() - 1, 0);
    check_value(fill.start, "the first value", !is_floating(element_));
    if (fill.kind == FillKind::Iota || fill.kind == FillKind::Permutation)
      check_value(fill.start + fill.increment * static_cast<double>(last), "the last value",
                  !is_floating(element_));
    if (fill.total < 0) report("'total' is negative");
    check_value(static_cast<double>(fill.total), "'total'", true);
    for (const double value : fill.values) check_value(value, "the value", !is_floating(element_));
    std::int64_t distinct = 1;
    for (std::size_t dim = 0; dim < view.shape.size(); ++dim)
      if (view.strides[dim] != 0 || view.shape[dim] == 0) distinct *= view.shape[dim];
    if (fill.kind == FillKind::List && static_cast<std::int64_t>(fill.values.size()) != distinct)
      report(fmt::format("{} values for {} elements", fill.values.size(), distinct));
    if (fill.special_count < 0) report("'special_count' is negative");
    for (const SpecialValue special : fill.special)
      if (needs_floating(special) && !is_floating(element_))
        report(fmt::format("{} has no such special value", to_string(element_)));
  }

  const Fill& fill_;
  ElementType element_;
  const Variables& variables_;
  std::vector<base::Diagnostic> problems_;
};

template <class T>
void shuffle(std::vector<T>& list, Random& random) {
  for (std::size_t left = list.size(); left > 1; --left)
    std::swap(list[left - 1], list[random.below(left)]);
}

/// As the element type holds it, so that rounding cannot reach `high` itself.
double rounded_below(double value, double high, ElementType type) {
  std::byte bytes[8];
  store_element(type, value, bytes);
  const double stored = element_value(type, bytes);
  if (stored < high || type == ElementType::Double) return stored;
  return type == ElementType::Half
             ? stored - std::ldexp(std::max(std::fabs(stored), 0x1p-14), -11)
             : static_cast<double>(std::nextafter(static_cast<float>(high),
                                                  -std::numeric_limits<float>::infinity()));
}

double whole_between(double low, double high, Random& random) {
  const auto span = static_cast<std::uint64_t>(high - low) + 1;
  return low + static_cast<double>(random.below(span));
}

/// Never falling, from 0 to total: the lengths of rows from random cuts.
std::vector<double> offsets(std::int64_t total, std::size_t count, Random& random) {
  std::vector<double> cuts(count, 0);
  for (std::size_t i = 1; i + 1 < count; ++i)
    cuts[i] = static_cast<double>(random.below(static_cast<std::uint64_t>(total) + 1));
  if (count > 1) cuts[count - 1] = static_cast<double>(total);
  std::sort(cuts.begin(), cuts.end());
  return cuts;
}

std::vector<double> make_values(const RealFill& fill, ElementType type, std::size_t count,
                                Random& random) {
  if (fill.kind == FillKind::Offsets) return offsets(fill.total, count, random);
  if (fill.kind == FillKind::List || fill.kind == FillKind::File) return fill.values;
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (fill.kind == FillKind::Normal) {
      values[i] = fill.mean + fill.deviation * random.normal();
    } else if (fill.kind != FillKind::Uniform && fill.kind != FillKind::Integers) {
      values[i] = fill.start + fill.increment * static_cast<double>(i);
    } else if (fill.whole) {
      values[i] = whole_between(fill.low, fill.high, random);
    } else if (fill.low < fill.high) {
      values[i] = rounded_below(fill.low + random.unit() * (fill.high - fill.low), fill.high, type);
    } else {
      values[i] = fill.low;
    }
  }
  if (fill.kind == FillKind::Permutation) shuffle(values, random);
  return values;
}

/// Positions of the view's elements in row-major order, each once (a broadcast one at its first).
std::vector<std::int64_t> places_of(const View& view) {
  std::vector<std::int64_t> places;
  std::vector<std::uint8_t> seen(static_cast<std::size_t>(view.storage), 0);
  const std::int64_t count = view.count();
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t place = view.position(i);
    std::uint8_t& known = seen[static_cast<std::size_t>(place)];
    if (known == 0) places.push_back(place);
    known = 1;
  }
  return places;
}

double gap_value(ElementType type, Random& random) {
  const double share = 0.5 + random.unit() / 2;
  switch (type) {
    case ElementType::Float:
    case ElementType::Double:
      return share * -1e30;
    case ElementType::Half:
      return std::floor(share * -60000);
    case ElementType::UnsignedChar:
      return std::floor(share * 255);
    default:
      return std::floor(share * 0x1p30);
  }
}

}  // namespace

base::Result<RealFill> plan_fill(const Fill& fill, ElementType element, const View& view,
                                 const Variables& variables) {
  return FillPlanner(fill, element, variables).plan(view);
}

std::vector<std::byte> fill_storage(const RealFill& fill, ElementType element, const View& view,
                                    std::uint64_t seed) {
  const std::size_t size = size_of(element);
  std::vector<std::byte> storage(static_cast<std::size_t>(view.storage) * size);
  Random gaps(~seed);
  for (std::size_t at = 0; at < storage.size(); at += size)
    store_element(element, gap_value(element, gaps), storage.data() + at);

  Random random(seed);
  const std::vector<std::int64_t> places = places_of(view);
  std::vector<double> values = make_values(fill, element, places.size(), random);
  if (!fill.special.empty()) {
    std::vector<std::size_t> chosen(values.size());
    std::iota(chosen.begin(), chosen.end(), std::size_t{0});
    shuffle(chosen, random);
    const auto wanted = fill.special.size() * static_cast<std::size_t>(fill.special_count);
    for (std::size_t i = 0; i < std::min(wanted, chosen.size()); ++i)
      values[chosen[i]] = special_value(fill.special[i % fill.special.size()], element);
  }
  for (std::size_t i = 0; i < places.size() && i < values.size(); ++i)
    store_element(element, values[i], storage.data() + static_cast<std::size_t>(places[i]) * size);
  return storage;
}

}  // namespace course
