// SPDX-License-Identifier: MIT
#include "protocol/message_types.h"

namespace protocol {

std::string_view to_string(MessageType type) {
  switch (type) {
#define MESSAGE_TYPE(Name, way, help) \
  case MessageType::Name:             \
    return #Name;
#include "protocol/message_types.def"
#undef MESSAGE_TYPE
  }
  return "unknown message";
}

}  // namespace protocol
