// SPDX-License-Identifier: MIT
// The race rule on histories, written as text, judged pair by pair.
//
//   w3:x r3:x      thread 3 writes / reads x (4 bytes; x.1 is its second byte)
//   a3:x d3:x      atomic with / without its old value;  b3:x  atomic of block scope
//   l3:x s3:x      strong load / store (relaxed, volatile in global memory);  S3:x  store.release
//   c3:x wait3     asynchronous copy into x, and the wait for it
//   f3 g3          fence of device / block scope
//   bar            barrier of the whole block;  bar1(0,2)  barrier 1 of these warps
//   arr1(0)        bar.arrive at barrier 1 of these warps
//   sync0          __syncwarp of warp 0;  sync0(0-3,8)  of some of its lanes
//   block2         block 2 begins;  pause  the block is set aside;  go1  block 1 goes on
//
// Names that begin with $ are in shared memory.
#include "checkers/race_rule.h"

#include <catch2/catch.hpp>
#include <charconv>
#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace checkers::race;

class History {
 public:
  static constexpr std::uint32_t kThreads = 128;

  History() { order_.begin_block(0, kThreads); }

  void play(const std::string& text) {
    std::istringstream words(text);
    for (std::string word; words >> word;) step(word);
  }

  int races() const { return races_; }

 private:
  struct Past {
    Stamp stamp;
    Effect effect;
    std::string name;
    int first, last;
  };

  static std::uint32_t number(const std::string& text, std::size_t& at) {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), value);
    REQUIRE(error == std::errc());
    at = static_cast<std::size_t>(end - text.data());
    return value;
  }

  /// The set in "(0-3,8)" from position `at`.
  static std::vector<std::uint32_t> list(const std::string& text, std::size_t at) {
    std::vector<std::uint32_t> values;
    while (text[at] != ')') {
      const std::uint32_t first = number(text, ++at);
      std::uint32_t last = first;
      if (text[at] == '-') last = number(text, ++at);
      for (; values.empty() || values.back() != last;) {
        values.push_back(values.empty() || values.back() < first ? first : values.back() + 1);
      }
    }
    return values;
  }

  void step(const std::string& word) {
    std::size_t at = 0;
    const auto starts = [&](const char* with) {
      if (!word.starts_with(with)) return false;
      at = std::string(with).size();
      return true;
    };
    if (word == "bar") {
      order_.barrier(0, std::vector<Mask>(kThreads / kLanes, ~Mask{0}), true);
    } else if (word == "pause") {
      order_.pause_block();
    } else if (starts("block")) {
      block_ = number(word, at);
      order_.begin_block(block_, kThreads);
    } else if (starts("go")) {
      block_ = number(word, at);
      order_.resume_block(block_);
    } else if (starts("bar")) {
      const std::uint32_t id = number(word, at);
      std::vector<Mask> waited(kThreads / kLanes, 0);
      for (const std::uint32_t warp : list(word, at)) waited[warp] = ~Mask{0};
      order_.barrier(id, waited, false);
    } else if (starts("arr")) {
      const std::uint32_t id = number(word, at);
      for (const std::uint32_t warp : list(word, at)) order_.arrive(id, warp, ~Mask{0});
    } else if (starts("sync")) {
      const std::uint32_t warp = number(word, at);
      Mask mask = at == word.size() ? ~Mask{0} : 0;
      if (mask == 0) {
        for (const std::uint32_t lane : list(word, at)) mask |= Mask{1} << lane;
      }
      order_.warp_sync(warp, mask);
    } else if (starts("wait")) {
      const std::uint32_t thread = number(word, at);
      for (Past& past : pasts_) {
        if (past.stamp.clock == kInFlight && past.stamp.thread == thread) {
          past.stamp.clock = order_.clock(thread);
        }
      }
    } else if (starts("f") || starts("g")) {
      const std::uint32_t thread = number(word, at);
      order_.fence(thread / kLanes, Mask{1} << thread % kLanes,
                   word[0] == 'f' ? Scope::Device : Scope::Block);
    } else {
      access(word);
    }
  }

  void access(const std::string& word) {
    const char kind = word[0];
    std::size_t at = 1;
    Past now;
    now.stamp = {block_, number(word, at), 0};
    now.stamp.clock = kind == 'c' ? kInFlight : order_.clock(now.stamp.thread);
    now.name = word.substr(at + 1);
    now.first = 0;
    now.last = 3;
    if (const std::size_t dot = now.name.find('.'); dot != std::string::npos) {
      now.first = now.last = now.name[dot + 1] - '0';
      now.name.resize(dot);
    }
    const bool shared = now.name[0] == '$';
    if (shared) now.name += "@" + std::to_string(block_);
    now.effect.reads = kind == 'r' || kind == 'a' || kind == 'b' || kind == 'd' || kind == 'l';
    now.effect.writes = kind != 'r' && kind != 'l';
    now.effect.strong = kind != 'w' && kind != 'r' && kind != 'c';
    now.effect.scope = kind == 'b' ? Scope::Block : Scope::Device;
    for (const Past& past : pasts_) {
      const bool overlap =
          past.name == now.name && past.first <= now.last && now.first <= past.last;
      const bool same_block = past.stamp.block == block_;
      const bool in_flight = past.stamp.clock == kInFlight;
      const bool same = same_block && past.stamp.thread == now.stamp.thread && !in_flight;
      if (!overlap || same || !conflict(past.effect, now.effect, same_block)) continue;
      if (!order_.before(past.stamp, now.stamp.thread)) ++races_;
    }
    pasts_.push_back(now);
    if (!now.effect.strong) return;
    Effect seen = now.effect;
    if (kind == 'd') seen.reads = false;
    order_.strong_access({shared, std::hash<std::string>{}(now.name)}, now.stamp.thread, seen,
                         kind == 'S');
  }

  Order order_;
  std::uint64_t block_ = 0;
  std::vector<Past> pasts_;
  int races_ = 0;
};

struct Case {
  const char* history;
  bool race;
};

void check(const Case& c) {
  CAPTURE(c.history);
  History history;
  history.play(c.history);
  CHECK((history.races() > 0) == c.race);
}

}  // namespace

TEST_CASE("accesses of different threads with a write among them race", "[race_rule]") {
  const Case c = GENERATE(values<Case>({
      {"w0:x r1:x", true},
      {"r0:x w1:x", true},
      {"w0:x w1:x", true},
      {"r0:x r1:x", false},
      {"w0:x r0:x w0:x", false},
      {"w0:x w1:y", false},
      {"w0:x.0 w1:x.1", false},
      {"w0:x.0 w1:x.0", true},
      {"w0:x r1:x.3", true},
      {"w0:x r40:x", true},
      {"w0:$x block1 w0:$x", false},
      {"w0:x block1 w0:x", true},
      {"r0:x block1 r0:x", false},
      {"r0:x block1 w0:x", true},
  }));
  check(c);
}

TEST_CASE("strong accesses do not race with each other within their scope", "[race_rule]") {
  const Case c = GENERATE(values<Case>({
      {"a0:x a1:x", false},
      {"a0:x block1 a0:x", false},
      {"d0:x a1:x d2:x", false},
      {"b0:x b1:x", false},
      {"b0:x block1 b0:x", true},
      {"b0:x block1 a0:x", true},
      {"a0:x r1:x", true},
      {"r0:x a1:x", true},
      {"w0:x a1:x", true},
      {"a0:x w1:x", true},
      {"w0:x bar a1:x a2:x bar r3:x", false},
      {"w0:x a0:x a1:x", true},
      {"l0:x s1:x", false},
      {"s0:x s1:x", false},
      {"s0:x r1:x", true},
      {"w0:x l1:x", true},
      {"l0:x l1:x r2:x", false},
      {"l0:x w1:x", true},
  }));
  check(c);
}

TEST_CASE("a barrier orders its block and nobody else", "[race_rule]") {
  const Case c = GENERATE(values<Case>({
      {"w0:x bar r1:x", false},
      {"w0:x bar w40:x", false},
      {"r0:x r1:x r40:x bar w5:x", false},
      {"w0:x bar r1:x w2:x", true},
      {"w0:x bar r1:x bar w2:x", false},
      {"w0:x bar block1 bar r0:x", true},
      {"w0:$x bar r1:$x bar w2:$x bar r3:$x", false},
      {"w0:x bar r0:x w0:x bar r1:x", false},
      {"bar w0:x r1:x bar", true},
  }));
  check(c);
}

TEST_CASE("named barriers order the warps that take part", "[race_rule]") {
  const Case c = GENERATE(values<Case>({
      {"w0:x bar1(0,1) r40:x", false},
      {"w0:x bar1(0,1) r70:x", true},
      {"w0:x bar1(0,1) bar2(1,2) r70:x", false},
      {"w0:x bar2(1,2) bar1(0,1) r70:x", true},
      {"w0:x bar1(0,1) w0:x r40:x", true},
      {"w0:x bar1(0,1) bar r70:x", false},
      {"r40:x bar1(0,1) w0:x", false},
      {"r70:x bar1(0,1) w0:x", true},
      {"w0:x arr1(0) bar1(1) r40:x", false},
      {"w0:x arr1(0) w0:x bar1(1) r40:x", true},
      {"arr1(0) w40:x bar1(1) r0:x", true},
      {"w0:x arr1(0) bar1(1) r40:x arr2(1) bar2(0) w0:x", false},
      {"w0:x arr1(0) bar1(1) r40:x w0:x", true},
      {"w0:x arr1(0) arr1(2) bar1(1) r40:x r70:x", true},
      {"w0:x w70:y arr1(0) arr1(2) bar1(1) r40:x r40:y", false},
      {"w0:x arr1(0) bar1(1) r40:x bar w0:x bar r40:x", false},
  }));
  check(c);
}

TEST_CASE("__syncwarp orders the lanes that it names", "[race_rule]") {
  const Case c = GENERATE(values<Case>({
      {"w0:x sync0 r1:x", false},
      {"w0:x sync0 r40:x", true},
      {"w0:x sync1 r1:x", true},
      {"r1:x sync0 w0:x sync0 r2:x", false},
      {"w0:x sync0(0-3) r1:x", false},
      {"w0:x sync0(0-3) r5:x", true},
      {"w0:x sync0(0-3) sync0(3-8) r5:x", false},
      {"w0:x sync0(3-8) sync0(0-3) r5:x", true},
      {"w0:x sync0(0-3) sync0 r5:x", false},
      {"w4:x sync0(0-3) bar r5:x", false},
      {"w0:x sync0(0,1) w0:x r1:x", true},
      {"w0:x sync0 bar1(0,1) r40:x", false},
  }));
  check(c);
}

TEST_CASE("fence and atomic hand over what came before the fence", "[race_rule]") {
  const Case c = GENERATE(values<Case>({
      {"w0:x f0 a0:flag block1 a0:flag r0:x", false},
      {"w0:x a0:flag block1 a0:flag r0:x", true},
      {"w0:x f0 a0:flag block1 r0:x", true},
      {"f0 w0:x a0:flag block1 a0:flag r0:x", true},
      {"w0:x g0 a0:flag block1 a0:flag r0:x", true},
      {"w0:x g0 a0:flag a40:flag r40:x", false},
      {"w0:x f0 d0:flag block1 a0:flag r0:x", false},
      {"w0:x f0 a0:flag block1 d0:flag r0:x", true},
      {"w0:x f0 b0:flag a40:flag r40:x", false},
      {"w0:x f0 s0:flag block1 l0:flag r0:x", false},
      {"w0:x S0:flag block1 l0:flag r0:x", false},
      {"w0:x s0:flag block1 l0:flag r0:x", true},
      {"w0:x f0 a0:flag block1 a0:other r0:x", true},
      {"w0:x f0 a0:flag block1 a0:flag r1:x", true},
      {"w0:x f0 a0:flag block1 a0:flag bar r1:x", false},
      {"w0:x f0 a0:flag block1 a0:flag sync0 r1:x", false},
      {"w0:x f0 a0:flag block1 a0:flag sync0 r40:x", true},
      {"w1:x bar f0 a0:flag block1 a0:flag bar r1:x", false},
      {"w1:x f0 a0:flag block1 a0:flag bar r1:x", true},
      {"w1:x f1 bar a0:flag block1 a0:flag r0:x", false},
      {"w1:x f1 sync0 a0:flag block1 a0:flag r0:x", false},
      {"w1:x f0 bar a0:flag block1 a0:flag r0:x", true},
  }));
  check(c);
}

TEST_CASE("hand-offs chain, through locks, tickets and several locations", "[race_rule]") {
  const Case c = GENERATE(values<Case>({
      {"a0:lock w0:x f0 a0:lock block1 a0:lock r0:x w0:x f0 a0:lock block2 a0:lock w0:x", false},
      {"a0:lock w0:x a0:lock block1 a0:lock w0:x", true},
      {"w0:x f0 a0:p block1 a0:p f0 a0:q block2 a0:q r0:x", false},
      {"w0:x f0 a0:p block1 f0 a0:p f0 a0:q block2 a0:q r0:x", false},
      {"w0:x f0 a0:p block1 f0 a0:q block2 a0:q r0:x", true},
      {"w0:x f0 a0:n block1 w0:y f0 a0:n block2 a0:n bar r1:x r40:y", false},
      {"w0:x f0 a0:n block1 w0:y a0:n block2 a0:n bar r1:x r40:y", true},
      {"w0:$x f0 a0:$flag a40:$flag r40:$x", false},
      {"w0:$x a0:$flag a40:$flag r40:$x", true},
      {"w0:x f0 a0:n pause block1 w0:y go0 r0:y", true},
      {"w0:x pause block1 w0:y f0 a0:n go0 a0:n r0:y", false},
      {"w0:x bar pause block1 w0:y pause go0 bar w1:x", false},
      {"w0:x f0 a0:$s a1:$s f1 a1:g block1 a0:g r0:x", false},
  }));
  check(c);
}

TEST_CASE("what is released over and over stays known, and nothing beyond it", "[race_rule]") {
  // 64 threads that count at one place with fences, as many times as a wait without end would.
  constexpr std::uint32_t kThreads = 64, kRounds = 4'000;
  const Location flag{false, 4096};
  const Effect counts{true, true, true, Scope::Device}, asks{true, false, true, Scope::Device};
  Order order;
  order.begin_block(0, kThreads);
  std::vector<Stamp> before_release(kThreads);
  for (std::uint32_t round = 0; round < kRounds; ++round) {
    for (std::uint32_t thread = 0; thread < kThreads; ++thread) {
      before_release[thread] = {0, thread, order.clock(thread)};
      order.strong_access(flag, thread, counts, true);
    }
  }
  std::vector<Stamp> after_release;
  for (std::uint32_t thread = 0; thread < kThreads; ++thread) {
    after_release.push_back({0, thread, order.clock(thread)});
  }
  order.begin_block(1, kThreads);
  CHECK_FALSE(order.before(before_release[5], 0));
  order.strong_access(flag, 0, asks, false);
  for (std::uint32_t thread = 0; thread < kThreads; ++thread) {
    CAPTURE(thread);
    CHECK(order.before(before_release[thread], 0));
    CHECK_FALSE(order.before(after_release[thread], 0));
    CHECK_FALSE(order.before(before_release[thread], 1));
  }
}

TEST_CASE("who acquired early does not know what is released later", "[race_rule]") {
  const Location flag{true, 64};
  const Effect counts{true, true, true, Scope::Device}, asks{true, false, true, Scope::Device};
  Order order;
  order.begin_block(0, 64);
  std::vector<Stamp> writes;
  for (std::uint32_t round = 0; round < 40; ++round) {
    writes.push_back({0, 3, order.clock(3)});
    order.strong_access(flag, 3, counts, true);
    if (round == 20) order.strong_access(flag, 40, asks, false);
  }
  for (std::size_t round = 0; round < writes.size(); ++round) {
    CAPTURE(round);
    CHECK(order.before(writes[round], 40) == (round <= 20));
  }
}

TEST_CASE("an asynchronous copy has happened only after its wait", "[race_rule]") {
  const Case c = GENERATE(values<Case>({
      {"c0:$x r0:$x", true},
      {"c0:$x wait0 r0:$x", false},
      {"c0:$x wait0 r1:$x", true},
      {"c0:$x wait0 bar r1:$x", false},
      {"c0:$x bar r1:$x", true},
      {"c0:$x bar wait0 r1:$x", true},
      {"c0:$x wait0 sync0 r1:$x r40:$x", true},
      {"r1:$x c0:$x", true},
      {"r1:$x bar c0:$x wait0 bar r1:$x", false},
  }));
  check(c);
}
