// SPDX-License-Identifier: MIT
#include "vgpu/address_resolution.h"

#include <bit>

namespace vgpu {

using ptx::Space;

namespace {

/// Calls f(lane) for each lane of the mask, in ascending order.
template <class F>
void for_lanes(Mask mask, F f) {
  for (; mask != 0; mask &= mask - 1) f(static_cast<unsigned>(std::countr_zero(mask)));
}

void mark_invalid(ResolvedAccess& access, unsigned lane, InvalidReason reason, Segment* nearest) {
  const Mask bit = Mask{1} << lane;
  access.invalid[static_cast<std::size_t>(reason)] |= bit;
  access.any_invalid |= bit;
  access.segments[lane] = nearest;
}

/// All lanes of the mask inside one segment and aligned? Then the access is resolved.
bool resolve_in_one(Segment& segment, std::uint32_t bytes, Mask mask, ResolvedAccess& access) {
  if (!segment.live || segment.size < bytes) return false;
  const std::uint64_t last = segment.size - bytes;
  const std::uint64_t low_bits = bytes - 1;
  std::uint64_t bad = 0;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    const std::uint64_t offset = access.addresses[lane] - segment.base;
    access.offsets[lane] = offset;
    const std::uint64_t wrong = static_cast<std::uint64_t>(offset > last) | (offset & low_bits);
    bad |= (mask >> lane & 1) != 0 ? wrong : 0;
  }
  if (bad != 0) return false;
  access.segment = &segment;
  access.valid = mask;
  return true;
}

void resolve_lane(Segment* segment, AccessKind kind, std::uint32_t bytes, unsigned lane,
                  ResolvedAccess& access) {
  if (segment == nullptr) return mark_invalid(access, lane, InvalidReason::Unmapped, nullptr);
  if (!segment->live) return mark_invalid(access, lane, InvalidReason::Freed, segment);
  const std::uint64_t offset = access.addresses[lane] - segment->base;
  access.offsets[lane] = offset;
  if (segment->size < bytes || offset > segment->size - bytes) {
    return mark_invalid(access, lane, InvalidReason::OutOfBounds, segment);
  }
  if (offset % bytes != 0) return mark_invalid(access, lane, InvalidReason::Misaligned, segment);
  if (segment->read_only && kind != AccessKind::Load) {
    return mark_invalid(access, lane, InvalidReason::ReadOnly, segment);
  }
  access.segments[lane] = segment;
  access.valid |= Mask{1} << lane;
}

/// The shared array in whose slot the address lies: slots have the same power-of-two size, arrays
/// start in the middle.
Segment* find_shared(std::span<Segment> shared, Address address) {
  Segment* nearest = nullptr;
  for (Segment& segment : shared) {
    const Address reach =
        Address{1} << (std::countr_zero(segment.base) == 64 ? 0 : std::countr_zero(segment.base));
    if (address - (segment.base - reach) < 2 * reach) nearest = &segment;
  }
  return nearest;
}

void finish(ResolvedAccess& access) {
  if (access.valid == 0) return;
  Segment* first = access.segments[static_cast<std::size_t>(std::countr_zero(access.valid))];
  bool same = true;
  for_lanes(access.valid, [&](unsigned lane) { same = same && access.segments[lane] == first; });
  access.segment = same ? first : nullptr;
}

void resolve_global(const AddressSpaces& spaces, AccessKind kind, std::uint32_t bytes, Mask mask,
                    ResolvedAccess& access) {
  Segment* first =
      spaces.global->find(access.addresses[static_cast<std::size_t>(std::countr_zero(mask))]);
  const bool writable = first != nullptr && (!first->read_only || kind == AccessKind::Load);
  if (first != nullptr && writable && resolve_in_one(*first, bytes, mask, access)) return;
  for_lanes(mask, [&](unsigned lane) {
    resolve_lane(spaces.global->find(access.addresses[lane]), kind, bytes, lane, access);
  });
  finish(access);
}

void resolve_shared(const AddressSpaces& spaces, AccessKind kind, std::uint32_t bytes, Mask mask,
                    ResolvedAccess& access) {
  for_lanes(mask, [&](unsigned lane) {
    access.addresses[lane] &= 0xFFFFFFFF;
  });  // others may be elsewhere
  Segment* first = find_shared(spaces.shared,
                               access.addresses[static_cast<std::size_t>(std::countr_zero(mask))]);
  if (first != nullptr && resolve_in_one(*first, bytes, mask, access)) return;
  for_lanes(mask, [&](unsigned lane) {
    resolve_lane(find_shared(spaces.shared, access.addresses[lane]), kind, bytes, lane, access);
  });
  finish(access);
}

void resolve_local(std::uint32_t bytes, Mask mask, Frame* frame, ResolvedAccess& access) {
  for_lanes(mask, [&](unsigned lane) {
    const Address address = access.addresses[lane] & 0xFFFFFFFF;
    Frame* owner = frame;
    while (owner->parent != nullptr && address < owner->local_base) owner = owner->parent;
    const std::uint64_t offset = address - owner->local_base;
    const std::uint64_t size = owner->function->local_bytes;
    if (size < bytes || offset > size - bytes)
      return mark_invalid(access, lane, InvalidReason::OutOfBounds, nullptr);
    if (offset % bytes != 0) return mark_invalid(access, lane, InvalidReason::Misaligned, nullptr);
    if (access.frame == nullptr) access.frame = owner;
    access.offsets[lane] = offset;
    (access.frame == owner ? access.valid : access.mixed) |= Mask{1} << lane;
  });
}

void resolve_parameters(const AddressSpaces& spaces, AccessKind kind, std::uint32_t bytes,
                        Mask mask, ResolvedAccess& access) {
  if (kind == AccessKind::Load && resolve_in_one(*spaces.parameters, bytes, mask, access)) return;
  for_lanes(mask, [&](unsigned lane) {
    Segment* segment = address_map::is_param(access.addresses[lane]) ? spaces.parameters : nullptr;
    resolve_lane(segment, kind, bytes, lane, access);
  });
  finish(access);
}

Space space_of(Address address) {
  if (address_map::is_shared(address)) return Space::Shared;
  if (address_map::is_local(address)) return Space::Local;
  if (address_map::is_param(address)) return Space::Param;
  return Space::Global;
}

}  // namespace

void resolve(const AddressSpaces& spaces, Space space, AccessKind kind, std::uint32_t bytes,
             Mask mask, Frame* frame, ResolvedAccess& access) {
  access.valid = access.mixed = access.any_invalid = 0;
  access.invalid = {};
  access.segment = nullptr;
  access.frame = nullptr;
  if (space == Space::Generic) {
    space = space_of(access.addresses[static_cast<std::size_t>(std::countr_zero(mask))]);
    for_lanes(mask, [&](unsigned lane) {
      if (space_of(access.addresses[lane]) != space) access.mixed |= Mask{1} << lane;
    });
    mask &= ~access.mixed;
  }
  access.space = space;
  switch (space) {
    case Space::Shared:
      resolve_shared(spaces, kind, bytes, mask, access);
      break;
    case Space::Local:
      resolve_local(bytes, mask, frame, access);
      break;
    case Space::Param:
      resolve_parameters(spaces, kind, bytes, mask, access);
      break;
    default:
      resolve_global(spaces, kind, bytes, mask, access);
      if (access.segment != nullptr) access.space = access.segment->space;
      break;
  }
  access.pattern = find_pattern(access, bytes);
}

Pattern find_pattern(const ResolvedAccess& access, std::uint32_t bytes) {
  if (access.valid == 0 || (access.segment == nullptr && access.frame == nullptr))
    return Pattern::Scattered;
  const auto first = static_cast<unsigned>(std::countr_zero(access.valid));
  const std::uint64_t base = access.offsets[first];
  const std::uint64_t start = base - first * std::uint64_t{bytes};
  std::uint64_t apart = 0, unlike = 0;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    const std::uint64_t on = (access.valid >> lane & 1) != 0 ? ~std::uint64_t{0} : 0;
    apart |= (access.offsets[lane] ^ (start + lane * std::uint64_t{bytes})) & on;
    unlike |= (access.offsets[lane] ^ base) & on;
  }
  if (unlike == 0) return Pattern::Uniform;
  return apart == 0 ? Pattern::Contiguous : Pattern::Scattered;
}

}  // namespace vgpu
