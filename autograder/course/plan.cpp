// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>

#include "course/fill.h"
#include "course/realise.h"

namespace course {
namespace {

constexpr std::int64_t kLargestInt = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t kLargestBlock = 1024;    // threads, CUDA C++ Programming Guide, table 21
constexpr std::int64_t kLargestGridYz = 65535;  // blocks in y and z, the same table

/// The override where it has a key, else the parameter's own view.
ViewSpec merged(const ViewSpec& own, const ViewSpec* over) {
  ViewSpec result = own;
  if (over == nullptr) return result;
  result.where = over->where;
  if (over->shape) result.shape = over->shape;
  if (over->broadcast) result.broadcast = over->broadcast;
  if (over->step) result.step = over->step;
  if (over->offset) result.offset = over->offset;
  if (over->storage) result.storage = over->storage;
  if (over->kind) {
    result.kind = over->kind;
    result.strides = over->strides;
    result.order = over->order;
  }
  return result;
}

/// Makes the numbers of one case; problems are collected, and a wrong number goes on as 0.
class Planner {
 public:
  Planner(const Exercise& exercise, const Case& one) : exercise_(exercise), case_(one) {}

  base::Result<RealCase> plan(std::uint64_t limit_bytes) {
    const Entry* entry = exercise_.find_entry(case_.entry);
    if (entry == nullptr) {
      report(case_.where, fmt::format("no entry is called '{}'", case_.entry));
      return problems_;
    }
    RealCase result;
    result.key = case_.key;
    result.entry = entry->name;
    result.variables = case_.variables;
    launch(*entry, result);
    for (const Parameter& parameter : entry->parameters)
      result.parameters.push_back(real(*entry, parameter));
    layouts(*entry, result);
    if (entry->returns != "void") result.result = returned(*entry);
    check_bytes(result, limit_bytes);
    if (!problems_.empty()) return problems_;
    return result;
  }

 private:
  void report(const base::SourceLocation& where, std::string message, std::string hint = {}) {
    problems_.push_back({where.file.empty() ? case_.where : where,
                         fmt::format("case '{}': {}", case_.key, message), std::move(hint)});
  }
  template <class T>
  T get(base::Result<T> result) {
    if (result) return std::move(result).value();
    for (const base::Diagnostic& error : result.errors())
      report(error.where, error.message, error.hint);
    return T{};
  }
  std::int64_t integer(const std::optional<Expression>& expression, std::int64_t otherwise) {
    return expression ? get(expression->integer(case_.variables)) : otherwise;
  }
  IntList list(const std::optional<Expression>& expression) {
    return expression ? get(expression->list_of(case_.variables)) : IntList{};
  }

  void sizes(const std::optional<Expression>& expression, const char* what,
             std::array<std::int64_t, 3>& sizes) {
    if (!expression) return;
    const IntList given = list(expression);
    const bool is_block = std::string_view(what) == "block";
    if (given.empty() || given.size() > 3) {
      report(expression->where(),
             fmt::format("{} has {} numbers, 1 to 3 are possible", what, given.size()));
      return;
    }
    std::copy(given.begin(), given.end(), sizes.begin());
    std::int64_t threads = 1;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::int64_t most = is_block ? kLargestBlock : i == 0 ? kLargestInt : kLargestGridYz;
      if (sizes[i] < (is_block ? 1 : 0) || sizes[i] > most) {
        report(expression->where(), fmt::format("{} is {} in direction {}", what, sizes[i], i),
               fmt::format("{} to {} are possible", is_block ? 1 : 0, most));
        return;
      }
      threads *= is_block ? sizes[i] : 1;
    }
    if (threads > kLargestBlock)
      report(expression->where(), fmt::format("a block of {} threads", threads),
             fmt::format("at most {}", kLargestBlock));
  }

  void launch(const Entry& entry, RealCase& result) {
    sizes(entry.grid, "grid", result.grid);
    sizes(entry.block, "block", result.block);
    result.block_prescribed = entry.block.has_value();
    result.shared_bytes = get(entry.shared_bytes.integer(case_.variables));
    if (result.shared_bytes < 0) report(entry.shared_bytes.where(), "shared_bytes is negative");
  }

  RealParameter real(const Entry& entry, const Parameter& parameter) {
    RealParameter result;
    result.name = parameter.name;
    result.type = parameter.type;
    result.role = parameter.role;
    result.element = parameter.element;
    result.memory = parameter.memory;
    result.is_pointer = parameter.is_pointer;
    result.spec_only = parameter.spec_only;
    if (parameter.is_pointer) {
      const auto over = case_.views.find(parameter.name);
      result.view = view(
          merged(parameter.view, over == case_.views.end() ? nullptr : &over->second), parameter);
      const bool filled = parameter.role == Role::Input || parameter.role == Role::Inout ||
                          parameter.role == Role::Metadata;
      if (filled && problems_.empty()) {
        const Fill& fill = fill_of(parameter, case_);
        get(plan_fill(fill, parameter.element, result.view, case_.variables));
      }
      if (parameter.role == Role::Output || parameter.role == Role::Inout)
        result.tolerance = tolerance(parameter.tolerance.value_or(entry.tolerance));
    } else if (!parameter.is_strided) {
      result.value = scalar(parameter);
    }
    return result;
  }

  RealTolerance tolerance(const Tolerance& given) {
    RealTolerance result;
    result.absolute = get(given.absolute.number(case_.variables));
    result.relative = get(given.relative.number(case_.variables));
    result.ulps = get(given.ulps.number(case_.variables));
    result.additions = static_cast<double>(get(given.additions.integer(case_.variables)));
    result.scale = given.scale ? get(given.scale->number(case_.variables)) : result.additions;
    result.signed_zero = given.signed_zero;
    if (result.absolute < 0 || result.relative < 0 || result.ulps < 0 || result.additions < 0 ||
        result.scale < 0)
      report(given.additions.where(), "a tolerance is negative");
    return result;
  }

  /// Dimensions from the slowest to the fastest in memory.
  IntList memory_order(const ViewSpec& spec, std::size_t dims) {
    IntList order(dims);
    std::iota(order.begin(), order.end(), 0);
    if (spec.kind == StrideKind::Transposed) {
      if (dims < 2) {
        report(spec.where, fmt::format("a view of {} dimensions cannot be transposed", dims));
      } else {
        std::swap(order[dims - 1], order[dims - 2]);
      }
    }
    if (spec.kind != StrideKind::Order) return order;
    const IntList given = list(spec.order);
    if (!std::is_permutation(order.begin(), order.end(), given.begin(), given.end())) {
      report(spec.order->where(),
             fmt::format("the order {} does not name each of {} dimensions once",
                         to_string(VariableValue{given}), dims));
      return order;
    }
    return given;
  }

  IntList strides(const ViewSpec& spec, const IntList& shape, const IntList& broadcast) {
    const auto expanded = [&](std::int64_t dim) {
      return std::find(broadcast.begin(), broadcast.end(), dim) != broadcast.end();
    };
    IntList result(shape.size(), 0);
    if (spec.kind == StrideKind::Given) {
      const IntList given = list(spec.strides);
      if (given.size() != shape.size()) {
        report(spec.strides->where(),
               fmt::format("{} strides for {} dimensions", given.size(), shape.size()));
        return result;
      }
      result = given;
      for (std::size_t dim = 0; dim < result.size(); ++dim)
        if (expanded(static_cast<std::int64_t>(dim))) result[dim] = 0;
    } else {
      std::int64_t next = 1;
      const IntList order = memory_order(spec, shape.size());
      for (std::size_t i = order.size(); i-- > 0;) {
        if (expanded(order[i])) continue;
        const auto dim = static_cast<std::size_t>(order[i]);
        result[dim] = next;
        if (__builtin_mul_overflow(next, std::max<std::int64_t>(shape[dim], 1), &next)) next = 0;
      }
    }
    const std::int64_t step = integer(spec.step, 1);
    if (step < 1) report(spec.where, fmt::format("step is {}", step), "1 or more");
    for (std::int64_t& stride : result)
      if (__builtin_mul_overflow(stride, step, &stride) || stride < 0 || stride > kLargestInt) {
        report(spec.where, "a stride is negative or beyond 32 bits");
        stride = 0;
      }
    return result;
  }

  View view(const ViewSpec& spec, const Parameter& parameter) {
    View result;
    result.shape = list(spec.shape);
    if (result.shape.size() > kMaxDims) {
      report(spec.where, fmt::format("'{}' has {} dimensions", parameter.name, result.shape.size()),
             fmt::format("at most {}", kMaxDims));
      return {};
    }
    std::int64_t count = 1;
    for (const std::int64_t extent : result.shape) {
      if (extent < 0 || extent > kLargestInt) {
        report(spec.where, fmt::format("'{}' has the extent {}", parameter.name, extent));
        return {};
      }
      if (__builtin_mul_overflow(count, extent, &count) || count > kLargestInt) {
        report(spec.where,
               fmt::format("'{}' has more than {} elements", parameter.name, kLargestInt));
        return {};
      }
    }
    const IntList broadcast = list(spec.broadcast);
    for (const std::int64_t dim : broadcast)
      if (dim < 0 || dim >= static_cast<std::int64_t>(result.shape.size()))
        report(spec.where,
               fmt::format("'{}' has no dimension {} to broadcast", parameter.name, dim));
    result.strides = strides(spec, result.shape, broadcast);
    place(spec, parameter, result);
    return result;
  }

  void place(const ViewSpec& spec, const Parameter& parameter, View& view) {
    view.offset = integer(spec.offset, 0);
    if (view.offset < 0 || view.offset > kLargestInt) {
      report(spec.where, fmt::format("offset is {}", view.offset));
      view.offset = 0;
    }
    std::int64_t needed = view.offset;
    if (view.count() > 0) {
      ++needed;
      for (std::size_t dim = 0; dim < view.shape.size(); ++dim)
        needed += (view.shape[dim] - 1) * view.strides[dim];
    }
    view.storage = integer(spec.storage, needed);
    if (view.storage < needed || view.storage > kLargestInt) {
      report(spec.storage ? spec.storage->where() : spec.where,
             fmt::format("the view of '{}' reaches to element {}, its storage has {}",
                         parameter.name, needed, view.storage));
      view = View{};
      return;
    }
    const bool written = parameter.role == Role::Output || parameter.role == Role::Inout;
    if (written && overlaps(view))
      report(spec.where, fmt::format("elements of '{}' lie on top of each other, and it is written",
                                     parameter.name));
  }

  /// Are two index tuples at one place? Quick where the strides nest, else by counting.
  static bool overlaps(const View& view) {
    std::vector<std::pair<std::int64_t, std::int64_t>> dims;
    for (std::size_t dim = 0; dim < view.shape.size(); ++dim)
      if (view.shape[dim] > 1) dims.emplace_back(view.strides[dim], view.shape[dim]);
    std::sort(dims.begin(), dims.end());
    std::int64_t reach = 0;
    bool nested = true;
    for (const auto& [stride, extent] : dims) {
      nested = nested && stride > reach;
      reach += stride * (extent - 1);
    }
    if (nested || view.count() == 0) return false;
    const std::vector<std::uint8_t> mask = view.mask();
    return std::accumulate(mask.begin(), mask.end(), std::int64_t{0}) != view.count();
  }

  template <class T>
  static std::vector<std::byte> bytes_of(const T& value) {
    std::vector<std::byte> bytes(sizeof value);
    std::memcpy(bytes.data(), &value, sizeof value);
    return bytes;
  }
  template <class T>
  std::vector<std::byte> whole(const Parameter& parameter) {
    const std::int64_t value = get(parameter.value.integer(case_.variables));
    if (!std::in_range<T>(value))
      report(parameter.value.where(), fmt::format("{} does not fit into '{}' of type {}", value,
                                                  parameter.name, parameter.type));
    return bytes_of(static_cast<T>(value));
  }
  std::vector<std::byte> scalar(const Parameter& parameter) {
    switch (parameter.element) {
      case ElementType::Int:
        return whole<std::int32_t>(parameter);
      case ElementType::Unsigned:
        return whole<std::uint32_t>(parameter);
      case ElementType::LongLong:
        return whole<std::int64_t>(parameter);
      case ElementType::UnsignedChar:
        return whole<std::uint8_t>(parameter);
      case ElementType::Float:
        return bytes_of(static_cast<float>(get(parameter.value.number(case_.variables))));
      case ElementType::Double:
        return bytes_of(get(parameter.value.number(case_.variables)));
      case ElementType::Half:
        std::vector<std::byte> bytes(2);
        store_element(ElementType::Half, get(parameter.value.number(case_.variables)),
                      bytes.data());
        return bytes;
    }
    return {};
  }

  void layouts(const Entry& entry, RealCase& result) {
    for (std::size_t i = 0; i < entry.parameters.size(); ++i) {
      const Parameter& parameter = entry.parameters[i];
      if (!parameter.is_strided) continue;
      const RealParameter* of = result.find(parameter.layout_of);
      if (of == nullptr || !of->is_pointer) {
        report(parameter.where, fmt::format("'{}' is no pointer parameter", parameter.layout_of));
        continue;
      }
      StridedValue value;
      value.dims = static_cast<std::int32_t>(of->view.shape.size());
      for (std::size_t dim = 0; dim < of->view.shape.size(); ++dim) {
        value.shape[dim] = static_cast<std::int32_t>(of->view.shape[dim]);
        value.strides[dim] = static_cast<std::int32_t>(of->view.strides[dim]);
      }
      result.parameters[i].value = bytes_of(value);
    }
  }

  RealParameter returned(const Entry& entry) {
    RealParameter result;
    result.name = "return";
    result.type = entry.returns;
    result.role = Role::Output;
    for (const ElementType type :
         {ElementType::Float, ElementType::Double, ElementType::Int, ElementType::Unsigned,
          ElementType::LongLong, ElementType::UnsignedChar})
      if (entry.returns == to_string(type)) result.element = type;
    result.value.resize(size_of(result.element));
    poison(result.element, result.value);
    result.tolerance = tolerance(entry.tolerance);
    return result;
  }

  void check_bytes(const RealCase& result, std::uint64_t limit_bytes) {
    std::uint64_t bytes = 0;
    for (const RealParameter& parameter : result.parameters)
      bytes += static_cast<std::uint64_t>(parameter.view.storage) * size_of(parameter.element);
    if (bytes > limit_bytes)
      report(case_.where, fmt::format("its buffers take {} bytes", bytes),
             fmt::format("at most {}", limit_bytes));
  }

  const Exercise& exercise_;
  const Case& case_;
  std::vector<base::Diagnostic> problems_;
};

}  // namespace

const RealParameter* RealCase::find(std::string_view parameter) const {
  const auto found = std::find_if(parameters.begin(), parameters.end(),
                                  [&](const RealParameter& p) { return p.name == parameter; });
  return found == parameters.end() ? nullptr : &*found;
}

base::Result<RealCase> plan_case(const Exercise& exercise, const Case& the_case,
                                 std::uint64_t limit_bytes) {
  return Planner(exercise, the_case).plan(limit_bytes);
}

base::Result<std::optional<std::int64_t>> allowed_count(const Budget& budget,
                                                        const Case& the_case) {
  if (!budget.allowed) return std::optional<std::int64_t>();
  base::Result<std::int64_t> count = budget.allowed->integer(the_case.variables);
  if (!count) return count.errors();
  if (*count < 0)
    return base::Diagnostic{budget.allowed->where(),
                            fmt::format("case '{}': '{}' is {}, less than 0", the_case.key,
                                        budget.allowed->text(), *count),
                            "max(0, ...) keeps it from going below"};
  return std::optional<std::int64_t>(*count);
}

}  // namespace course
