// SPDX-License-Identifier: MIT
#include "ptx/names.h"

#include <algorithm>
#include <charconv>
#include <iterator>

namespace ptx {
namespace {

struct TypeName {
  std::string_view word;
  Type type;
};

constexpr TypeName kTypes[] = {
    {"b128", Type::B128},     {"b16", Type::B16},       {"b32", Type::B32},
    {"b64", Type::B64},       {"b8", Type::B8},         {"bf16", Type::BF16},
    {"bf16x2", Type::BF16x2}, {"e4m3x2", Type::E4M3x2}, {"e5m2x2", Type::E5M2x2},
    {"f16", Type::F16},       {"f16x2", Type::F16x2},   {"f32", Type::F32},
    {"f64", Type::F64},       {"pred", Type::Pred},     {"s16", Type::S16},
    {"s16x2", Type::S16x2},   {"s32", Type::S32},       {"s64", Type::S64},
    {"s8", Type::S8},         {"tf32", Type::TF32},     {"u16", Type::U16},
    {"u16x2", Type::U16x2},   {"u32", Type::U32},       {"u64", Type::U64},
    {"u8", Type::U8},
};
static_assert(std::ranges::is_sorted(kTypes, {}, &TypeName::word));

struct Named {
  std::string_view name;
  SpecialRegister special;
  int width;
};

using enum SpecialRegister;
constexpr Named kSpecials[] = {
    {"%clock", Clock, 32},
    {"%clock64", Clock64, 64},
    {"%clock_hi", ClockHi, 32},
    {"%ctaid.x", CtaidX, 32},
    {"%ctaid.y", CtaidY, 32},
    {"%ctaid.z", CtaidZ, 32},
    {"%dynamic_smem_size", DynamicSmemSize, 32},
    {"%globaltimer", GlobalTimer, 64},
    {"%globaltimer_hi", GlobalTimerHi, 32},
    {"%globaltimer_lo", GlobalTimerLo, 32},
    {"%gridid", GridId, 64},
    {"%laneid", LaneId, 32},
    {"%lanemask_eq", LanemaskEq, 32},
    {"%lanemask_ge", LanemaskGe, 32},
    {"%lanemask_gt", LanemaskGt, 32},
    {"%lanemask_le", LanemaskLe, 32},
    {"%lanemask_lt", LanemaskLt, 32},
    {"%nctaid.x", NctaidX, 32},
    {"%nctaid.y", NctaidY, 32},
    {"%nctaid.z", NctaidZ, 32},
    {"%nsmid", NsmId, 32},
    {"%ntid.x", NtidX, 32},
    {"%ntid.y", NtidY, 32},
    {"%ntid.z", NtidZ, 32},
    {"%nwarpid", NwarpId, 32},
    {"%smid", SmId, 32},
    {"%tid.x", TidX, 32},
    {"%tid.y", TidY, 32},
    {"%tid.z", TidZ, 32},
    {"%total_smem_size", TotalSmemSize, 32},
    {"%warpid", WarpId, 32},
};
static_assert(std::ranges::is_sorted(kSpecials, {}, &Named::name));

// Known by name only; Operand::bits holds the index. %pm<n> and %reserved_... stand behind them.
constexpr std::string_view kOthers[] = {
    "%aggr_smem_size",
    "%cluster_ctaid.x",
    "%cluster_ctaid.y",
    "%cluster_ctaid.z",
    "%cluster_ctarank",
    "%cluster_nctaid.x",
    "%cluster_nctaid.y",
    "%cluster_nctaid.z",
    "%cluster_nctarank",
    "%clusterid.x",
    "%clusterid.y",
    "%clusterid.z",
    "%current_graph_exec",
    "%is_explicit_cluster",
    "%nclusterid.x",
    "%nclusterid.y",
    "%nclusterid.z",
    "%reserved_smem_offset_begin",
    "%reserved_smem_offset_cap",
    "%reserved_smem_offset_end",
};

constexpr std::string_view kEnvreg = "%envreg";
constexpr std::uint32_t kEnvregs = 32;

}  // namespace

std::string_view to_string(Type type) {
  const auto* found = std::ranges::find(kTypes, type, &TypeName::type);
  return found == std::end(kTypes) ? std::string_view() : found->word;
}

Type find_type(std::string_view word) {
  const auto* found = std::ranges::lower_bound(kTypes, word, {}, &TypeName::word);
  return found != std::end(kTypes) && found->word == word ? found->type : Type::None;
}

std::string_view to_string(Space space) {
  constexpr std::string_view names[] = {"",      "reg",    "const", "global",
                                        "local", "shared", "param", "tex"};
  return names[static_cast<std::size_t>(space)];
}

std::optional<SpecialName> find_special(std::string_view name) {
  const auto* found = std::ranges::lower_bound(kSpecials, name, {}, &Named::name);
  if (found != std::end(kSpecials) && found->name == name) return SpecialName{found->special, 0};
  const auto* other = std::ranges::find(kOthers, name);
  if (other != std::end(kOthers)) {
    return SpecialName{Other, static_cast<std::uint32_t>(other - std::begin(kOthers))};
  }
  if (name.starts_with(kEnvreg)) {
    std::uint32_t number = 0;
    const char* end = name.data() + name.size();
    const auto [stop, error] = std::from_chars(name.data() + kEnvreg.size(), end, number);
    if (error == std::errc() && stop == end && number < kEnvregs) {
      return SpecialName{EnvReg, number};
    }
  }
  return std::nullopt;
}

std::string to_string(SpecialName name) {
  if (name.special == EnvReg) return std::string(kEnvreg) + std::to_string(name.number);
  if (name.special == Other) {
    return std::string(name.number < std::size(kOthers) ? kOthers[name.number] : "%unknown");
  }
  const auto* found = std::ranges::find(kSpecials, name.special, &Named::special);
  return std::string(found->name);
}

int bits(SpecialRegister special) {
  if (special == Other) return 0;
  const auto* found = std::ranges::find(kSpecials, special, &Named::special);
  return found == std::end(kSpecials) ? 32 : found->width;
}

}  // namespace ptx
