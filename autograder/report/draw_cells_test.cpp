// SPDX-License-Identifier: MIT
#include "report/draw_cells.h"

#include <catch2/catch.hpp>

using namespace report::draw;

namespace {

using Indices = std::vector<std::int64_t>;

}  // namespace

TEST_CASE("a short axis shows everything, also what lies beyond", "[report][draw_cells]") {
  CHECK(make_axis({1}, 3, 8).indices == Indices{0, 1, 2});
  CHECK(make_axis({1, 3, 4}, 3, 8).indices == Indices{0, 1, 2, 3, 4});
  CHECK(make_axis({-2}, 3, 8).indices == Indices{-2, -1, 0, 1, 2});
  CHECK(make_axis({}, 0, 8).indices.empty());
}

TEST_CASE("a long axis shows what matters with its neighbours, and where it leaves out",
          "[report][draw_cells]") {
  CHECK(make_axis({50}, 100, 8).indices == Indices{kGap, 49, 50, 51, kGap});
  CHECK(make_axis({0, 99}, 100, 8).indices == Indices{0, 1, kGap, 98, 99});
  CHECK(make_axis({0, 4}, 100, 8).indices == Indices{0, 1, 2, 3, 4, 5, kGap});
  CHECK_FALSE(make_axis({0, 4}, 100, 8).shortened);
}

TEST_CASE("an axis that has no room for all that matters says so", "[report][draw_cells]") {
  std::set<std::int64_t> many;
  for (std::int64_t i = 0; i < 50; ++i) many.insert(i * 10);
  const Axis axis = make_axis(many, 1000, 8);
  CHECK(axis.shortened);
  CHECK(axis.count() <= 8);
}

TEST_CASE("cells lie in rows and columns", "[report][draw_cells]") {
  Grid grid(6, 3, {}, 10, 10);
  grid.place({100, 50}, 20, 10);
  CHECK(grid.width() == 60);
  CHECK(grid.height() == 20);
  const auto cell = grid.cell(4);
  REQUIRE(cell);
  CHECK(cell->x == 120);
  CHECK(cell->y == 60);
  CHECK_FALSE(grid.cell(6));
}

TEST_CASE("elements outside have cells where they are wanted", "[report][draw_cells]") {
  Grid row(4, 0, {-1, 5}, 10, 10);
  CHECK(row.cell(-1));
  CHECK(row.cell(5));
  Grid rows(4, 2, {-1, 5}, 10, 10);
  rows.place({0, 0}, 10, 10);
  REQUIRE(rows.cell(-1));
  CHECK(rows.cell(-1)->x == 10);
  CHECK(rows.cell(5)->y > rows.cell(3)->y);
}

TEST_CASE("every slot is visited once, gaps too", "[report][draw_cells]") {
  Grid grid(1000, 0, {500}, 8, 8);
  grid.place({0, 0}, 10, 10);
  std::vector<std::int64_t> seen;
  double end = 0;
  grid.each([&](std::size_t, std::int64_t element, const Box& box) {
    CHECK(box.x == Approx(end));
    end = box.right();
    seen.push_back(element);
  });
  CHECK(seen == Indices{kGap, 499, 500, 501, kGap});
  CHECK(end == Approx(grid.width()));
}

TEST_CASE("a turned grid has its rows side by side", "[report][draw_cells]") {
  Grid grid(6, 3, {}, 10, 10, true);
  grid.place({100, 50}, 20, 10);
  CHECK(grid.width() == 40);
  CHECK(grid.height() == 30);
  const auto cell = grid.cell(4);
  REQUIRE(cell);
  CHECK(cell->x == 120);
  CHECK(cell->y == 60);
  Indices seen;
  grid.each([&](std::size_t, std::int64_t element, const Box& box) {
    seen.push_back(element);
    CHECK(grid.cell(element)->x == box.x);
    CHECK(grid.cell(element)->y == box.y);
  });
  CHECK(seen == Indices{0, 3, 1, 4, 2, 5});
}

TEST_CASE("labels along an axis stand at even distances, and first where it matters",
          "[report][draw_cells]") {
  const auto labels = [](const Axis& axis, double pitch, std::int64_t first) {
    Indices list;
    for (const std::size_t slot : labelled_slots(axis, pitch, [&](std::int64_t index) {
           return AxisLabel{10, index == first, index};
         })) {
      list.push_back(axis.indices[slot]);
    }
    return list;
  };
  CHECK(labels(make_axis({}, 4, 8), 20, -1) == Indices{0, 1, 2, 3});
  CHECK(labels(make_axis({}, 9, 16), 8, -1) == Indices{0, 2, 4, 6, 8});
  CHECK(labels(make_axis({}, 9, 16), 6, -1) == Indices{0, 4, 8});
  CHECK(labels(make_axis({}, 9, 16), 8, 3) == Indices{0, 3, 6, 8});
  CHECK(labels(make_axis({5, 6, 7}, 20, 9), 8, -1) == Indices{4, 6, 8});
}

TEST_CASE("each layer has a first row that is shown", "[report][draw_cells]") {
  const Axis rows = make_axis({0, 1, 6, 12, 13}, 20, 5);
  CHECK(first_of_layers(rows, 5) == std::set<std::int64_t>{0, 6, 12});
  CHECK(first_of_layers(rows, 0).empty());
}
