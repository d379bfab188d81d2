// SPDX-License-Identifier: MIT
/// \file
/// Matrix instructions of a warp: wmma.load, wmma.store, wmma.mma, mma.sync and ldmatrix.
///
/// A fragment is a matrix spread over the registers of 32 lanes. PTX leaves open which lane of a
/// wmma fragment holds which element: here element e of lane l is number l * E + e in row-major
/// order (E elements a lane), as often as the matrix fits. For mma.sync PTX says where each one is.
/// Tested by tensor_test.cpp and the kernel cases in tests/kernels/tensor.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "ptx/types.h"
#include "vgpu/lanes.h"

namespace vgpu {

/// A matrix in the registers of a warp.
struct Fragment {
  /// Which lane holds which element.
  enum class Layout : std::uint8_t {
    Wmma,  ///< row by row
    MmaA,  ///< the first factor of mma.sync
    MmaB,  ///< its second factor
    MmaC,  ///< its sum
  };
  Layout layout = Layout::Wmma;     ///< see there
  ptx::Type type = ptx::Type::F32;  ///< of an element
  std::uint32_t rows = 0;           ///< of the matrix
  std::uint32_t columns = 0;        ///< of the matrix
  std::vector<Slot> registers;      ///< of 32 bits, for f64 of 64

  /// Bytes of an element as registers and memory hold it.
  std::uint32_t element_bytes() const { return static_cast<std::uint32_t>(ptx::bits(type)) / 8; }
  /// Bytes of one of the registers.
  std::uint32_t register_bytes() const { return type == ptx::Type::F64 ? 8 : 4; }
  /// Elements that each lane holds.
  std::uint32_t elements() const {
    return static_cast<std::uint32_t>(registers.size()) * register_bytes() / element_bytes();
  }
  /// A place in the matrix.
  struct Position {
    std::uint32_t row;     ///< from 0
    std::uint32_t column;  ///< from 0
  };
  /// Which element of the matrix the lane's element number `element` is.
  Position position(unsigned lane, std::uint32_t element) const;
  /// The bytes of that element in the lane's registers.
  std::byte* place(const Lanes& lanes, unsigned lane, std::uint32_t element) const;
};

/// One matrix instruction.
struct TensorOp {
  /// What is done.
  enum class Form : std::uint8_t {
    Load,      ///< wmma.load: d
    Store,     ///< wmma.store: c
    Multiply,  ///< wmma.mma, mma: d = a * b + c
    LoadRows,  ///< ldmatrix: d
  };
  Form form = Form::Multiply;  ///< see there
  Fragment a;                  ///< first factor
  Fragment b;                  ///< second factor
  Fragment c;                  ///< what is added or stored
  Fragment d;                  ///< result
  bool column_major = false;   ///< Load, Store: how the matrix lies in memory
  bool transposed = false;     ///< LoadRows: ldmatrix.trans
  Slot stride;                 ///< Load, Store: elements between rows (columns), 32 bits
  std::uint32_t memory = 0;    ///< Load, Store, LoadRows: index into memory_ops
};

/// What the words of such an instruction say, without its operands.
struct TensorForm {
  TensorOp op;                       ///< complete but for registers, stride and memory
  std::uint32_t default_stride = 0;  ///< Load, Store: when no stride is given
  std::string_view space;            ///< "global", "shared" or ""
};

/// Takes an opcode as written apart ("wmma.load.a.sync.aligned.row.m16n16k16.global.f16"). Nothing
/// for forms that are not modelled.
std::optional<TensorForm> parse_tensor_opcode(std::string_view text);

/// d = a * b + c for all lanes of the warp. Products are exact; sums are made in double (f64, f32
/// and halves) and rounded once, which the hardware does not: last places may differ.
void multiply(const TensorOp& op, const Lanes& lanes);

}  // namespace vgpu
