// SPDX-License-Identifier: MIT
#include "ptx/modifiers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "base/text.h"
#include "ptx/names.h"

namespace ptx {
namespace {

constexpr std::size_t kMaxTextInMessage = 60;

struct ModifierRow {
  std::string_view word;
  std::uint64_t group;
  void (*set)(Modifiers& mod);
};

constexpr ModifierRow kModifiers[] = {
#define MODIFIER(word, group, member, value) \
  {word, group, [](Modifiers& mod) { mod.member = value; }},
#include "ptx/modifiers.def"
#undef MODIFIER
};

// Of each of these, a row that accepts any must be given one.
constexpr std::uint64_t kRequired[] = {
    kHiLo | kWide,
    kCmp,
    kLogic | kAndOr | kAddMinMax | kIncDec | kExch | kCas | kPopc | kAllOf | kAnyOf | kVoteUni |
        kBallot,
    kWrap,
    kLeftRight,
    kShflMode,
    kTestpMode,
    kSync,
    kCarry,
    kBarrierKind,
    kBarrierRed,
    kMembarLevel,
};

/// Types collected while decoding one opcode.
class Decoder {
 public:
  explicit Decoder(const OpcodeInfo& row) : row_(row) {}

  /// False when the row does not take the word.
  bool take(std::string_view word) {
    if (const Type type = find_type(word); type != Type::None && accepts(type)) {
      add(type);
      return true;
    }
    for (const ModifierRow& modifier : kModifiers) {
      if (modifier.word != word) continue;
      if ((modifier.group & row_.modifiers) == 0 && !anything()) continue;
      return apply(modifier);
    }
    return anything();
  }

  /// What is missing; empty when nothing is.
  std::string finish() const {
    if (anything()) return {};
    const bool two = (row_.modifiers & kTypes2) != 0;
    const bool three = (row_.modifiers & kTypes3) != 0;
    const int wanted = row_.types == kNone ? 0 : three ? 3 : two ? 2 : 1;
    if (types_ < wanted) return fmt::format("'{}' needs a type", row_.mnemonic);
    if (types_ > wanted) return fmt::format("'{}' has too many types", row_.mnemonic);
    for (const std::uint64_t group : kRequired) {
      if ((row_.modifiers & group) != 0 && (seen_ & group) == 0) {
        return fmt::format("'{}' lacks a modifier", row_.mnemonic);
      }
    }
    return {};
  }

  const Modifiers& result() const { return mod_; }

 private:
  bool anything() const { return (row_.modifiers & kAny) != 0; }
  bool accepts(Type type) const { return (row_.types & type_set(type)) != 0; }

  void add(Type type) {
    Type* const places[] = {&mod_.type, &mod_.type2, &mod_.type3, &mod_.type4};
    if (types_ < 4) *places[types_] = type;
    ++types_;
  }

  bool apply(const ModifierRow& modifier) {
    if (modifier.group == kSpace && (seen_ & kSpace) != 0) {
      if ((row_.modifiers & kSpace2) == 0) return anything();
      const Space first = mod_.space;
      modifier.set(mod_);
      mod_.space2 = mod_.space;
      mod_.space = first;
      return true;
    }
    modifier.set(mod_);
    seen_ |= modifier.group;
    return true;
  }

  const OpcodeInfo& row_;
  Modifiers mod_;
  std::uint64_t seen_ = 0;
  int types_ = 0;
};

/// Feeds all words to the decoder; the first one that it does not take, or empty.
std::string_view feed(Decoder& decoder, std::string_view words) {
  while (!words.empty()) {
    words.remove_prefix(1);
    const std::string_view word = words.substr(0, words.find('.'));
    if (!decoder.take(word)) return word.empty() ? std::string_view(".") : word;
    words.remove_prefix(word.size());
  }
  return {};
}

}  // namespace

DecodedOpcode decode_opcode(std::string_view text) {
  DecodedOpcode decoded;
  const auto rows = find_rows(text);
  if (rows.empty()) {
    decoded.problem = fmt::format("unknown instruction '{}'", text.substr(0, kMaxTextInMessage));
    return decoded;
  }
  for (const OpcodeInfo& row : rows) {
    Decoder decoder(row);
    const std::string_view refused = feed(decoder, text.substr(row.mnemonic.size()));
    std::string problem = refused.empty() ? decoder.finish()
                                          : fmt::format("'{}' takes no '.{}' here", row.mnemonic,
                                                        refused.substr(0, kMaxTextInMessage));
    if (problem.empty()) {
      decoded.candidates.push_back({row.opcode, decoder.result()});
    } else if (decoded.problem.empty()) {
      decoded.problem = std::move(problem);
    }
  }
  if (!decoded.candidates.empty()) decoded.problem.clear();
  return decoded;
}

std::string suggest_mnemonic(std::string_view text) {
  static const std::vector<std::string> mnemonics = [] {
    std::vector<std::string> words;
    for (const OpcodeInfo& row : opcode_table()) {
      if (words.empty() || words.back() != row.mnemonic) words.emplace_back(row.mnemonic);
    }
    return words;
  }();
  const std::string_view root = text.substr(0, std::min<std::size_t>(text.find('.'), 32));
  return base::did_you_mean(root, mnemonics);
}

}  // namespace ptx
