// SPDX-License-Identifier: MIT
#include "protocol/channel.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <thread>

#include "protocol/control_messages.h"

using namespace protocol;
using namespace std::chrono_literals;

namespace {

struct Pair {
  Pair() {
    auto [a, b] = socket_pair();
    left = Channel(std::move(a));
    right = Channel(std::move(b));
  }
  Channel left;
  Channel right;
};

template <class T>
void check_fails(const Outcome<T>& outcome, Failure::Kind kind) {
  REQUIRE_FALSE(outcome.ok());
  CAPTURE(outcome.failure().message);
  CHECK(outcome.failure().kind == kind);
}

void write_raw(const Channel& channel, std::initializer_list<std::uint32_t> words) {
  REQUIRE(::send(channel.descriptor(), words.begin(), words.size() * 4, 0) > 0);
}

}  // namespace

TEST_CASE("a message of many megabytes arrives whole", "[protocol][channel]") {
  Pair pair;
  Bytes content(20'000'000);
  for (std::size_t i = 0; i < content.size(); ++i) content[i] = static_cast<std::byte>(i * 7);
  std::jthread sender([&] { CHECK(pair.left.send(BufferBytes{content}, deadline_in(20s)).ok()); });
  const auto got = pair.right.receive_message<BufferBytes>(deadline_in(20s));
  REQUIRE(got.ok());
  CHECK(got->content == content);
}

TEST_CASE("a descriptor travels with its message only when it is wanted", "[protocol][channel]") {
  Pair pair;
  auto [near, far] = socket_pair();
  const int descriptors[] = {far.get()};
  REQUIRE(pair.left.send(AttachRunner{}, deadline_in(1s), descriptors).ok());
  REQUIRE(pair.left.send(AttachRunner{}, deadline_in(1s), descriptors).ok());
  far.reset();

  const auto wanted = pair.right.receive(deadline_in(1s), true);
  REQUIRE(wanted.ok());
  REQUIRE(wanted->descriptors.size() == 1);
  CHECK(write(wanted->descriptors[0].get(), "x", 1) == 1);

  const auto unwanted = pair.right.receive(deadline_in(1s), false);
  REQUIRE(unwanted.ok());
  CHECK(unwanted->descriptors.empty());
}

TEST_CASE("a peer that ended is told from a peer that is slow", "[protocol][channel]") {
  Pair pair;
  check_fails(pair.left.receive(deadline_in(20ms)), Failure::Kind::TimedOut);
  pair.right.close();
  check_fails(pair.left.receive(deadline_in(1s)), Failure::Kind::PeerDied);
  check_fails(pair.left.send(Acknowledged{}, deadline_in(1s)), Failure::Kind::PeerDied);
}

TEST_CASE("a peer that stops reading does not hold the sender for ever", "[protocol][channel]") {
  Pair pair;
  const BufferBytes large{Bytes(8'000'000)};
  check_fails(pair.left.send(large, deadline_in(30ms)), Failure::Kind::TimedOut);
}

TEST_CASE("headers that make no sense are refused", "[protocol][channel]") {
  Pair pair;
  SECTION("another version") {
    write_raw(pair.left, {kFrameMagic + 1, 0, 0, 0});
  }
  SECTION("an unknown message") {
    write_raw(pair.left, {kFrameMagic, 9999, 0, 0});
  }
  SECTION("a length above the limit") {
    write_raw(pair.left, {kFrameMagic, 0, 0xFFFFFFFF, 0});
  }
  SECTION("a reserved field in use") {
    write_raw(pair.left, {kFrameMagic, 0, 0, 1});
  }
  check_fails(pair.right.receive(deadline_in(1s)), Failure::Kind::Malformed);
}

TEST_CASE("a message that breaks off is a dead peer", "[protocol][channel]") {
  Pair pair;
  write_raw(pair.left, {kFrameMagic, 0, 1000, 0, 42});
  pair.left.close();
  check_fails(pair.right.receive(deadline_in(1s)), Failure::Kind::PeerDied);
}

TEST_CASE("a reply of the wrong kind is malformed, a refusal is refused", "[protocol][channel]") {
  Pair pair;
  REQUIRE(pair.left.send(Finish{}, deadline_in(1s)).ok());
  check_fails(pair.right.receive_message<Acknowledged>(deadline_in(1s)), Failure::Kind::Malformed);
  REQUIRE(pair.left.send(Refusal{"no such buffer"}, deadline_in(1s)).ok());
  const auto refused = pair.right.receive_message<Acknowledged>(deadline_in(1s));
  check_fails(refused, Failure::Kind::Refused);
  CHECK(refused.failure().message == "no such buffer");
}

TEST_CASE("a body that does not decode is malformed", "[protocol][channel]") {
  Pair pair;
  const Bytes junk(3);
  REQUIRE(pair.left.send(MessageType::Refusal, junk, deadline_in(1s)).ok());
  check_fails(pair.right.receive_message<Refusal>(deadline_in(1s)), Failure::Kind::Malformed);
}
