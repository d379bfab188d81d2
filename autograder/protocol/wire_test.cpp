// SPDX-License-Identifier: MIT
#include "protocol/wire.h"

#include <catch2/catch.hpp>
#include <random>

#include "protocol/control_messages.h"
#include "protocol/cuda_messages.h"

using namespace protocol;

namespace {

CreateBuffer sample_buffer() {
  CreateBuffer buffer;
  buffer.name = "out";
  buffer.role = BufferRole::Output;
  buffer.bytes = 12;
  buffer.shape = {3, 1};
  buffer.content = {std::byte{1}, std::byte{2}};
  buffer.initialized = {{0, 1}, {4, 8}};
  return buffer;
}

/// Decodes bytes as T; what decodes must encode to the same bytes again.
template <class T>
void check_decoder(const Bytes& bytes) {
  const std::optional<T> message = decode<T>(bytes);
  if (message) CHECK(encode(*message) == bytes);
}

void check_all_decoders(const Bytes& bytes) {
  check_decoder<Acknowledged>(bytes);
  check_decoder<Refusal>(bytes);
  check_decoder<Configure>(bytes);
  check_decoder<CreateBuffer>(bytes);
  check_decoder<DirectLaunch>(bytes);
  check_decoder<CallFunction>(bytes);
  check_decoder<CallMain>(bytes);
  check_decoder<RegisterImage>(bytes);
  check_decoder<KernelInfo>(bytes);
  check_decoder<LaunchKernel>(bytes);
  check_decoder<CopyToDevice>(bytes);
  check_decoder<Note>(bytes);
  check_decoder<DeviceInfo>(bytes);
}

}  // namespace

TEST_CASE("a message comes back as it was", "[protocol][wire]") {
  const CreateBuffer sent = sample_buffer();
  const std::optional<CreateBuffer> got = decode<CreateBuffer>(encode(sent));
  REQUIRE(got);
  CHECK(got->name == "out");
  CHECK(got->role == BufferRole::Output);
  CHECK(got->shape == sent.shape);
  CHECK(got->content == sent.content);
  CHECK(got->initialized == sent.initialized);
}

TEST_CASE("bytes that are cut short, or too many, are refused", "[protocol][wire]") {
  Bytes bytes = encode(sample_buffer());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    CAPTURE(size);
    CHECK_FALSE(decode<CreateBuffer>(std::span(bytes).first(size)));
  }
  bytes.push_back(std::byte{0});
  CHECK_FALSE(decode<CreateBuffer>(bytes));
}

TEST_CASE("a count beyond the bytes is refused before memory is taken", "[protocol][wire]") {
  Writer writer;
  writer.put(std::uint32_t{0xFFFFFFFF});
  CHECK_FALSE(decode<Refusal>(writer.bytes()));
  CHECK_FALSE(decode<CallMain>(writer.bytes()));
  CHECK_FALSE(decode<BufferBytes>(writer.bytes()));
}

TEST_CASE("numbers that no enumerator has are refused", "[protocol][wire]") {
  Writer writer;
  writer.put(std::uint32_t{7});
  BufferRole role{};
  CHECK_FALSE(Reader(writer.bytes()).get(role));
  bool flag = false;
  const Bytes two = {std::byte{2}};
  CHECK_FALSE(Reader(two).get(flag));
}

TEST_CASE("after a failure nothing more can be read", "[protocol][wire]") {
  const Bytes bytes = {std::byte{1}, std::byte{0}};
  Reader reader(bytes);
  std::uint32_t word = 0;
  std::uint8_t byte = 0;
  CHECK_FALSE(reader.get(word));
  CHECK_FALSE(reader.get(byte));
  CHECK_FALSE(reader.at_end());
}

TEST_CASE("decoders take any bytes without harm", "[protocol][wire]") {
  std::mt19937 random(2024);
  for (int round = 0; round < 3000; ++round) {
    Bytes bytes(random() % 80);
    // Mostly small bytes, so that counts are often plausible.
    for (std::byte& byte : bytes)
      byte = static_cast<std::byte>(random() % 4 ? random() % 3 : random());
    check_all_decoders(bytes);
  }
}

TEST_CASE("a message with one byte changed is another message or none", "[protocol][wire]") {
  const Bytes good = encode(sample_buffer());
  for (std::size_t i = 0; i < good.size(); ++i) {
    for (const unsigned flip : {0x01U, 0x80U, 0xFFU}) {
      Bytes bytes = good;
      bytes[i] ^= static_cast<std::byte>(flip);
      check_decoder<CreateBuffer>(bytes);
    }
  }
}

TEST_CASE("kinds of messages have their struct's name", "[protocol][wire]") {
  CHECK(to_string(MessageType::LaunchKernel) == "LaunchKernel");
  CHECK(to_string(Refusal::kType) == "Refusal");
}
