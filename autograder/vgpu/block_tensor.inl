// SPDX-License-Identifier: MIT
// Block<Tools>: matrices between memory and the registers of a warp. Included by block.h only.
#pragma once

namespace vgpu {

namespace detail {

/// The addresses of the lanes in access.addresses are those of `element` of each lane's fragment.
inline void fragment_addresses(const TensorOp& op, const Fragment& fragment, std::uint32_t element,
                               const std::array<std::uint64_t, kWarpSize>& base,
                               const std::uint32_t* strides, ResolvedAccess& access) {
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    const Fragment::Position at = fragment.position(lane, element);
    const std::uint64_t line = op.column_major ? at.column : at.row;
    const std::uint64_t within = op.column_major ? at.row : at.column;
    access.addresses[lane] =
        base[lane] + (line * strides[lane] + within) * fragment.element_bytes();
  }
}

}  // namespace detail

/// Reads or writes `bytes` for the lanes of access.addresses; `place(lane)` is where they come from
/// or go to.
template <class Tools>
template <class Place>
void Block<Tools>::move_bytes(Warp& warp, const Path& path, const MemoryOp& op, Mask active,
                              SiteId site, Place place) {
  const AddressSpaces spaces{launch_.memory, shared_, &launch_.parameters};
  for (Mask left = active; left != 0; left = access_.mixed) {
    resolve(spaces, op.space, op.kind, op.element_bytes, left, path.frame, access_);
    if (access_.any_invalid != 0) tell_invalid(op, warp, access_, site);
    if (access_.valid == 0) continue;
    if (op.kind == AccessKind::Store && !keep_old(access_)) return;
    tell_access(op, warp, access_, site, false);
    for (Mask lanes = access_.valid; lanes != 0; lanes &= lanes - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
      std::byte* memory =
          access_.frame != nullptr
              ? access_.frame->local.data() + local_position(lane, access_.offsets[lane])
              : (access_.segment != nullptr ? access_.segment : access_.segments[lane])->data +
                    access_.offsets[lane];
      if (op.kind == AccessKind::Load) {
        std::memcpy(place(lane), memory, op.element_bytes);
      } else {
        std::memcpy(memory, place(lane), op.element_bytes);
      }
    }
  }
}

/// wmma.load and wmma.store: one access for each element that a lane holds.
template <class Tools>
void Block<Tools>::move_fragment(Warp& warp, const Path& path, const TensorOp& op, Mask active,
                                 SiteId site) {
  const MemoryOp& memory = path.frame->function->memory_ops[op.memory];
  const Lanes lanes = lanes_of(warp, path, active);
  const Fragment& fragment = op.form == TensorOp::Form::Store ? op.c : op.d;
  std::array<std::uint64_t, kWarpSize> base;
  detail::compute_addresses(memory, lanes, *path.frame, base);
  const auto* strides = lanes.source<std::uint32_t>(op.stride);
  // A matrix that a fragment holds several times is written once.
  const std::uint32_t size = fragment.rows * fragment.columns;
  for (std::uint32_t element = 0; element < fragment.elements(); ++element) {
    Mask moving = active;
    for (unsigned lane = 0; lane < kWarpSize && memory.kind == AccessKind::Store; ++lane) {
      if (lane * fragment.elements() + element >= size) moving &= ~(Mask{1} << lane);
    }
    detail::fragment_addresses(op, fragment, element, base, strides, access_);
    move_bytes(warp, path, memory, moving, site,
               [&](unsigned lane) { return fragment.place(lanes, lane, element); });
  }
}

/// ldmatrix: each lane names a row of 16 bytes; every lane gets two elements of each 8 x 8 matrix.
template <class Tools>
void Block<Tools>::load_rows(Warp& warp, const Path& path, const TensorOp& op, Mask active,
                             SiteId site) {
  const MemoryOp& memory = path.frame->function->memory_ops[op.memory];
  const Lanes lanes = lanes_of(warp, path, active);
  const auto matrices = static_cast<unsigned>(op.d.registers.size());
  std::array<std::array<std::uint16_t, 8>, kWarpSize> rows{};
  detail::compute_addresses(memory, lanes, *path.frame, access_.addresses);
  const Mask naming = matrices == 4 ? kFullMask : (Mask{1} << matrices * 8) - 1;
  move_bytes(warp, path, memory, active & naming, site,
             [&](unsigned lane) { return reinterpret_cast<std::byte*>(rows[lane].data()); });
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    for (unsigned matrix = 0; matrix < matrices; ++matrix) {
      auto* target = lanes.result<std::uint32_t>(op.d.registers[matrix]);
      const unsigned outer = lane / 4, inner = lane % 4 * 2, first = matrix * 8;
      const std::uint32_t low =
          op.transposed ? rows[first + inner][outer] : rows[first + outer][inner];
      const std::uint32_t high =
          op.transposed ? rows[first + inner + 1][outer] : rows[first + outer][inner + 1];
      target[lane] = high << 16 | low;
    }
  }
}

/// A matrix instruction; false when not the whole warp is there.
template <class Tools>
bool Block<Tools>::tensor(Warp& warp, const Path& path, const Instr& in, Mask active, SiteId site) {
  if (active != kFullMask) {
    stop(LaunchStatus::NotModelled, ExecutionProblem::NotModelled, warp, site, active,
         launch_.program->instructions[site] + " by a part of a warp");
    return false;
  }
  const TensorOp& op = path.frame->function->tensors[in.extra];
  switch (op.form) {
    case TensorOp::Form::Multiply:
      multiply(op, lanes_of(warp, path, active));
      break;
    case TensorOp::Form::LoadRows:
      load_rows(warp, path, op, active, site);
      break;
    default:
      move_fragment(warp, path, op, active, site);
      break;
  }
  tools_.warp_sync({site, warp.number(), active, false});
  return true;
}

}  // namespace vgpu
