// SPDX-License-Identifier: MIT
#include "report/draw_scene.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "report/draw_svg.h"

using namespace report::draw;

namespace {

Scene clean() {
  Scene scene;
  scene.width = 200;
  scene.height = 100;
  scene.title = "a title";
  scene.description = "a description";
  scene.shapes = {{{10, 10, 40, 20}, Look::Cell, 0, "a", "tip", false, 1},
                  {{50, 10, 40, 20}, Look::Cell, 1, "b", "", false, 1},
                  {{5, 5, 190, 90}, Look::Frame, kNoColour, "", "", false, 1}};
  scene.texts = {{{10, 60}, "words", 12, Anchor::Start, true}};
  scene.arrows = {{{20, 30}, {20, 48}, Stroke::Write, 0, "", false}};
  return scene;
}

/// What is said of a picture after a change.
std::string check_changed(void (*change)(Scene&)) {
  Scene scene = clean();
  change(scene);
  const auto problems = problems_of(scene);
  return problems.empty() ? "" : problems.front();
}

}  // namespace

TEST_CASE("a picture that can be read has no problems: neighbours touch, frames hold others",
          "[report][draw_scene]") {
  CHECK(problems_of(clean()).empty());
}

TEST_CASE("whatever makes a picture hard to read is found", "[report][draw_scene]") {
  CHECK(check_changed([](Scene& s) { s.shapes[1].box.x = 49; }).find("overlap") !=
        std::string::npos);
  CHECK(check_changed([](Scene& s) { s.texts[0].at.y = 25; }).find("overlap") != std::string::npos);
  CHECK(check_changed([](Scene& s) {
          s.texts.push_back({{30, 62}, "more"});
        }).find("overlap") != std::string::npos);
  CHECK(check_changed([](Scene& s) { s.shapes[0].box.y = -1; }).find("cut off") !=
        std::string::npos);
  CHECK(check_changed([](Scene& s) { s.texts[0].at.x = 180; }).find("cut off") !=
        std::string::npos);
  CHECK(check_changed([](Scene& s) { s.arrows[0].to.y = 101; }).find("cut off") !=
        std::string::npos);
  CHECK(check_changed([](Scene& s) { s.shapes[0].label = "1234567"; }).find("fit") !=
        std::string::npos);
  CHECK(check_changed([](Scene& s) { s.shapes[0].label = "1\n2"; }).find("fit") !=
        std::string::npos);
  CHECK(check_changed([](Scene& s) {
          s.arrows[0].from = {20, 5};
        }).find("runs through") != std::string::npos);
  CHECK(check_changed([](Scene& s) {
          s.arrows[0] = {{30, 40}, {30, 80}, Stroke::Read, 0, "", false};
        }).find("runs through text") != std::string::npos);
  CHECK(check_changed([](Scene& s) {
          s.arrows[0] = {{30, 40}, {30, 80}, Stroke::Read, 0, "", false, Point{100, 40}};
        }).empty());
  CHECK(check_changed([](Scene& s) { s.texts[0].size = 10; }).find("small") != std::string::npos);
  CHECK(check_changed([](Scene& s) { s.width = 1001; }).find("wide") != std::string::npos);
  CHECK(check_changed([](Scene& s) { s.description.clear(); }).find("words") != std::string::npos);
}

TEST_CASE("a text is as wide as its characters, not its bytes", "[report][draw_scene]") {
  CHECK(text_width("…", 11) == text_width("x", 11));
  CHECK(box_of({{100, 50}, "abcd", 11, Anchor::End}).right() == Approx(100));
  CHECK(box_of({{100, 50}, "abcd", 11, Anchor::Middle}).centre().x == Approx(100));
}

TEST_CASE("a line lies within a box as far as it runs through it", "[report][draw_scene]") {
  const Box box{10, 10, 20, 10};
  CHECK(length_within({0, 15}, {100, 15}, box) == Approx(20));
  CHECK(length_within({12, 12}, {12, 18}, box) == Approx(6));
  CHECK(length_within({0, 0}, {40, 40}, box) == Approx(std::sqrt(200.0)));
  CHECK(length_within({0, 9}, {100, 9}, box) == 0);
  CHECK(length_within({0, 15}, {5, 15}, box) == 0);
}

TEST_CASE("a name that is too long keeps its start and its end", "[report][draw_scene]") {
  const double width = text_width("123456789", 11);
  CHECK(fitted("123456789", 11, width) == "123456789");
  CHECK(fitted("abcdefghijklmnop", 11, width) == "abcd…mnop");
  CHECK(text_width(fitted("ääääääääääääääää", 11, width), 11) <= width);
}

TEST_CASE("long texts are wrapped between words", "[report][draw_scene]") {
  const double width = text_width("one two", 12) + 1;
  CHECK(wrapped("one two three", 12, width) == std::vector<std::string>{"one two", "three"});
  CHECK(wrapped("a unbreakable", 12, text_width("unbrea", 12)) ==
        std::vector<std::string>{"a", "unbrea", "kable"});
  CHECK(wrapped("ab", 12, 1) == std::vector<std::string>{"a", "b"});
}

TEST_CASE("the file has words for those who cannot see it, and colours for light and dark",
          "[report][draw_scene]") {
  const std::string svg = to_svg(clean());
  CHECK(svg.find("<title id=\"title\">a title</title>") != std::string::npos);
  CHECK(svg.find("<desc id=\"desc\">a description</desc>") != std::string::npos);
  CHECK(svg.find("prefers-color-scheme: dark") != std::string::npos);
  CHECK(svg.find("viewBox=\"0 0 200 100\"") != std::string::npos);
  CHECK(svg.find("<title>tip</title>") != std::string::npos);
  CHECK(to_svg(clean()) == svg);
}
