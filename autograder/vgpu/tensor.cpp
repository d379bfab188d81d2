// SPDX-License-Identifier: MIT
#include "vgpu/tensor.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <utility>

#include "ptx/names.h"
#include "vgpu/exec/number_format.h"

namespace vgpu {

namespace {

using ptx::Type;

struct Shape {
  std::uint32_t m = 0, n = 0, k = 0;
};

/// No matrix instruction has a larger extent than 256 (mma.m16n8k256 of single bits).
constexpr std::uint32_t kMostExtent = 256;

/// "m16n8k16".
std::optional<Shape> parse_shape(std::string_view word) {
  Shape shape;
  for (const auto& [letter, extent] :
       {std::pair{'m', &shape.m}, std::pair{'n', &shape.n}, std::pair{'k', &shape.k}}) {
    if (word.empty() || word.front() != letter) return std::nullopt;
    word.remove_prefix(1);
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), *extent);
    if (error != std::errc() || *extent == 0 || *extent > kMostExtent) return std::nullopt;
    word.remove_prefix(static_cast<std::size_t>(end - word.data()));
  }
  return word.empty() ? std::optional(shape) : std::nullopt;
}

std::optional<Type> parse_type(std::string_view word) {
  constexpr std::pair<std::string_view, Type> kTypes[] = {
      {"f16", Type::F16}, {"bf16", Type::BF16}, {"tf32", Type::TF32}, {"f32", Type::F32},
      {"f64", Type::F64}, {"s8", Type::S8},     {"u8", Type::U8},     {"s32", Type::S32}};
  for (const auto& [name, type] : kTypes) {
    if (word == name) return type;
  }
  return std::nullopt;
}

/// The words of an opcode, one after the other.
class Words {
 public:
  explicit Words(std::string_view text) : rest_(text) {}
  std::string_view next() {
    const std::size_t dot = rest_.find('.');
    const std::string_view word = rest_.substr(0, dot);
    rest_ = dot == std::string_view::npos ? std::string_view() : rest_.substr(dot + 1);
    return word;
  }
  bool skip(std::string_view word) {
    Words ahead = *this;
    if (ahead.next() != word) return false;
    *this = ahead;
    return true;
  }
  bool done() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

Fragment matrix(Fragment::Layout layout, Type type, std::uint32_t rows, std::uint32_t columns) {
  return {layout, type, rows, columns, {}};
}

/// a.sync.aligned.row.m16n16k16.global.f16, d.sync.aligned....
std::optional<TensorForm> parse_move(Words words, TensorOp::Form move) {
  TensorForm form;
  form.op.form = move;
  const std::string_view which = words.next();
  words.skip("sync");
  words.skip("aligned");
  const std::string_view layout = words.next();
  const auto shape = parse_shape(words.next());
  if (!shape || (layout != "row" && layout != "col")) return std::nullopt;
  if (words.skip("global")) form.space = "global";
  if (words.skip("shared") || words.skip("shared::cta")) form.space = "shared";
  const auto type = parse_type(words.next());
  if (!type || !words.done()) return std::nullopt;
  form.op.column_major = layout == "col";
  Fragment fragment = matrix(Fragment::Layout::Wmma, *type, which == "b" ? shape->k : shape->m,
                             which == "a" ? shape->k : shape->n);
  form.default_stride = form.op.column_major ? fragment.rows : fragment.columns;
  (move == TensorOp::Form::Store ? form.op.c : form.op.d) = std::move(fragment);
  return form;
}

/// The types at the end of a product: d, a, b, c; or only d and c, when a and b are f16.
bool take_types(Words& words, TensorOp& op, const Shape& shape, bool is_mma) {
  std::vector<Type> types;
  while (!words.done()) {
    const auto type = parse_type(words.next());
    if (!type) return false;
    types.push_back(*type);
  }
  if (types.size() == 2) types = {types[0], Type::F16, Type::F16, types[1]};
  if (types.size() != 4) return false;
  using Layout = Fragment::Layout;
  op.d = matrix(is_mma ? Layout::MmaC : Layout::Wmma, types[0], shape.m, shape.n);
  op.a = matrix(is_mma ? Layout::MmaA : Layout::Wmma, types[1], shape.m, shape.k);
  op.b = matrix(is_mma ? Layout::MmaB : Layout::Wmma, types[2], shape.k, shape.n);
  op.c = matrix(is_mma ? Layout::MmaC : Layout::Wmma, types[3], shape.m, shape.n);
  return true;
}

std::optional<TensorForm> parse_product(Words words, bool is_mma) {
  TensorForm form;
  words.skip("sync");
  words.skip("aligned");
  std::string_view a, b;
  if (!is_mma) a = words.next(), b = words.next();
  const auto shape = parse_shape(words.next());
  if (is_mma) a = words.next(), b = words.next();
  if (!shape || (a != "row" && a != "col") || (b != "row" && b != "col")) return std::nullopt;
  // Volta's product of 8 x 8 x 4 halves spreads four matrices over the lanes.
  if (is_mma && (a != "row" || b != "col")) return std::nullopt;
  if (words.skip("satfinite")) return std::nullopt;
  if (!take_types(words, form.op, *shape, is_mma)) return std::nullopt;
  const bool sixteen_rows = shape->m == 16 && shape->n == 8;
  const bool doubles = shape->m == 8 && form.op.a.type == Type::F64;
  if (is_mma && !sixteen_rows && !doubles) return std::nullopt;
  return form;
}

/// sync.aligned.m8n8.x4.trans.shared.b16
std::optional<TensorForm> parse_rows(Words words) {
  TensorForm form;
  form.op.form = TensorOp::Form::LoadRows;
  words.skip("sync");
  words.skip("aligned");
  if (words.next() != "m8n8") return std::nullopt;
  const std::string_view count = words.next();
  if (count != "x1" && count != "x2" && count != "x4") return std::nullopt;
  form.op.transposed = words.skip("trans");
  if (words.skip("shared") || words.skip("shared::cta")) form.space = "shared";
  if (words.next() != "b16" || !words.done()) return std::nullopt;
  // As many 8 x 8 matrices as it says, one below the other.
  const auto matrices = static_cast<std::uint32_t>(count[1] - '0');
  form.op.d = matrix(Fragment::Layout::Wmma, Type::F16, 8 * matrices, 8);
  return form;
}

const baseline::NumberFormat* format_of(Type type) {
  switch (type) {
    case Type::F16:
      return &baseline::kFormatF16;
    case Type::BF16:
      return &baseline::kFormatBF16;
    default:
      return nullptr;
  }
}

double read_number(const std::byte* from, Type type) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, from, static_cast<std::size_t>(ptx::bits(type)) / 8);
  switch (type) {
    case Type::F16:
    case Type::BF16:
      return baseline::to_double(baseline::decode(bits, *format_of(type)));
    case Type::F64:
      return std::bit_cast<double>(bits);
    case Type::TF32:
      return std::bit_cast<float>(static_cast<std::uint32_t>(bits) & 0xFFFFE000);
    case Type::F32:
      return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    case Type::S8:
      return static_cast<std::int8_t>(bits);
    case Type::S32:
      return static_cast<std::int32_t>(bits);
    default:
      return static_cast<double>(bits);
  }
}

void write_number(std::byte* to, Type type, double value) {
  std::uint64_t bits = 0;
  switch (type) {
    case Type::F16:
      bits = baseline::encode(baseline::from_double(value), *format_of(type), ptx::Rounding::Rn);
      break;
    case Type::F32:
      bits = std::bit_cast<std::uint32_t>(static_cast<float>(value));
      break;
    case Type::F64:
      bits = std::bit_cast<std::uint64_t>(value);
      break;
    default:  // s32 wraps around
      bits = static_cast<std::uint32_t>(static_cast<std::int64_t>(value));
      break;
  }
  std::memcpy(to, &bits, static_cast<std::size_t>(ptx::bits(type)) / 8);
}

/// The matrix in row-major order.
std::vector<double> gather(const Fragment& fragment, const Lanes& lanes) {
  std::vector<double> values(std::size_t{fragment.rows} * fragment.columns);
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    for (std::uint32_t e = 0; e < fragment.elements(); ++e) {
      const Fragment::Position at = fragment.position(lane, e);
      values[std::size_t{at.row} * fragment.columns + at.column] =
          read_number(fragment.place(lanes, lane, e), fragment.type);
    }
  }
  return values;
}

}  // namespace

Fragment::Position Fragment::position(unsigned lane, std::uint32_t element) const {
  const std::uint32_t group = lane >> 2;
  const std::uint32_t inner = lane & 3;
  const std::uint32_t per_register = register_bytes() / element_bytes();
  const std::uint32_t which = element / per_register;
  const std::uint32_t part = element % per_register;
  switch (layout) {
    case Layout::MmaA:
      if (rows == 8) return {group, (which * 4 + inner) * per_register + part};
      return {group + 8 * (which & 1), ((which >> 1) * 4 + inner) * per_register + part};
    case Layout::MmaB:
      return {(which * 4 + inner) * per_register + part, group};
    case Layout::MmaC:
      return {group + 8 * (element >> 1), inner * 2 + (element & 1)};
    case Layout::Wmma:
      break;
  }
  const std::uint32_t number = (lane * elements() + element) % (rows * columns);
  return {number / columns, number % columns};
}

std::byte* Fragment::place(const Lanes& lanes, unsigned lane, std::uint32_t element) const {
  const std::uint32_t at = element * element_bytes();
  return lanes.result<std::byte>(registers[at / register_bytes()]) + lane * register_bytes() +
         at % register_bytes();
}

std::optional<TensorForm> parse_tensor_opcode(std::string_view text) {
  Words words(text);
  const std::string_view first = words.next();
  if (first == "mma") return parse_product(words, true);
  if (first == "ldmatrix") return parse_rows(words);
  if (first != "wmma") return std::nullopt;
  const std::string_view second = words.next();
  if (second == "load") return parse_move(words, TensorOp::Form::Load);
  if (second == "store") return parse_move(words, TensorOp::Form::Store);
  if (second == "mma") return parse_product(words, false);
  return std::nullopt;
}

void multiply(const TensorOp& op, const Lanes& lanes) {
  const std::vector<double> a = gather(op.a, lanes);
  const std::vector<double> b = gather(op.b, lanes);
  std::vector<double> sum = gather(op.c, lanes);
  const std::uint32_t n = op.d.columns, depth = op.a.columns;
  for (std::uint32_t row = 0; row < op.d.rows; ++row) {
    for (std::uint32_t k = 0; k < depth; ++k) {
      const double factor = a[std::size_t{row} * depth + k];
      for (std::uint32_t column = 0; column < n; ++column) {
        sum[std::size_t{row} * n + column] += factor * b[std::size_t{k} * n + column];
      }
    }
  }
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    for (std::uint32_t e = 0; e < op.d.elements(); ++e) {
      const Fragment::Position at = op.d.position(lane, e);
      write_number(op.d.place(lanes, lane, e), op.d.type, sum[std::size_t{at.row} * n + at.column]);
    }
  }
}

}  // namespace vgpu
