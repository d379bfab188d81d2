// SPDX-License-Identifier: MIT
// The message decoder: the first byte chooses the message. What is decoded encodes to bytes that
// decode to the same bytes again, so nothing is read that was not there.
#include <algorithm>

#include "protocol/control_messages.h"
#include "protocol/cuda_messages.h"
#include "protocol/run_result.h"
#include "tests/fuzz/target.h"

namespace {

template <class Message>
void try_message(std::span<const std::byte> bytes) {
  const auto message = protocol::decode<Message>(bytes);
  if (!message) return;
  const protocol::Bytes encoded = protocol::encode(*message);
  const auto again = protocol::decode<Message>(encoded);
  fuzz::require(again.has_value(), "an encoded message can be decoded");
  fuzz::require(protocol::encode(*again) == encoded, "encoding is stable");
}

using Decoder = void (*)(std::span<const std::byte>);
constexpr Decoder kDecoders[] = {
#define MESSAGE_TYPE(Name, way, help) try_message<protocol::Name>,
#include "protocol/message_types.def"
#undef MESSAGE_TYPE
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  kDecoders[data[0] % std::size(kDecoders)](fuzz::bytes_of(data + 1, size - 1));
  // The one text that comes from the worker.
  const auto result = protocol::run_result_from_json(fuzz::text_of(data + 1, size - 1));
  if (result.ok()) {
    const auto again = protocol::run_result_from_json(to_json(*result));
    fuzz::require(again.ok() && to_json(*again) == to_json(*result), "a result survives JSON");
  }
  return 0;
}
