// SPDX-License-Identifier: MIT
// Block<Tools>: loads, stores and atomics whose lanes have a shape that the instruction had before
// (warp_shape.h). Whatever is not plain sailing is left to Block::memory. Included by block.h only.
#pragma once

#include <cstring>
#include <utility>

namespace vgpu {

/// The remembered shape that the lanes have, when all of them are inside the remembered segment and
/// aligned; `at` is the first lane's offset in it then. \param twin what the instruction remembers
/// that had the same addresses before, in this run of instructions perhaps
template <class Tools>
const WarpShape* Block<Tools>::recall(const MemoryOp& op, const Lanes& lanes, MemorySite& known,
                                      const MemorySite& twin, std::uint64_t& at) const {
  const Segment* segment = known.segment;
  if (segment == nullptr || !segment->live) return nullptr;
  const auto first = static_cast<unsigned>(std::countr_zero(lanes.mask));
  const auto* wide = lanes.source<std::uint64_t>(op.address);
  const auto* narrow = lanes.source<std::uint32_t>(op.address);
  Address base =
      (op.wide_register ? wide[first] : narrow[first]) + static_cast<std::uint64_t>(op.offset);
  if (op.space == ptx::Space::Shared) base &= 0xFFFFFFFF;
  at = base - known.origin;
  const auto inside = [&](const WarpShape& shape) {
    return shape.span <= segment->size && at - shape.below <= segment->size - shape.span &&
           (at & (shape.bytes - 1)) == 0;
  };
  if (op.twin != 0 && twin.run == run_ && twin.shapes[0]->bytes == op.bytes()) {
    return inside(*twin.shapes[0]) ? twin.shapes[0].get() : nullptr;
  }
  for (auto& shape : known.shapes) {
    if (shape == nullptr) return nullptr;
    if (shape->mask != lanes.mask) continue;
    const bool same = op.wide_register
                          ? address_functions_.same_distances64(
                                wide, wide[first], shape->delta.data(), shape->on.data())
                          : address_functions_.same_distances32(
                                narrow, narrow[first], shape->delta32.data(), shape->on32.data());
    if (!same) continue;
    if (!inside(*shape)) return nullptr;
    if (known.wasted > 0) --known.wasted;
    if (shape != known.shapes[0]) std::swap(shape, known.shapes[0]);
    known.run = run_;
    return known.shapes[0].get();
  }
  return nullptr;
}

/// True when it did the whole instruction.
template <class Tools>
bool Block<Tools>::quick_memory(Warp& warp, const MemoryOp& op, const Instr& in, const Lanes& lanes,
                                SiteId site) {
  MemorySite& known = shapes_[site];
  std::uint64_t at = 0;
  const WarpShape* shape = recall(op, lanes, known, shapes_[site - op.twin], at);
  if (shape == nullptr) return false;
  Segment& segment = *known.segment;
  if constexpr (Tools::kScreens) {
    if (op.kind != AccessKind::Load && segment.space == ptx::Space::Global &&
        !launch_.undo->keep(segment)) {
      status_ = LaunchStatus::NotModelled;
      tools_.give_up();
      return true;
    }
  }
  address_functions_.add_to_all(access_.offsets.data(), shape->delta.data(), at);
  WarpAccess& event = known.event;
  event.warp = warp.number();
  event.mask = shape->mask;
  event.pattern = shape->pattern;
  event.shape = shape;
  event.offsets = access_.offsets.data();
  if constexpr (Tools::kWantsStoredValues) event.stored = stored_values(op, in, lanes);
  tools_.access(event);
  quick_move(op, in, lanes, *shape, segment.data + at);
  return true;
}

/// \param data what the first active lane wants
template <class Tools>
void Block<Tools>::quick_move(const MemoryOp& op, const Instr& in, const Lanes& lanes,
                              const WarpShape& shape, std::byte* data) {
  if (op.plain_move && shape.piece_count != 0) {
    const Slot operand = op.kind == AccessKind::Load ? in.op.dst[0] : in.op.src[0];
    auto* slot = lanes.result<std::byte>(operand);
    const auto move_all = [&](auto function) {
      function(shape.pieces.data(), shape.piece_count, op.element_bytes, slot, data);
    };
    if (op.kind == AccessKind::Load) {
      move_all(address_functions_.load_pieces);
    } else {
      move_all(address_functions_.store_pieces);
    }
    return;
  }
  const std::uint64_t* offsets = shape.delta.data();  // from `data`; may be negative, so it wraps
  if (op.kind == AccessKind::Atomic) {
    detail::do_atomics(op, in, lanes, data, offsets, lanes.mask);
    return;
  }
  for (unsigned element = 0; element < op.elements; ++element) {
    const std::uint64_t extra = std::uint64_t{element} * op.element_bytes;
    if (op.kind == AccessKind::Load) {
      op.load(lanes.result<std::byte>(in.op.dst[element]), data, offsets, extra, lanes.mask);
    } else {
      op.store(lanes.source<std::byte>(in.op.src[element]), data, offsets, extra, lanes.mask);
    }
  }
}

/// Remembers the access that was just resolved, when its kind can be recalled.
template <class Tools>
void Block<Tools>::learn(const MemoryOp& op, SiteId site) {
  const bool shared = access_.space == ptx::Space::Shared;
  if (!shared && access_.space != ptx::Space::Global && access_.space != ptx::Space::Const) return;
  if (!op.has_register || op.in_frame || (!op.wide_register && op.space != ptx::Space::Shared)) {
    return;
  }
  // In a generic address a window stands in front of a shared one.
  const Address window = shared && op.space == ptx::Space::Generic ? address_map::kSharedFirst : 0;
  MemorySite& known = shapes_[site];
  shapes_.learn(known, access_, op.bytes(), access_.segment->base + window);
  known.run = 0;
  known.event.space = access_.segment->space;
  known.event.kind = op.kind;
  known.event.semantics = op.semantics;
  known.event.scope = op.scope;
  known.event.returns_value = op.returns_value;
  known.event.element_bytes = op.element_bytes;
  known.event.elements = op.elements;
  known.event.site = site;
  known.event.segment = known.segment;
}

/// A screened run must be able to go back to what was in memory. False ends it.
template <class Tools>
bool Block<Tools>::keep_old(const ResolvedAccess& access) {
  if constexpr (Tools::kScreens) {
    if (access.space != ptx::Space::Global) return true;
    for (Mask left = access.valid; left != 0; left &= left - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(left));
      Segment* segment = access.segment != nullptr ? access.segment : access.segments[lane];
      if (!launch_.undo->keep(*segment)) {
        status_ = LaunchStatus::NotModelled;
        tools_.give_up();
        return false;
      }
      if (access.segment != nullptr) break;
    }
  }
  return true;
}

}  // namespace vgpu
