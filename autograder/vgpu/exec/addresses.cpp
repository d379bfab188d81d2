// SPDX-License-Identifier: MIT
// Addresses of a whole warp at once: the comparison with a remembered shape, and the offsets that
// follow from one.
#include "vgpu/exec/handlers.h"
#include "vgpu/exec/lane_ops.h"

namespace vgpu::VGPU_ISA {

bool same_distances64(const std::uint64_t* addresses, std::uint64_t base,
                      const std::uint64_t* delta, const std::uint64_t* on) {
  std::uint64_t unlike = 0;
  for (unsigned i = 0; i < kWarpSize; ++i) unlike |= ((addresses[i] - base) ^ delta[i]) & on[i];
  return unlike == 0;
}

bool same_distances32(const std::uint32_t* addresses, std::uint32_t base,
                      const std::uint32_t* delta, const std::uint32_t* on) {
  std::uint32_t unlike = 0;
  for (unsigned i = 0; i < kWarpSize; ++i) unlike |= ((addresses[i] - base) ^ delta[i]) & on[i];
  return unlike == 0;
}

void add_to_all(std::uint64_t* out, const std::uint64_t* delta, std::uint64_t base) {
  VGPU_LANE_LOOP
  for (unsigned i = 0; i < kWarpSize; ++i) out[i] = base + delta[i];
}

namespace {

template <class Word, unsigned Count>
[[gnu::always_inline]] inline void load_some(const LanePiece& piece, Word* target,
                                             const std::byte* source) {
  if (piece.uniform) {
    Word value;
    __builtin_memcpy(&value, source, sizeof value);
    for (unsigned i = 0; i < Count; ++i) target[i] = value;
  } else {
    __builtin_memcpy(target, source, Count * sizeof(Word));
  }
}

template <class Word>
[[gnu::always_inline]] inline void load(const LanePiece* pieces, unsigned count, std::byte* slot,
                                        const std::byte* data) {
  for (unsigned i = 0; i < count; ++i) {
    const LanePiece& piece = pieces[i];
    Word* target = reinterpret_cast<Word*>(slot) + piece.lane;
    const std::byte* source = data + piece.delta;
    switch (piece.count) {
      case 32:
        load_some<Word, 32>(piece, target, source);
        break;
      case 16:
        load_some<Word, 16>(piece, target, source);
        break;
      case 8:
        load_some<Word, 8>(piece, target, source);
        break;
      default:
        for (unsigned lane = 0; lane < piece.count; ++lane) {
          const unsigned step = piece.uniform ? 0 : sizeof(Word);
          __builtin_memcpy(target + lane, source + lane * step, sizeof(Word));
        }
    }
  }
}

/// Of lanes that write to one place the last one stays.
template <class Word>
[[gnu::always_inline]] inline void store(const LanePiece* pieces, unsigned count,
                                         const std::byte* slot, std::byte* data) {
  for (unsigned i = 0; i < count; ++i) {
    const LanePiece& piece = pieces[i];
    const Word* source = reinterpret_cast<const Word*>(slot) + piece.lane;
    std::byte* target = data + piece.delta;
    if (piece.uniform) {
      __builtin_memcpy(target, source + piece.count - 1, sizeof(Word));
    } else if (piece.count == 32) {
      __builtin_memcpy(target, source, 32 * sizeof(Word));
    } else {
      __builtin_memcpy(target, source, piece.count * sizeof(Word));
    }
  }
}

}  // namespace

void load_pieces(const LanePiece* pieces, unsigned count, unsigned bytes, std::byte* slot,
                 const std::byte* data) {
  if (bytes == 4) {
    load<std::uint32_t>(pieces, count, slot, data);
  } else {
    load<std::uint64_t>(pieces, count, slot, data);
  }
}

void store_pieces(const LanePiece* pieces, unsigned count, unsigned bytes, const std::byte* slot,
                  std::byte* data) {
  if (bytes == 4) {
    store<std::uint32_t>(pieces, count, slot, data);
  } else {
    store<std::uint64_t>(pieces, count, slot, data);
  }
}

}  // namespace vgpu::VGPU_ISA
