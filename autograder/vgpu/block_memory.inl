// SPDX-License-Identifier: MIT
// Block<Tools>: loads, stores, atomics, asynchronous copies, parameters of functions, system calls.
// Included by block.h only.
#pragma once

#include <atomic>
#include <cstring>

namespace vgpu {

namespace detail {

/// The addresses that the lanes computed: register + offset, or the offset alone.
inline void compute_addresses(const MemoryOp& op, const Lanes& lanes, const Frame& frame,
                              std::array<std::uint64_t, kWarpSize>& addresses) {
  const auto offset = static_cast<std::uint64_t>(op.offset) + (op.in_frame ? frame.local_base : 0);
  if (!op.has_register) {
    addresses.fill(offset);
  } else if (op.wide_register) {
    const auto* base = lanes.source<std::uint64_t>(op.address);
    for (unsigned lane = 0; lane < kWarpSize; ++lane) addresses[lane] = base[lane] + offset;
  } else {
    const auto* base = lanes.source<std::uint32_t>(op.address);
    for (unsigned lane = 0; lane < kWarpSize; ++lane) addresses[lane] = base[lane] + offset;
  }
}

/// The new value of a cell in memory. Several host threads may be at one cell of global memory.
template <class Word>
Word exchange(std::byte* cell, AtomicFunction function, std::uint64_t a, std::uint64_t b) {
  const std::atomic_ref<Word> word(*reinterpret_cast<Word*>(cell));
  Word old = word.load(std::memory_order_relaxed);
  while (!word.compare_exchange_weak(old, static_cast<Word>(function(old, a, b)),
                                     std::memory_order_relaxed)) {
  }
  return old;
}

/// The atomics of the lanes of `mask`, in ascending order; the old values go where they are wanted.
/// Offsets may be negative, so they wrap.
inline void do_atomics(const MemoryOp& op, const Instr& in, const Lanes& lanes, std::byte* data,
                       const std::uint64_t* offsets, Mask mask) {
  const unsigned width = op.element_bytes, operand_width = op.operand_bytes;
  const auto* a = lanes.source<std::byte>(in.op.src[0]);
  const auto* b = lanes.source<std::byte>(in.op.src[1]);
  for (; mask != 0; mask &= mask - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(mask));
    std::uint64_t first = 0, second = 0, old = 0;
    std::memcpy(&first, a + lane * operand_width, operand_width);
    std::memcpy(&second, b + lane * operand_width, operand_width);
    std::byte* cell = at_offset(data, offsets[lane]);
    if (width == 4) {
      old = exchange<std::uint32_t>(cell, op.atomic, first, second);
    } else if (width == 8) {
      old = exchange<std::uint64_t>(cell, op.atomic, first, second);
    } else {
      old = exchange<std::uint16_t>(cell, op.atomic, first, second);
    }
    if (op.test != nullptr) {
      Lanes{{lanes.bank[0], lanes.bank[1], lanes.bank[2]}, Mask{1} << lane}.set_predicate(
          in.op.dst[0], op.test(old, first) ? kFullMask : 0);
    } else if (op.returns_value) {
      std::memcpy(lanes.result<std::byte>(in.op.dst[0]) + lane * width, &old, width);
    }
  }
}

/// Parameters read by name lie at an absolute address; by register, PTX gives the offset in the
/// parameter space.
inline ptx::Space effective_space(const MemoryOp& op) {
  return op.in_frame ? ptx::Space::Local : op.space;
}

}  // namespace detail

template <class Tools>
void Block<Tools>::memory(Warp& warp, const Path& path, const Instr& in, const Lanes& lanes,
                          SiteId site) {
  const MemoryOp& op = path.frame->function->memory_ops[in.extra];
  if (quick_memory(warp, op, in, lanes, site)) return;
  detail::compute_addresses(op, lanes, *path.frame, access_.addresses);
  const AddressSpaces spaces{launch_.memory, shared_, &launch_.parameters};
  const std::uint32_t bytes = op.bytes();
  for (Mask left = lanes.mask; left != 0; left = access_.mixed) {
    resolve(spaces, detail::effective_space(op), op.kind, bytes, left, path.frame, access_);
    if (access_.any_invalid != 0) {
      if (op.load != nullptr) {  // what could not be read is poison
        for (unsigned element = 0; element < op.elements; ++element) {
          static constexpr std::array<std::byte, 8> kPoisoned{kPoison, kPoison, kPoison, kPoison,
                                                              kPoison, kPoison, kPoison, kPoison};
          load_uniform(op.load, lanes.result<std::byte>(in.op.dst[element]), kPoisoned.data(),
                       access_.any_invalid);
        }
      }
      tell_invalid(op, warp, access_, site);
    }
    if (access_.valid == 0) continue;
    if (op.kind != AccessKind::Load && !keep_old(access_)) return;
    if (access_.space != ptx::Space::Param) {
      std::span<const std::uint64_t> stored;
      if constexpr (Tools::kWantsStoredValues) stored = stored_values(op, in, lanes);
      tell_access(op, warp, access_, site, false, stored);
    }
    move_data(op, in, lanes, access_);
    if (access_.valid == lanes.mask && access_.segment != nullptr) learn(op, site);
  }
}

/// What a store of one element writes, per lane; nothing for other accesses.
template <class Tools>
std::span<const std::uint64_t> Block<Tools>::stored_values(const MemoryOp& op, const Instr& in,
                                                           const Lanes& lanes) {
  if (op.kind != AccessKind::Store || op.elements != 1 || op.element_bytes > 8) return {};
  alignas(64) static constexpr auto kPlaces = [] {
    std::array<std::uint64_t, kWarpSize> places{};
    for (std::size_t lane = 0; lane < kWarpSize; ++lane) places[lane] = lane * 8;
    return places;
  }();
  stored_.fill(0);
  op.store(lanes.source<std::byte>(in.op.src[0]), reinterpret_cast<std::byte*>(stored_.data()),
           kPlaces.data(), 0, lanes.mask);
  return stored_;
}

template <class Tools>
void Block<Tools>::move_data(const MemoryOp& op, const Instr& in, const Lanes& lanes,
                             const ResolvedAccess& access) {
  alignas(64) std::array<std::uint64_t, kWarpSize> positions;
  const std::uint64_t* offsets = access.offsets.data();
  const bool local = access.frame != nullptr;
  for (unsigned element = 0; element < op.elements; ++element) {
    const std::uint64_t extra = std::uint64_t{element} * op.element_bytes;
    if (local) {
      for (unsigned lane = 0; lane < kWarpSize; ++lane) {
        positions[lane] = (access.valid >> lane & 1) != 0
                              ? local_position(lane, access.offsets[lane] + extra)
                              : 0;
      }
    }
    const auto each_target = [&](auto move) {
      if (local) {
        move(access.frame->local.data(), positions.data(), std::uint64_t{0}, access.valid);
      } else if (access.segment != nullptr) {
        move(access.segment->data, offsets, extra, access.valid);
      } else {
        for (Mask left = access.valid; left != 0; left &= left - 1) {
          const auto lane = static_cast<std::size_t>(std::countr_zero(left));
          move(access.segments[lane]->data, offsets, extra, Mask{1} << lane);
        }
      }
    };
    switch (op.kind) {
      case AccessKind::Load: {
        auto* slot = lanes.result<std::byte>(in.op.dst[element]);
        each_target([&](std::byte* data, const std::uint64_t* at, std::uint64_t more, Mask mask) {
          op.load(slot, data, at, more, mask);
        });
        break;
      }
      case AccessKind::Store: {
        const auto* slot = lanes.source<std::byte>(in.op.src[element]);
        each_target([&](std::byte* data, const std::uint64_t* at, std::uint64_t more, Mask mask) {
          op.store(slot, data, at, more, mask);
        });
        break;
      }
      case AccessKind::Atomic:
        each_target([&](std::byte* data, const std::uint64_t* at, std::uint64_t more, Mask mask) {
          detail::do_atomics(op, in, lanes, data + more, at, mask);
        });
        break;
    }
  }
}

template <class Tools>
void Block<Tools>::tell_invalid(const MemoryOp& op, Warp& warp, const ResolvedAccess& access,
                                SiteId site) {
  for (std::size_t reason = 0; reason < access.invalid.size(); ++reason) {
    if (access.invalid[reason] == 0) continue;
    InvalidAccess event;
    event.reason = static_cast<InvalidReason>(reason);
    event.space = access.space;
    event.kind = op.kind;
    event.bytes = std::uint32_t{op.element_bytes} * op.elements;
    event.site = site;
    event.warp = warp.number();
    event.mask = access.invalid[reason];
    event.addresses = access.addresses.data();
    event.segments = access.segments.data();
    tools_.invalid(event);
  }
  // Where the hardware certainly faults, the program gets to know it from the next runtime call.
  constexpr auto index = [](InvalidReason reason) { return static_cast<std::size_t>(reason); };
  if (fault_ == LaunchStatus::Ok) {
    if ((access.invalid[index(InvalidReason::Unmapped)] |
         access.invalid[index(InvalidReason::Freed)]) != 0) {
      fault_ = LaunchStatus::IllegalAddress;
    } else if (access.invalid[index(InvalidReason::Misaligned)] != 0) {
      fault_ = LaunchStatus::MisalignedAddress;
    }
  }
}

template <class Tools>
bool Block<Tools>::tell_access(const MemoryOp& op, Warp& warp, const ResolvedAccess& access,
                               SiteId site, bool asynchronous,
                               std::span<const std::uint64_t> stored) {
  WarpAccess event;
  event.space = access.space;
  event.kind = op.kind;
  event.pattern = access.pattern;
  event.semantics = op.semantics;
  event.scope = op.scope;
  event.returns_value = op.returns_value;
  event.asynchronous = asynchronous;
  event.element_bytes = op.element_bytes;
  event.elements = op.elements;
  event.site = site;
  event.warp = warp.number();
  event.mask = access.valid;
  event.offsets = access.offsets.data();
  event.segment = access.segment;
  event.segments = access.segments.data();
  event.stored = stored;
  if (access.frame != nullptr) {
    event.segment = nullptr;
    event.segments = nullptr;
    event.local_initialized = access.frame->local_initialized.data();
  }
  tools_.access(event);
  return true;
}

/// cp.async: `size` bytes go from global to shared memory; with a source size given, the rest is
/// zero.
template <class Tools>
void Block<Tools>::async_copy(Warp& warp, const Path& path, const Instr& in, Mask active,
                              SiteId site) {
  const MemoryOp& from = path.frame->function->memory_ops[in.extra];
  const MemoryOp& to = path.frame->function->memory_ops[in.extra + 1];
  const Lanes lanes = lanes_of(warp, path, active);
  const AddressSpaces spaces{launch_.memory, shared_, &launch_.parameters};
  std::array<std::uint32_t, kWarpSize> sizes{};
  sizes.fill(from.element_bytes);
  Mask reading = active;
  if (in.op.imm == 1) {
    const auto* given = lanes.source<std::uint32_t>(in.op.src[0]);
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      sizes[lane] = std::min<std::uint32_t>(given[lane], from.element_bytes);
      if (sizes[lane] == 0) reading &= ~(Mask{1} << lane);
    }
  }
  detail::compute_addresses(from, lanes, *path.frame, access_.addresses);
  access_.valid = 0;
  if (reading != 0) {
    resolve(spaces, from.space, AccessKind::Load, from.element_bytes, reading, path.frame, access_);
    if (access_.any_invalid != 0) tell_invalid(from, warp, access_, site);
    if (access_.valid != 0) tell_access(from, warp, access_, site, true);
  }
  detail::compute_addresses(to, lanes, *path.frame, second_access_.addresses);
  resolve(spaces, to.space, AccessKind::Store, to.element_bytes, active, path.frame,
          second_access_);
  if (second_access_.any_invalid != 0) tell_invalid(to, warp, second_access_, site);
  if (second_access_.valid == 0) return;
  tell_access(to, warp, second_access_, site, true);
  for (Mask left = second_access_.valid; left != 0; left &= left - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(left));
    Segment* target =
        second_access_.segment != nullptr ? second_access_.segment : second_access_.segments[lane];
    std::byte* data = target->data + second_access_.offsets[lane];
    std::memset(data, 0, to.element_bytes);
    if ((reading >> lane & 1) == 0) continue;
    if ((access_.valid >> lane & 1) == 0) {
      std::memset(data, static_cast<int>(kPoison), to.element_bytes);
      continue;
    }
    const Segment* source = access_.segment != nullptr ? access_.segment : access_.segments[lane];
    std::memcpy(data, source->data + access_.offsets[lane], sizes[lane]);
  }
}

/// ld.param / st.param of a variable in the frame.
template <class Tools>
void Block<Tools>::frame_move(Warp& warp, const Path& path, const Instr& in, Mask active) {
  const FrameMove& move = path.frame->function->frame_moves[in.extra];
  const Lanes lanes = lanes_of(warp, path, active);
  std::byte* area = path.frame->registers + move.area.offset;
  std::array<std::uint64_t, kWarpSize> positions;
  for (unsigned element = 0; element < move.elements; ++element) {
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      positions[lane] =
          move.area.position(lane, move.at + std::uint64_t{element} * move.element_bytes);
    }
    if (move.load != nullptr) {
      move.load(lanes.result<std::byte>(in.op.dst[element]), area, positions.data(), 0, active);
    } else {
      move.store(lanes.source<std::byte>(in.op.src[element]), area, positions.data(), 0, active);
    }
  }
}

template <class Tools>
bool Block<Tools>::system_call(Warp& warp, std::size_t index, const CallOp& op,
                               const FunctionCode& callee, Mask active, SiteId site) {
  Path& path = warp.paths()[index];
  for (Mask left = active; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    const ThreadReader read = [&](Address address, void* into, std::uint64_t bytes) {
      return read_thread_memory(*path.frame, lane, address, into, bytes);
    };
    const auto argument = [&](std::size_t number) {
      std::uint64_t value = 0;
      if (number < op.arguments.size()) {
        const FrameArea& area = op.arguments[number];
        std::memcpy(&value, path.frame->registers + area.offset + area.position(lane, 0),
                    std::min<std::size_t>(area.size, sizeof value));
      }
      return value;
    };
    std::uint64_t result = 0;
    ProblemEvent event;
    event.site = site;
    event.warp = warp.number();
    event.mask = Mask{1} << lane;
    switch (callee.system) {
      case SystemFunction::Vprintf: {
        const auto text = format_printf(read, argument(0), argument(1));
        if (text && output_.size() < kOutputLimit) output_ += *text;
        break;
      }
      case SystemFunction::Malloc: {
        const CodeLine& line = launch_.program->lines[site];
        const std::string place = line.line == 0 ? "" : line.file + ":" + std::to_string(line.line);
        Segment* segment =
            launch_.memory->allocate(argument(0), "device heap", Role::DeviceHeap, place);
        result = segment == nullptr ? 0 : segment->base;
        break;
      }
      case SystemFunction::Free: {
        if (argument(0) == 0) break;
        const Segment* segment = launch_.memory->find(argument(0));
        const bool freed = segment != nullptr && !segment->live && segment->base == argument(0);
        if (segment != nullptr && segment->role == Role::DeviceHeap &&
            launch_.memory->release(argument(0)))
          break;
        event.problem = freed ? ExecutionProblem::DoubleFree : ExecutionProblem::InvalidFree;
        tools_.problem(event);
        break;
      }
      case SystemFunction::AssertFail: {
        std::string where = read_string(read, argument(1)).value_or("?");
        event.text = where.substr(where.rfind('/') + 1) + ':' + std::to_string(argument(2)) + ": " +
                     read_string(read, argument(0)).value_or("?");
        event.problem = ExecutionProblem::Assertion;
        event.mask = active;
        status_ = LaunchStatus::Assertion;
        tools_.problem(event);
        return false;
      }
      case SystemFunction::None:
        break;
    }
    if (!op.returns.empty()) {
      const FrameArea& area = op.returns[0];
      std::memcpy(path.frame->registers + area.offset + area.position(lane, 0), &result,
                  std::min<std::size_t>(area.size, sizeof result));
    }
  }
  ++path.pc;
  return true;
}

}  // namespace vgpu
