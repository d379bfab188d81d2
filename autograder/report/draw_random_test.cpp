// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>
#include <random>

#include "report/draw.h"
#include "report/draw_requests.h"
#include "report/draw_sample.h"

using namespace report::draw;
using namespace report::draw::test;
using protocol::TraceKind;

namespace {

/// Launches of all kinds, the same ones in every run.
class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}

  std::int64_t number(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(high - low + 1));
  }
  template <class T>
  T one_of(std::initializer_list<T> list) {
    return *(list.begin() + number(0, static_cast<std::int64_t>(list.size()) - 1));
  }

  Sample launch(RowShapes& shapes) {
    const protocol::Dim3 block = one_of<protocol::Dim3>({{1, 1, 1},
                                                         {5, 1, 1},
                                                         {32, 1, 1},
                                                         {33, 1, 1},
                                                         {256, 1, 1},
                                                         {3, 3, 1},
                                                         {16, 2, 1},
                                                         {1, 20, 1},
                                                         {16, 16, 1},
                                                         {100, 3, 1},
                                                         {2, 4, 8},
                                                         {3, 2, 2}});
    const std::uint32_t size = block[0] * block[1] * block[2];
    const auto blocks = static_cast<std::uint32_t>(size <= 32 ? number(1, 32 / size) : 1);
    Sample sample({blocks, 1, 1}, block);
    const std::int64_t arrays = number(1, 5);
    for (std::int64_t i = 0; i < arrays; ++i) add_array(sample, shapes, i);
    return sample;
  }

 private:
  void add_array(Sample& sample, RowShapes& shapes, std::int64_t i) {
    const auto elements = one_of<std::int64_t>({1, 4, 20, 64, 65, 500, 1024, 30'000, 2'000'000});
    const bool shared = number(0, 3) == 0;
    const std::string name(static_cast<std::size_t>(one_of<std::int64_t>({1, 4, 30, 90})),
                           static_cast<char>('a' + i));
    const auto array = sample.array(name, static_cast<std::uint64_t>(elements), shared);
    const auto row = one_of<std::int64_t>({0, 0, 2, 9, 33, 64, 67, 300});
    if (!shared && row != 0 && row < elements) {
      shapes[name] = {row, number(0, 1) * row * number(2, 12)};
    }
    const std::int64_t phases = number(1, 2);
    for (std::int64_t phase = 0; phase < phases; ++phase) {
      for (std::int64_t k = number(1, 3); k > 0; --k) {
        add_touch(sample, array, elements, static_cast<std::uint32_t>(phase));
      }
    }
  }

  void add_touch(Sample& sample, std::uint32_t array, std::int64_t elements, std::uint32_t phase) {
    const auto kind = one_of(
        {TraceKind::Read, TraceKind::Read, TraceKind::Write, TraceKind::Write, TraceKind::Atomic});
    const auto step = one_of<std::int64_t>({0, 1, 1, 1, 2, 33, 64, 1000, -1});
    const std::int64_t first = number(-1, 3);
    const bool wraps = number(0, 4) != 0;
    const std::int64_t lazy = number(0, 3);
    sample.touch(
        array, kind,
        [=](std::int64_t t) {
          if (lazy != 0 && t % 4 == lazy) return kNobody;
          const std::int64_t element = first + t * step;
          return wraps ? (element % elements + elements) % elements : element;
        },
        phase);
  }

  std::mt19937 random_;
};

}  // namespace

TEST_CASE("whatever a program does, its picture can be read", "[report][draw]") {
  for (unsigned seed = 0; seed < 150; ++seed) {
    CAPTURE(seed);
    Generator generator(seed);
    RowShapes shapes;
    const Sample sample = generator.launch(shapes);
    const LaunchModel model = *model_of(sample.launch, shapes);
    CHECK(problems_of(draw_launch(model, {})) == std::vector<std::string>());
    DrawOptions options;
    options.warp = 0;
    options.title = std::string(70, 'x') + " " + std::string(200, 'y');
    CHECK(problems_of(draw_launch(model, options)) == std::vector<std::string>());
  }
}

TEST_CASE("whatever two programs do, both can be read beside each other", "[report][draw]") {
  for (unsigned seed = 0; seed < 40; ++seed) {
    CAPTURE(seed);
    RowShapes shapes;
    const Sample mine = Generator(seed).launch(shapes);
    const Sample other = Generator(seed + 1000).launch(shapes);
    LaunchModel a = *model_of(mine.launch, shapes), b = *model_of(other.launch, shapes);
    const std::string difference = mark_difference(a, b);
    CHECK(problems_of(draw_pair(a, b, difference, {})) == std::vector<std::string>());
  }
}

TEST_CASE("whatever a request is, its picture can be read", "[report][draw]") {
  for (unsigned seed = 0; seed < 100; ++seed) {
    CAPTURE(seed);
    RowShapes shapes;
    const Sample sample = Generator(seed).launch(shapes);
    const auto sectors = draw_sectors(sample.launch, {7, ""});
    if (sectors.ok()) CHECK(problems_of(*sectors) == std::vector<std::string>());
    const auto banks = draw_banks(sample.launch, {7, ""});
    if (banks.ok()) CHECK(problems_of(*banks) == std::vector<std::string>());
  }
}
