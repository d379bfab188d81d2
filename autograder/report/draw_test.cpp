// SPDX-License-Identifier: MIT
#include "report/draw.h"

#include <catch2/catch.hpp>

#include "report/draw_requests.h"
#include "report/draw_sample.h"
#include "report/draw_svg.h"

using namespace report::draw;
using namespace report::draw::test;
using protocol::TraceKind;

namespace {

LaunchModel model(const Sample& sample, const RowShapes& rows = {}) {
  REQUIRE(problem_of(*sample.launch.trace).empty());
  return *model_of(sample.launch, rows);
}

/// A picture has no flaw, and the one drawn is given back.
Scene check_clean(Scene scene) {
  const std::vector<std::string> problems = problems_of(scene);
  CHECK(problems == std::vector<std::string>());
  return scene;
}

std::size_t arrows(const Scene& scene, Stroke stroke) {
  // One more is in the key.
  const auto count = std::ranges::count(scene.arrows, stroke, &Arrow::stroke);
  return count == 0 ? 0 : static_cast<std::size_t>(count) - 1;
}

std::size_t shapes(const Scene& scene, Look look) {
  return static_cast<std::size_t>(std::ranges::count(scene.shapes, look, &Shape::look));
}

bool says(const Scene& scene, const std::string& words) {
  return std::ranges::any_of(
      scene.texts, [&](const Text& text) { return text.text.find(words) != std::string::npos; });
}

}  // namespace

TEST_CASE("a small launch shows every thread, cell and access", "[report][draw]") {
  const Scene scene = check_clean(draw_launch(model(map_sample({1, 1, 1}, {4, 1, 1}, 4)), {}));
  CHECK(arrows(scene, Stroke::Read) == 4);
  CHECK(arrows(scene, Stroke::Write) == 4);
  CHECK(shapes(scene, Look::Thread) == 4);
  CHECK(shapes(scene, Look::Cell) == 8);
  CHECK(scene.description.find("thread 2 reads a[2]") != std::string::npos);
}

TEST_CASE("threads without work are drawn as idle", "[report][draw]") {
  const Scene scene = check_clean(draw_launch(model(map_sample({1, 1, 1}, {8, 1, 1}, 4)), {}));
  CHECK(shapes(scene, Look::Idle) == 4 + 1);  // one in the key
  CHECK(shapes(scene, Look::Thread) == 4);
}

TEST_CASE("an access past the end leads to a cell that is not there", "[report][draw]") {
  Sample sample({1, 1, 1}, {8, 1, 1});
  const auto a = sample.array("a", 4);
  sample.touch(a, TraceKind::Read, [](std::int64_t t) { return t; });
  const Scene scene = check_clean(draw_launch(model(sample), {}));
  CHECK(shapes(scene, Look::Ghost) == 4 + 1);  // one in the key
  CHECK(std::ranges::count(scene.arrows, kBadColour, &Arrow::colour) == 4);
}

TEST_CASE("pictures of all sizes can be read", "[report][draw]") {
  const auto [grid, block, elements] =
      GENERATE(table<std::uint32_t, std::uint32_t, std::int64_t>({{1, 1, 1},
                                                                  {1, 32, 32},
                                                                  {4, 8, 30},
                                                                  {8, 4, 29},
                                                                  {16, 2, 32},
                                                                  {1, 33, 33},
                                                                  {2, 32, 60},
                                                                  {1, 97, 97},
                                                                  {1, 1024, 1024},
                                                                  {1, 1024, 1000},
                                                                  {1, 256, 100'000}}));
  CAPTURE(grid, block, elements);
  const Scene scene =
      check_clean(draw_launch(model(map_sample({grid, 1, 1}, {block, 1, 1}, elements)), {}));
  CHECK_FALSE(scene.arrows.empty());
}

TEST_CASE("pictures of all access patterns can be read", "[report][draw]") {
  const std::int64_t threads = GENERATE(5, 32, 256);
  const int pattern = GENERATE(0, 1, 2, 3, 4);
  Sample sample({1, 1, 1}, {static_cast<std::uint32_t>(threads), 1, 1});
  const auto a = sample.array("a", 10'000'000);
  const auto out = sample.array("a_long_name_for_an_output_of_the_kernel", 3);
  sample.touch(a, TraceKind::Read, [=](std::int64_t t) -> std::int64_t {
    switch (pattern) {
      case 0:
        return t * 8;
      case 1:
        return 9'999'999 - t * 31;
      case 2:
        return 77;
      case 3:
        return t * 12'345;
      default:
        return -1 - t;
    }
  });
  sample.touch(out, TraceKind::Atomic, [](std::int64_t t) { return t % 3; });
  check_clean(draw_launch(model(sample), {}));
}

TEST_CASE("every thread may read every element", "[report][draw]") {
  const std::int64_t threads = GENERATE(6, 40);
  Sample sample({1, 1, 1}, {static_cast<std::uint32_t>(threads), 1, 1});
  const auto a = sample.array("a", static_cast<std::uint64_t>(threads));
  for (std::int64_t i = 0; i < threads; ++i) {
    sample.touch(a, TraceKind::Read, [=](std::int64_t) { return i; });
  }
  const Scene scene = check_clean(draw_launch(model(sample), {}));
  CHECK(std::ranges::any_of(scene.shapes, [](const Shape& s) { return s.colour == kManyColour; }));
  // 32 times 40 arrows would hide each other: four threads stand for all.
  CHECK(says(scene, "arrows of 4 threads") == (threads == 40));
  if (threads == 6) CHECK(arrows(scene, Stroke::Read) == 36);
  if (threads == 40) CHECK(arrows(scene, Stroke::Read) < 200);
}

TEST_CASE("two dimensions are drawn as rows and columns", "[report][draw]") {
  const auto [x, y, columns, rows] =
      GENERATE(table<std::uint32_t, std::uint32_t, std::int64_t, std::int64_t>({{2, 2, 2, 2},
                                                                                {4, 4, 3, 3},
                                                                                {8, 4, 8, 4},
                                                                                {16, 16, 16, 16},
                                                                                {16, 16, 20, 9},
                                                                                {32, 32, 32, 32},
                                                                                {16, 16, 500, 300},
                                                                                {8, 2, 100, 2}}));
  CAPTURE(x, y, columns, rows);
  Sample sample({1, 1, 1}, {x, y, 1});
  const auto a = sample.array("a", static_cast<std::uint64_t>(columns * rows));
  const auto out = sample.array("out", static_cast<std::uint64_t>(columns * rows));
  const Index index = [=, wide = x, c_count = columns, r_count = rows](std::int64_t t) {
    const std::int64_t c = t % wide, r = t / wide;
    return c < c_count && r < r_count ? r * c_count + c : kNobody;
  };
  sample.touch(a, TraceKind::Read, index);
  sample.touch(out, TraceKind::Write, index);
  const RowShapes lengths{{"a", columns}, {"out", columns}};
  check_clean(draw_launch(model(sample, lengths), {}));
}

TEST_CASE("phases stand one below the other with the barrier between them", "[report][draw]") {
  const std::int64_t threads = GENERATE(8, 32, 64, 1024);
  const Scene scene = check_clean(draw_launch(model(reduction_sample(threads)), {}));
  CHECK(says(scene, "phase 1"));
  CHECK(says(scene, "barrier"));
  CHECK(says(scene, "line 8"));
}

TEST_CASE("one warp can be drawn through all phases", "[report][draw]") {
  DrawOptions options;
  options.warp = 1;
  const Scene scene = check_clean(draw_launch(model(reduction_sample(128)), options));
  CHECK(says(scene, "warp 1"));
  CHECK(says(scene, "phase 3"));
  options.warp = 9;
  CHECK(says(check_clean(draw_launch(model(reduction_sample(128)), options)), "no warp 9"));
}

TEST_CASE("several arrays have places of their own", "[report][draw]") {
  const std::int64_t size = GENERATE(4, 30, 200);
  Sample sample({1, 1, 1}, {static_cast<std::uint32_t>(size), 1, 1});
  for (const char* name : {"a", "b", "c", "d"}) {
    const auto array = sample.array(name, static_cast<std::uint64_t>(size));
    sample.touch(array, name[0] < 'd' ? TraceKind::Read : TraceKind::Write,
                 [](std::int64_t t) { return t; });
  }
  check_clean(draw_launch(model(sample), {}));
}

TEST_CASE("the first differing access is highlighted in both pictures", "[report][draw]") {
  const std::int64_t size = GENERATE(4, 20, 100);
  Sample wrong({1, 1, 1}, {static_cast<std::uint32_t>(size), 1, 1});
  const auto a = wrong.array("a", static_cast<std::uint64_t>(size));
  wrong.touch(a, TraceKind::Read, [=](std::int64_t t) { return t == 2 ? 0 : t; });
  LaunchModel mine = model(wrong);
  Sample right({1, 1, 1}, {static_cast<std::uint32_t>(size), 1, 1});
  right.array("a", static_cast<std::uint64_t>(size));
  right.touch(0, TraceKind::Read, [](std::int64_t t) { return t; });
  LaunchModel reference = model(right);
  const std::string difference = mark_difference(mine, reference);
  CHECK(difference ==
        "First difference: thread 2 reads a[0]; in the course's answer it reads a[2].");
  const Scene scene = check_clean(draw_pair(mine, reference, difference, {}));
  CHECK(std::ranges::count(scene.arrows, true, &Arrow::marked) == 2);
  CHECK(says(scene, "yours"));
  CHECK(says(scene, "the course's answer"));
}

TEST_CASE("equal accesses are no difference", "[report][draw]") {
  LaunchModel mine = model(map_sample({1, 1, 1}, {4, 1, 1}, 4));
  LaunchModel reference = mine;
  CHECK(mark_difference(mine, reference).empty());
}

TEST_CASE("a launch that touches nothing has a picture that says so", "[report][draw]") {
  CHECK(says(check_clean(draw_launch(model(Sample({1, 1, 1}, {4, 1, 1})), {})),
             "no thread touches memory"));
}

TEST_CASE("what was not recorded is said", "[report][draw]") {
  Sample sample = map_sample({1, 1, 1}, {4, 1, 1}, 4);
  sample.launch.trace->dropped = 12;
  CHECK(says(check_clean(draw_launch(model(sample), {})), "12 further accesses"));
}

TEST_CASE("names that came from a student cannot break out of the picture", "[report][draw]") {
  Sample sample = map_sample({1, 1, 1}, {4, 1, 1}, 4);
  sample.launch.name = "k</title><script>alert(1)</script>";
  sample.launch.trace->arrays[0].name = "<svg onload=x>";
  const std::string svg = to_svg(draw_launch(model(sample), {}));
  CHECK(svg.find("<script") == std::string::npos);
  CHECK(svg.find("<svg onload") == std::string::npos);
}

TEST_CASE("without a barrier, shared arrays that are written and read do not stand in the way",
          "[report][draw]") {
  const std::int64_t threads = GENERATE(8, 32, 128, 1024);
  Sample sample({1, 1, 1}, {static_cast<std::uint32_t>(threads), 1, 1});
  const auto size = static_cast<std::uint64_t>(threads);
  const auto a = sample.array("a", size), out = sample.array("out", size);
  const auto cache = sample.array("cache", size, true);
  const Index own = [](std::int64_t t) { return t; };
  sample.touch(a, TraceKind::Read, own);
  sample.touch(cache, TraceKind::Write, own);
  sample.touch(cache, TraceKind::Read, [](std::int64_t t) { return t > 0 ? t - 1 : kNobody; });
  sample.touch(out, TraceKind::Write, own);
  const Scene scene = check_clean(draw_launch(model(sample), {}));
  // Those of the warp in detail are drawn twice: before the hand-over and after it.
  CHECK(says(scene, "no barrier in between"));
  CHECK(shapes(scene, Look::Thread) + shapes(scene, Look::Idle) ==
        2 * static_cast<std::size_t>(std::min<std::int64_t>(threads, 32)));
}

TEST_CASE("many blocks stand in groups, so that no arrow runs through one", "[report][draw]") {
  const auto [grid, block] =
      GENERATE(table<std::uint32_t, std::uint32_t>({{32, 1}, {16, 2}, {10, 3}, {2, 16}, {3, 10}}));
  CAPTURE(grid, block);
  const std::int64_t threads = std::int64_t{grid} * block;
  const Scene scene =
      check_clean(draw_launch(model(map_sample({grid, 1, 1}, {block, 1, 1}, threads)), {}));
  CHECK(shapes(scene, Look::Thread) == static_cast<std::size_t>(threads));
  CHECK(arrows(scene, Stroke::Write) == static_cast<std::size_t>(threads));
}

TEST_CASE("three dimensions are drawn as layers of rows", "[report][draw]") {
  const auto [x, y, z] = GENERATE(table<std::uint32_t, std::uint32_t, std::uint32_t>(
      {{2, 2, 2}, {2, 4, 4}, {2, 4, 8}, {8, 8, 8}, {1, 1, 64}, {4, 1, 16}, {32, 4, 2}, {3, 5, 7}}));
  const std::int64_t more = GENERATE(0, 9);
  CAPTURE(x, y, z, more);
  const std::int64_t columns = x + more, rows = y + more, layers = z + more;
  Sample sample({1, 1, 1}, {x, y, z});
  const auto size = static_cast<std::uint64_t>(columns * rows * layers);
  const auto a = sample.array("a", size), out = sample.array("out", size);
  const Index index = [=, wide = x, high = y](std::int64_t t) {
    return (t / wide / high * rows + t / wide % high) * columns + t % wide;
  };
  sample.touch(a, TraceKind::Read, index);
  sample.touch(out, TraceKind::Write, index);
  const RowShape shape(columns, columns * rows);
  const bool small = x * y * z <= 32;
  const Scene scene = check_clean(draw_launch(model(sample, {{"a", shape}, {"out", shape}}), {}));
  CHECK((says(scene, "z=1 y=0") || small || y == 1));
  const bool named = std::ranges::any_of(
      scene.shapes, [](const Shape& s) { return s.look == Look::Thread && s.label.empty(); });
  CHECK_FALSE(named);
}

TEST_CASE("rows that are too long take several lines, and nothing is left out", "[report][draw]") {
  const std::int64_t row = GENERATE(65, 67, 100, 256, 1000);
  CAPTURE(row);
  Sample sample({1, 1, 1}, {256, 1, 1});
  const auto a = sample.array("a", static_cast<std::uint64_t>(4 * row));
  sample.touch(a, TraceKind::Read, [](std::int64_t t) { return t; });
  const Scene scene = check_clean(draw_launch(model(sample, {{"a", row}}), {}));
  CHECK_FALSE(scene.shortened);
}

TEST_CASE("blocks with long rows are drawn whole", "[report][draw]") {
  const auto [x, y] =
      GENERATE(table<std::uint32_t, std::uint32_t>({{64, 16}, {128, 8}, {256, 4}, {67, 3}}));
  CAPTURE(x, y);
  const std::int64_t columns = x, count = std::int64_t{x} * y;
  Sample sample({1, 1, 1}, {x, y, 1});
  const auto a = sample.array("a", static_cast<std::uint64_t>(count));
  const auto out = sample.array("out", static_cast<std::uint64_t>(count));
  sample.touch(a, TraceKind::Read, [](std::int64_t t) { return t; });
  sample.touch(out, TraceKind::Write, [](std::int64_t t) { return t; });
  const Scene scene =
      check_clean(draw_launch(model(sample, {{"a", columns}, {"out", columns}}), {}));
  CHECK_FALSE(scene.shortened);
}

TEST_CASE("a column that many threads read is drawn lying", "[report][draw]") {
  const std::int64_t threads = GENERATE(16, 32, 128);
  Sample sample({1, 1, 1}, {static_cast<std::uint32_t>(threads), 1, 1});
  const auto a = sample.array("a", 300 * 200);
  sample.touch(a, TraceKind::Read, [](std::int64_t t) { return 200 * t + 5; });
  const Scene scene = check_clean(draw_launch(model(sample, {{"a", 200}}), {}));
  CHECK(says(scene, "a row goes down"));
  CHECK(arrows(scene, Stroke::Read) >=
        std::min<std::size_t>(32, static_cast<std::size_t>(threads)));
}

TEST_CASE("many arrays with long names can be read, also by one thread", "[report][draw]") {
  const std::int64_t threads = GENERATE(1, 7, 64);
  const int arrays = GENERATE(1, 5, 12);
  CAPTURE(threads, arrays);
  Sample sample({1, 1, 1}, {static_cast<std::uint32_t>(threads), 1, 1});
  sample.launch.name = std::string(200, 'k');
  for (int i = 0; i < arrays; ++i) {
    const auto size = static_cast<std::uint64_t>(threads + 10 * i);
    const auto array = sample.array(std::string(100, static_cast<char>('a' + i)), size, i % 2 == 1);
    sample.touch(array, i % 3 == 2 ? TraceKind::Write : TraceKind::Read,
                 [](std::int64_t t) { return t; });
  }
  check_clean(draw_launch(model(sample), {}));
}
