// SPDX-License-Identifier: MIT
// Exchange between the lanes of a warp: shfl, vote, match, redux, activemask, elect.
//
// Lanes::mask is the set of lanes that execute together; the membermask operand names those that
// take part. A lane that is named but absent delivers what its register holds, which is garbage on
// the hardware and a finding of synccheck here. Compiled once.
#include "vgpu/exec/comparison.h"
#include "vgpu/exec/handlers.h"
#include "vgpu/exec/lane_float.h"
#include "vgpu/exec/lane_ops.h"

namespace vgpu {
namespace {

using namespace baseline;
using ptx::Mode;
using ptx::Operation;
using ptx::Type;

constexpr std::uint32_t kPredicateResult = 0x100;

/// Calls f(lanes of the group, members) for each group of active lanes with the same membermask:
/// nearly always one group.
template <class F>
void for_groups(const Lanes& lanes, Slot membermask, F f) {
  const std::uint32_t* named = lanes.source<std::uint32_t>(membermask);
  for (Mask left = lanes.mask; left != 0;) {
    const std::uint32_t members = named[__builtin_ctz(left)];
    const Mask alike =
        compare(named, named, [members](std::uint32_t a, std::uint32_t) { return a == members; });
    f(alike & left, members & lanes.mask);
    left &= ~alike;
  }
}

/// Gives the lanes of a group a value.
template <class T>
void fill(T* values, Mask group, T value) {
  if (group == kFullMask) {
    for (unsigned i = 0; i < kWarpSize; ++i) values[i] = value;
  } else {
    for_active(group, [&](unsigned i) { values[i] = value; });
  }
}

/// Source lane of shfl where it is in range, and the last lane in range (PTX ISA, "shfl.sync").
template <Mode How>
[[gnu::always_inline]] inline int source_lane(int lane, int by, int segment) {
  switch (How) {
    case Mode::Up:
      return lane - by;
    case Mode::Down:
      return lane + by;
    case Mode::Bfly:
      return lane ^ by;
    default:
      return (lane & segment) | (by & ~segment);
  }
}

template <Mode How>
void shuffle(const Lanes& lanes, const LaneOp& op) {
  const std::uint32_t* a = lanes.source<std::uint32_t>(op.src[0]);
  const std::uint32_t* b = lanes.source<std::uint32_t>(op.src[1]);
  const std::uint32_t* c = lanes.source<std::uint32_t>(op.src[2]);
  std::int32_t from[kWarpSize];
  std::uint32_t in_range[kWarpSize];
  for (int i = 0; i < static_cast<int>(kWarpSize); ++i) {
    const int clamp = static_cast<int>(c[i]) & 31;
    const int segment = static_cast<int>(c[i] >> 8) & 31;
    const int last = (i & segment) | (clamp & ~segment);
    const int lane = source_lane<How>(i, static_cast<int>(b[i]) & 31, segment);
    const bool inside = How == Mode::Up ? lane >= last : lane <= last;
    from[i] = (inside ? lane : i) & 31;
    in_range[i] = inside ? 0xFFFFFFFF : 0;
  }
  std::uint32_t moved[kWarpSize];
  for (unsigned i = 0; i < kWarpSize; ++i) moved[i] = a[from[i]];
  blend(lanes.result<std::uint32_t>(op.dst[0]), moved, lanes.mask);
  if ((op.imm & kPredicateResult) != 0) {
    lanes.set_predicate(op.dst[1], pack_conditions(in_range));
  }
}

Selection choose_shuffle(const SelectContext& context, unsigned most_operands) {
  Selection chosen;
  if (has_second_result(context, most_operands)) chosen.imm = kPredicateResult;
  switch (context.in.mod.mode) {
    case Mode::Up:
      chosen.handler = &shuffle<Mode::Up>;
      break;
    case Mode::Down:
      chosen.handler = &shuffle<Mode::Down>;
      break;
    case Mode::Bfly:
      chosen.handler = &shuffle<Mode::Bfly>;
      break;
    case Mode::Idx:
      chosen.handler = &shuffle<Mode::Idx>;
      break;
    default:
      break;
  }
  return chosen;
}

void vote(const Lanes& lanes, const LaneOp& op) {
  const Mask votes = lanes.predicate(op, 0);
  Mask outcome = 0;
  for_groups(lanes, op.src[1], [&](Mask group, Mask members) {
    const Mask yes = votes & members;
    bool met = false;
    switch (static_cast<Operation>(op.imm)) {
      case Operation::All:
        met = yes == members;
        break;
      case Operation::Any:
        met = yes != 0;
        break;
      default:
        met = yes == members || yes == 0;
        break;
    }
    if (met) outcome |= group;
  });
  lanes.set_predicate(op.dst[0], outcome);
}

void ballot(const Lanes& lanes, const LaneOp& op) {
  const Mask votes = lanes.predicate(op, 0);
  std::uint32_t* d = lanes.result<std::uint32_t>(op.dst[0]);
  std::uint32_t result[kWarpSize];
  for_groups(lanes, op.src[1],
             [&](Mask group, Mask members) { fill(result, group, votes & members); });
  blend(d, result, lanes.mask);
}

template <class T, class Result>
void match_any(const Lanes& lanes, const LaneOp& op) {
  const T* a = lanes.source<T>(op.src[0]);
  Result* d = lanes.result<Result>(op.dst[0]);
  Result result[kWarpSize];
  for_groups(lanes, op.src[1], [&](Mask group, Mask members) {
    for_active(group, [&](unsigned i) {
      Mask equal = 0;
      for_active(members, [&](unsigned k) { equal |= static_cast<Mask>(a[k] == a[i]) << k; });
      result[i] = equal;
    });
  });
  blend(d, result, lanes.mask);
}

template <class T, class Result>
void match_all(const Lanes& lanes, const LaneOp& op) {
  const T* a = lanes.source<T>(op.src[0]);
  Result* d = lanes.result<Result>(op.dst[0]);
  Result result[kWarpSize];
  Mask agreed = 0;
  for_groups(lanes, op.src[1], [&](Mask group, Mask members) {
    const T first = a[__builtin_ctz(group)];
    bool all = true;
    for_active(members, [&](unsigned k) { all = all && a[k] == first; });
    if (all) agreed |= group;
    fill(result, group, static_cast<Result>(all ? members : 0));
  });
  blend(d, result, lanes.mask);
  if ((op.imm & kPredicateResult) != 0) lanes.set_predicate(op.dst[1], agreed);
}

/// redux: members are combined in the order of their lanes.
template <class T, T (*F)(T, T)>
void reduce(const Lanes& lanes, const LaneOp& op) {
  const T* a = lanes.source<T>(op.src[0]);
  T result[kWarpSize];
  for_groups(lanes, op.src[1], [&](Mask group, Mask members) {
    // A mask that does not name its own lane is a mistake of the program: such a lane counts.
    const Mask all = members == 0 ? group : members;
    T value = a[__builtin_ctz(all)];
    for_active(all & (all - 1), [&](unsigned k) { value = F(value, a[k]); });
    fill(result, group, value);
  });
  blend(lanes.result<std::uint32_t>(op.dst[0]), reinterpret_cast<const std::uint32_t*>(result),
        lanes.mask);
}

template <class T>
T sum(T a, T b) {
  return static_cast<T>(a + b);
}
template <class T>
T least(T a, T b) {
  return b < a ? b : a;
}
template <class T>
T greatest(T a, T b) {
  return a < b ? b : a;
}
std::uint32_t all_bits(std::uint32_t a, std::uint32_t b) {
  return a & b;
}
std::uint32_t any_bits(std::uint32_t a, std::uint32_t b) {
  return a | b;
}
std::uint32_t odd_bits(std::uint32_t a, std::uint32_t b) {
  return a ^ b;
}

template <bool Max, bool Abs, bool NanWins>
float extreme(float x, float y) {
  const float a = Abs ? float_of(bits_of(x) & 0x7FFFFFFF) : x;
  const float b = Abs ? float_of(bits_of(y) & 0x7FFFFFFF) : y;
  if (NanWins && (a != a || b != b)) return float_of(kNanF32);
  return Max ? maximum(a, b) : minimum(a, b);
}
template <bool Max>
LaneHandler float_reduction(const ptx::Modifiers& mod) {
  if (mod.abs) {
    return mod.nan ? &reduce<float, extreme<Max, true, true>>
                   : &reduce<float, extreme<Max, true, false>>;
  }
  return mod.nan ? &reduce<float, extreme<Max, false, true>>
                 : &reduce<float, extreme<Max, false, false>>;
}

void activemask(const Lanes& lanes, const LaneOp& op) {
  std::uint32_t* d = lanes.result<std::uint32_t>(op.dst[0]);
  for_active(lanes.mask, [&](unsigned i) { d[i] = lanes.mask; });
}

/// elect.sync chooses the lowest member.
void elect(const Lanes& lanes, const LaneOp& op) {
  std::uint32_t leader[kWarpSize];
  Mask elected = 0;
  for_groups(lanes, op.src[0], [&](Mask group, Mask members) {
    const auto lowest = static_cast<unsigned>(__builtin_ctz(members == 0 ? group : members));
    elected |= 1U << lowest;
    fill(leader, group, static_cast<std::uint32_t>(lowest));
  });
  blend(lanes.result<std::uint32_t>(op.dst[0]), leader, lanes.mask);
  lanes.set_predicate(op.dst[1], elected);
}

}  // namespace

Selection select_ShflSync(const SelectContext& context) {
  return choose_shuffle(context, 6);
}
Selection select_Shfl(const SelectContext& context) {
  return choose_shuffle(context, 5);
}
Selection select_Vote(const SelectContext& context) {
  return {&vote, static_cast<std::uint32_t>(context.in.mod.operation)};
}
Selection select_VoteBallot(const SelectContext&) {
  return {&ballot};
}
Selection select_MatchAny(const SelectContext& context) {
  if (ptx::bits(context.in.mod.type) != 64) return {&match_any<std::uint32_t, std::uint32_t>};
  // clang 14 gives the 64-bit form a register of 64 bits for its result.
  return {context.slot_bits(0) == 64 ? &match_any<std::uint64_t, std::uint64_t>
                                     : &match_any<std::uint64_t, std::uint32_t>};
}
Selection select_MatchAll(const SelectContext& context) {
  const std::uint32_t imm = has_second_result(context, 4) ? kPredicateResult : 0;
  if (ptx::bits(context.in.mod.type) != 64) {
    return {&match_all<std::uint32_t, std::uint32_t>, imm};
  }
  return {context.slot_bits(0) == 64 ? &match_all<std::uint64_t, std::uint64_t>
                                     : &match_all<std::uint64_t, std::uint32_t>,
          imm};
}
Selection select_Redux(const SelectContext& context) {
  const bool is_signed = context.in.mod.type == Type::S32;
  switch (context.in.mod.operation) {
    case Operation::Add:
      return {&reduce<std::uint32_t, sum<std::uint32_t>>};
    case Operation::Min:
      return {is_signed ? &reduce<std::int32_t, least<std::int32_t>>
                        : &reduce<std::uint32_t, least<std::uint32_t>>};
    case Operation::Max:
      return {is_signed ? &reduce<std::int32_t, greatest<std::int32_t>>
                        : &reduce<std::uint32_t, greatest<std::uint32_t>>};
    case Operation::And:
      return {&reduce<std::uint32_t, all_bits>};
    case Operation::Or:
      return {&reduce<std::uint32_t, any_bits>};
    case Operation::Xor:
      return {&reduce<std::uint32_t, odd_bits>};
    default:
      return {};
  }
}
Selection select_ReduxF32(const SelectContext& context) {
  switch (context.in.mod.operation) {
    case Operation::Min:
      return {float_reduction<false>(context.in.mod)};
    case Operation::Max:
      return {float_reduction<true>(context.in.mod)};
    default:
      return {};
  }
}
Selection select_Activemask(const SelectContext&) {
  return {&activemask};
}
Selection select_Elect(const SelectContext&) {
  return {&elect};
}

}  // namespace vgpu
