// SPDX-License-Identifier: MIT
/// \file
/// The kinds of messages, from message_types.def. Tested by wire_test.cpp.
#pragma once

#include <cstdint>
#include <string_view>

#include "protocol/wire.h"

namespace protocol {

/// Which message a frame holds.
enum class MessageType : std::uint32_t {
#define MESSAGE_TYPE(Name, way, help) Name,
#include "protocol/message_types.def"
#undef MESSAGE_TYPE
};

/// Number of kinds.
template <>
inline constexpr std::uint32_t kEnumeratorCount<MessageType> = 0
#define MESSAGE_TYPE(Name, way, help) +1
#include "protocol/message_types.def"
#undef MESSAGE_TYPE
    ;

/// The enumerator's name.
std::string_view to_string(MessageType type);

/// Nothing to say: the request was done.
struct Acknowledged {
  static constexpr MessageType kType = MessageType::Acknowledged;  ///< on the wire
  /// Members in wire order.
  static auto fields(auto&) { return std::tuple<>(); }
};

/// The request was not done.
struct Refusal {
  static constexpr MessageType kType = MessageType::Refusal;  ///< on the wire
  std::string reason;                                         ///< one sentence, no full stop
  /// Members in wire order.
  static auto fields(auto& self) { return std::tie(self.reason); }
};

}  // namespace protocol
