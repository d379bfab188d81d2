// SPDX-License-Identifier: MIT
#include "vgpu/memory_ops.h"

#include <bit>
#include <cmath>
#include <cstring>

namespace vgpu {

namespace {

template <class T>
T read(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

template <class T>
void write(std::byte* at, T value) {
  std::memcpy(at, &value, sizeof value);
}

template <class Memory, class Register>
void load_lanes(std::byte* slot, const std::byte* data, const std::uint64_t* offsets,
                std::uint64_t extra, Mask mask) {
  auto* lanes = reinterpret_cast<Register*>(slot);
  data += extra;
  if (mask == kFullMask) {
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      lanes[lane] = static_cast<Register>(read<Memory>(at_offset(data, offsets[lane])));
    }
    return;
  }
  for (Mask left = mask; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    lanes[lane] = static_cast<Register>(read<Memory>(at_offset(data, offsets[lane])));
  }
}

template <class Memory, class Register>
void store_lanes(const std::byte* slot, std::byte* data, const std::uint64_t* offsets,
                 std::uint64_t extra, Mask mask) {
  const auto* lanes = reinterpret_cast<const Register*>(slot);
  data += extra;
  for (Mask left = mask; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    write(at_offset(data, offsets[lane]), static_cast<Memory>(lanes[lane]));
  }
}

template <class Register>
LoadMove load_into(ptx::Type type) {
  const bool is_signed = ptx::is_signed(type);
  switch (ptx::bits(type)) {
    case 8:
      return is_signed ? load_lanes<std::int8_t, Register> : load_lanes<std::uint8_t, Register>;
    case 16:
      return is_signed ? load_lanes<std::int16_t, Register> : load_lanes<std::uint16_t, Register>;
    case 32:
      if constexpr (sizeof(Register) < 4) return nullptr;
      return is_signed ? load_lanes<std::int32_t, Register> : load_lanes<std::uint32_t, Register>;
    case 64:
      if constexpr (sizeof(Register) < 8) return nullptr;
      return load_lanes<std::uint64_t, Register>;
    default:
      return nullptr;
  }
}

template <class Register>
StoreMove store_from(ptx::Type type) {
  switch (ptx::bits(type)) {
    case 8:
      return store_lanes<std::uint8_t, Register>;
    case 16:
      return store_lanes<std::uint16_t, Register>;
    case 32:
      if constexpr (sizeof(Register) < 4) return nullptr;
      return store_lanes<std::uint32_t, Register>;
    case 64:
      if constexpr (sizeof(Register) < 8) return nullptr;
      return store_lanes<std::uint64_t, Register>;
    default:
      return nullptr;
  }
}

template <class T>
T from_bits(std::uint64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

template <class T>
std::uint64_t to_bits(T value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

/// A NaN result is the canonical one, as the hardware's adders give it.
template <class T>
std::uint64_t add_float(std::uint64_t old, std::uint64_t a, std::uint64_t) {
  const T sum = from_bits<T>(old) + from_bits<T>(a);
  if (std::isnan(sum)) return sizeof(T) == 4 ? 0x7FFFFFFF : 0xFFF8'0000'0000'0000;
  return to_bits(sum);
}

template <class T>
AtomicFunction integer_atomic(ptx::Operation operation) {
  using ptx::Operation;
  switch (operation) {
    case Operation::Add:
      return [](std::uint64_t old, std::uint64_t a, std::uint64_t) {
        return to_bits(static_cast<T>(from_bits<T>(old) + from_bits<T>(a)));
      };
    case Operation::Min:
      return [](std::uint64_t old, std::uint64_t a, std::uint64_t) {
        return to_bits(from_bits<T>(a) < from_bits<T>(old) ? from_bits<T>(a) : from_bits<T>(old));
      };
    case Operation::Max:
      return [](std::uint64_t old, std::uint64_t a, std::uint64_t) {
        return to_bits(from_bits<T>(a) > from_bits<T>(old) ? from_bits<T>(a) : from_bits<T>(old));
      };
    case Operation::Inc:
      return [](std::uint64_t old, std::uint64_t a, std::uint64_t) {
        const T value = from_bits<T>(old);
        return to_bits(static_cast<T>(value >= from_bits<T>(a) ? 0 : value + 1));
      };
    case Operation::Dec:
      return [](std::uint64_t old, std::uint64_t a, std::uint64_t) {
        const T value = from_bits<T>(old);
        return to_bits(value == 0 || value > from_bits<T>(a) ? from_bits<T>(a)
                                                             : static_cast<T>(value - 1));
      };
    case Operation::And:
      return [](std::uint64_t old, std::uint64_t a, std::uint64_t) { return old & a; };
    case Operation::Or:
      return [](std::uint64_t old, std::uint64_t a, std::uint64_t) { return old | a; };
    case Operation::Xor:
      return [](std::uint64_t old, std::uint64_t a, std::uint64_t) { return old ^ a; };
    case Operation::Exch:
      return [](std::uint64_t, std::uint64_t a, std::uint64_t) { return a; };
    case Operation::Cas:
      return [](std::uint64_t old, std::uint64_t a, std::uint64_t b) {
        return from_bits<T>(old) == from_bits<T>(a) ? b : old;
      };
    default:
      return nullptr;
  }
}

}  // namespace

LoadMove find_load(ptx::Type type, int slot_bits) {
  switch (slot_bits) {
    case 16:
      return load_into<std::uint16_t>(type);
    case 32:
      return load_into<std::uint32_t>(type);
    case 64:
      return load_into<std::uint64_t>(type);
    default:
      return nullptr;
  }
}

StoreMove find_store(ptx::Type type, int slot_bits) {
  switch (slot_bits) {
    case 16:
      return store_from<std::uint16_t>(type);
    case 32:
      return store_from<std::uint32_t>(type);
    case 64:
      return store_from<std::uint64_t>(type);
    default:
      return nullptr;
  }
}

AtomicFunction find_atomic(ptx::Operation operation, ptx::Type type) {
  if (type == ptx::Type::F32 && operation == ptx::Operation::Add) return add_float<float>;
  if (type == ptx::Type::F64 && operation == ptx::Operation::Add) return add_float<double>;
  if (ptx::is_float(type)) return nullptr;
  const bool is_signed = ptx::is_signed(type);
  switch (ptx::bits(type)) {
    case 16:
      return is_signed ? integer_atomic<std::int16_t>(operation)
                       : integer_atomic<std::uint16_t>(operation);
    case 32:
      return is_signed ? integer_atomic<std::int32_t>(operation)
                       : integer_atomic<std::uint32_t>(operation);
    case 64:
      return is_signed ? integer_atomic<std::int64_t>(operation)
                       : integer_atomic<std::uint64_t>(operation);
    default:
      return nullptr;
  }
}

void load_uniform(LoadMove move, std::byte* slot, const std::byte* data, Mask mask) {
  static constexpr std::uint64_t kNoOffsets[kWarpSize] = {};
  move(slot, data, kNoOffsets, 0, mask);
}

}  // namespace vgpu
