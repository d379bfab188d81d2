// SPDX-License-Identifier: MIT
#include "vgpu/tensor.h"

#include <bit>
#include <catch2/catch.hpp>
#include <cstring>
#include <set>
#include <string>
#include <vector>

using vgpu::Fragment;
using vgpu::kWarpSize;
using vgpu::Lanes;
using vgpu::Slot;
using vgpu::TensorForm;
using vgpu::TensorOp;

namespace {

/// Registers of a warp for the fragments of one instruction.
class Registers {
 public:
  void give(Fragment& fragment, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
      fragment.registers.push_back(Slot::at(vgpu::Bank::Registers, next_));
      next_ += fragment.register_bytes() * kWarpSize;
    }
  }
  Lanes lanes() { return {{bytes_.data(), nullptr, nullptr}, vgpu::kFullMask}; }

 private:
  std::vector<std::byte> bytes_ = std::vector<std::byte>(1U << 16);
  std::uint32_t next_ = 0;
};

TensorForm form(std::string_view text) {
  CAPTURE(text);
  const auto parsed = vgpu::parse_tensor_opcode(text);
  REQUIRE(parsed);
  return *parsed;
}

float number(std::uint32_t value) {
  return static_cast<float>(value);
}

std::uint32_t cells(const Fragment& fragment) {
  std::set<std::uint32_t> seen;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    for (std::uint32_t e = 0; e < fragment.elements(); ++e) {
      const Fragment::Position at = fragment.position(lane, e);
      REQUIRE(at.row < fragment.rows);
      REQUIRE(at.column < fragment.columns);
      seen.insert(at.row * fragment.columns + at.column);
    }
  }
  return static_cast<std::uint32_t>(seen.size());
}

}  // namespace

TEST_CASE("words of a matrix instruction say shape, types and layout", "[vgpu][tensor]") {
  const TensorForm load = form("wmma.load.b.sync.aligned.col.m32n8k16.shared.f16");
  CHECK(load.op.form == TensorOp::Form::Load);
  CHECK(load.op.column_major);
  CHECK(load.op.d.rows == 16);
  CHECK(load.op.d.columns == 8);
  CHECK(load.space == "shared");
  const TensorForm product = form("wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32");
  CHECK(product.op.a.type == ptx::Type::F16);
  CHECK(product.op.d.type == ptx::Type::F32);
  for (const char* other : {"mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32",
                            "wmma.load.a.sync.aligned.row.m16n16.f16", "wmma.mma", "mma",
                            "ldmatrix.sync.aligned.m8n8.x3.shared.b16", "add.s32"}) {
    CAPTURE(other);
    CHECK_FALSE(vgpu::parse_tensor_opcode(other));
  }
}

TEST_CASE("the lanes of a warp hold every element of each fragment", "[vgpu][tensor]") {
  const auto [text, a, b, c] = GENERATE(table<std::string, unsigned, unsigned, unsigned>({
      {"wmma.mma.sync.aligned.row.row.m16n16k16.f32.f32", 8, 8, 8},
      {"wmma.mma.sync.aligned.row.row.m32n8k16.f16.f16", 8, 8, 4},
      {"wmma.mma.sync.aligned.row.col.m16n16k16.s32.s8.s8.s32", 2, 2, 8},
      {"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", 4, 2, 4},
      {"mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32", 4, 2, 4},
      {"mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16", 4, 2, 2},
      {"mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32", 4, 2, 4},
      {"mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64", 1, 1, 2},
  }));
  CAPTURE(text);
  TensorOp op = form(text).op;
  Registers registers;
  registers.give(op.a, a);
  registers.give(op.b, b);
  registers.give(op.c, c);
  registers.give(op.d, c);
  CHECK(cells(op.a) == op.a.rows * op.a.columns);
  CHECK(cells(op.b) == op.b.rows * op.b.columns);
  CHECK(cells(op.d) == op.d.rows * op.d.columns);
}

TEST_CASE("a product is the sum over the inner dimension, plus c", "[vgpu][tensor]") {
  TensorOp op = form("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32").op;
  Registers registers;
  registers.give(op.a, 4);
  registers.give(op.b, 2);
  registers.give(op.c, 4);
  registers.give(op.d, 4);
  const Lanes lanes = registers.lanes();
  const auto a = [](unsigned row, unsigned k) { return number(row) - 2.0F * number(k); };
  const auto b = [](unsigned k, unsigned column) { return 0.5F * number(k) + number(column); };
  const auto set = [&](const Fragment& fragment, auto value) {
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      for (std::uint32_t e = 0; e < fragment.elements(); ++e) {
        const Fragment::Position at = fragment.position(lane, e);
        const float held = value(at.row, at.column);
        std::memcpy(fragment.place(lanes, lane, e), &held, sizeof held);
      }
    }
  };
  set(op.a, a);
  set(op.b, b);
  set(op.c, [](unsigned row, unsigned column) { return 100.0F * number(row) + number(column); });
  multiply(op, lanes);
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    for (std::uint32_t e = 0; e < op.d.elements(); ++e) {
      const Fragment::Position at = op.d.position(lane, e);
      float wanted = 100.0F * number(at.row) + number(at.column);
      for (unsigned k = 0; k < 8; ++k) wanted += a(at.row, k) * b(k, at.column);
      float got = 0;
      std::memcpy(&got, op.d.place(lanes, lane, e), sizeof got);
      CHECK(got == wanted);
    }
  }
}
