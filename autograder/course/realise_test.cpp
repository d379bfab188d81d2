// SPDX-License-Identifier: MIT
#include "course/realise.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <map>
#include <set>

#include "base/files.h"
#include "base/hash.h"
#include "course/reader.h"

namespace {

/// A lesson with one input `a` (given TOML lines), one output `out` like it, and one case.
course::Exercise exercise(const std::string& parameter, const std::string& case_lines,
                          const std::string& element = "float") {
  const std::string text =
      "title=\"T\"\nminutes=5\nobjectives=[\"o\"]\n[[entry]]\nname=\"f\"\nkind=\"host\"\n"
      "spec=\"s\"\n[[entry.parameter]]\nname=\"out\"\ntype=\"" +
      element +
      "*\"\nrole=\"output\"\nshape=\"shape\"\n"
      "[[entry.parameter]]\nname=\"a\"\ntype=\"const " +
      element + "*\"\nrole=\"input\"\nshape=\"shape\"\n" + parameter +
      "[[entry.parameter]]\nname=\"layout\"\ntype=\"Strided\"\nlayout_of=\"a\"\n"
      "[[case]]\nkey=\"one\"\n" +
      case_lines;
  auto result = course::read_exercise(
      {course::ExerciseKind::Lesson, "a01_map", "exercise.toml", text, "", {}});
  REQUIRE(base::to_string(result.errors()) == "");
  return std::move(result).value();
}

course::RealCase check(const course::Exercise& exercise, const std::string& salt = "salt") {
  auto real = course::realise(exercise, exercise.cases[0], salt);
  REQUIRE(base::to_string(real.errors()) == "");
  return std::move(real).value();
}

/// The view's elements in row-major order.
std::vector<double> seen(const course::RealParameter& parameter) {
  std::vector<double> values;
  for (std::int64_t i = 0; i < parameter.view.count(); ++i)
    values.push_back(course::element_value(
        parameter.element,
        parameter.storage.data() + static_cast<std::size_t>(parameter.view.position(i)) *
                                       course::size_of(parameter.element)));
  return values;
}

}  // namespace

TEST_CASE("views have the strides that their words say", "[course][realise]") {
  using course::IntList;
  auto [lines, strides, storage] = GENERATE(table<std::string, IntList, std::int64_t>({
      {"", IntList{12, 4, 1}, 24},
      {"strides=\"contiguous\"\n", IntList{12, 4, 1}, 24},
      {"strides=\"transposed\"\n", IntList{12, 1, 3}, 24},
      {"order=[2,0,1]\n", IntList{3, 1, 6}, 24},
      {"broadcast=[0]\n", IntList{0, 4, 1}, 12},
      {"broadcast=[1]\n", IntList{4, 0, 1}, 8},
      {"step=2\n", IntList{24, 8, 2}, 47},
      {"strides=[20,5,1]\noffset=3\n", IntList{20, 5, 1}, 37},
      {"storage=\"product(shape) + 8\"\n", IntList{12, 4, 1}, 32},
  }));
  CAPTURE(lines);
  const auto real = check(exercise(lines, "variables={shape=[2,3,4]}\n"));
  const course::View& view = real.find("a")->view;
  CHECK(view.strides == strides);
  CHECK(view.storage == storage);
  CHECK(view.index_tuple(23) == IntList{1, 2, 3});
  CHECK(view.position(23) == view.offset + strides[0] + 2 * strides[1] + 3 * strides[2]);
}

TEST_CASE("Strided carries dimensions, shape and strides", "[course][realise]") {
  const auto real =
      check(exercise("strides=\"transposed\"\noffset=5\n", "variables={shape=[3,4]}\n"));
  course::StridedValue value;
  REQUIRE(real.find("layout")->value.size() == 84);
  std::memcpy(&value, real.find("layout")->value.data(), sizeof value);
  CHECK(value.dims == 2);
  CHECK(value.shape[0] == 3);
  CHECK(value.shape[1] == 4);
  CHECK(value.strides[0] == 1);
  CHECK(value.strides[1] == 3);
  CHECK(value.shape[2] == 0);
  CHECK(real.find("a")->offset_bytes() == 20);
}

TEST_CASE("empty and single views exist", "[course][realise]") {
  const auto none = check(exercise("", "variables={shape=[3,0]}\n"));
  CHECK(none.find("a")->view.count() == 0);
  CHECK(none.find("a")->storage.empty());
  const auto one = check(exercise("", "variables={shape=[]}\n"));
  CHECK(one.find("a")->view.count() == 1);
  CHECK(one.find("a")->storage.size() == 4);
}

TEST_CASE("contents follow salt, key, seed and parameter, and nothing else", "[course][realise]") {
  const auto base_case = check(exercise("", "variables={shape=[64]}\n"));
  const auto bytes = base_case.find("a")->storage;
  CHECK(check(exercise("", "variables={shape=[64]}\n")).find("a")->storage == bytes);
  CHECK(check(exercise("", "weight=3\nvariables={shape=[64]}\n")).find("a")->storage == bytes);
  CHECK(check(exercise("", "variables={shape=[64]}\n"), "term").find("a")->storage != bytes);
  CHECK(check(exercise("", "seed=2\nvariables={shape=[64]}\n")).find("a")->storage != bytes);
}

TEST_CASE("contents are the same on every machine", "[course][realise]") {
  // These hashes change when seeds, generator or rounding change; then all recorded counts are
  // void.
  auto [lines, hash] = GENERATE(table<std::string, std::string>({
      {"fill=\"uniform\"\n", "c4bf66b0"},
      {"fill=\"normal\"\n", "9d195638"},
      {"fill=\"integers\"\n", "2fd8f401"},
      {"fill={kind=\"uniform\",low=-3,high=\"7.5\",special=[\"nan\",\"-0\"],special_count=3}\n",
       "7d87676d"},
  }));
  CAPTURE(lines);
  const auto real = check(exercise(lines, "variables={shape=[1000]}\n"));
  const auto& storage = real.find("a")->storage;
  CHECK(
      base::sha256({reinterpret_cast<const char*>(storage.data()), storage.size()}).substr(0, 8) ==
      hash);
}

TEST_CASE("outputs hold poison everywhere, and the mask tells view from gap", "[course][realise]") {
  const auto real = check(exercise("",
                                   "variables={shape=[2,3]}\n"
                                   "views={out={strides=[5,1],offset=1,storage=12}}\n"));
  const course::RealParameter& out = *real.find("out");
  CHECK(out.mask == std::vector<std::uint8_t>{0, 1, 1, 1, 0, 0, 1, 1, 1, 0, 0, 0});
  REQUIRE(out.storage.size() == 48);
  for (std::size_t i = 0; i < 12; ++i)
    CHECK(course::is_poison(course::ElementType::Float, out.storage.data() + 4 * i));
}

TEST_CASE("what a host function returns is one more output, behind its parameters",
          "[course][realise]") {
  course::Exercise returning = exercise("", "variables={shape=[4]}\n");
  const std::size_t parameters = check(returning).parameters.size();
  CHECK_FALSE(check(returning).result.has_value());
  returning.entries[0].returns = "int";
  const course::RealCase real = check(returning);
  REQUIRE(real.parameters.size() == parameters + 1);
  CHECK(real.parameters.back().role == course::Role::Output);
  CHECK(course::is_poison(real.parameters.back().element, real.parameters.back().value.data()));
}

TEST_CASE("gaps of inputs spoil a sum, elements do not", "[course][realise]") {
  const auto real = check(exercise("step=2\n", "variables={shape=[50]}\n"));
  const course::RealParameter& a = *real.find("a");
  for (std::size_t i = 0; i < a.mask.size(); ++i) {
    const double value = course::element_value(a.element, a.storage.data() + 4 * i);
    CAPTURE(i, value);
    CHECK((std::fabs(value) <= 1) == (a.mask[i] == 1));
  }
}

TEST_CASE("fills keep their promises for every element type", "[course][realise]") {
  const std::string element = GENERATE(as<std::string>{}, "float", "double", "int", "unsigned",
                                       "long long", "unsigned char", "half");
  CAPTURE(element);
  const std::string shape = "variables={shape=[300]}\n";
  const auto of = [&](const std::string& fill) {
    return seen(*check(exercise("fill={" + fill + "}\n", shape, element)).find("a"));
  };
  const auto integers = of("kind=\"integers\",low=3,high=7");
  CHECK(std::set<double>(integers.begin(), integers.end()) == std::set<double>{3, 4, 5, 6, 7});
  const auto iota = of("kind=\"iota\",start=0,increment=0");
  CHECK(std::set<double>(iota.begin(), iota.end()) == std::set<double>{0});
  const auto constant = of("kind=\"constant\",value=5");
  CHECK(std::set<double>(constant.begin(), constant.end()) == std::set<double>{5});
  const auto offsets = of("kind=\"offsets\",total=200");
  CHECK(std::is_sorted(offsets.begin(), offsets.end()));
  CHECK(offsets.front() == 0);
  CHECK(offsets.back() == 200);
  const auto uniform = of("kind=\"uniform\",low=1,high=4");
  for (const double value : uniform) CHECK((value >= 1 && value <= 4));
}

TEST_CASE("a permutation has every number once", "[course][realise]") {
  auto values = seen(
      *check(exercise("fill=\"permutation\"\n", "variables={shape=[100]}\n", "int")).find("a"));
  CHECK_FALSE(std::is_sorted(values.begin(), values.end()));
  std::sort(values.begin(), values.end());
  for (std::size_t i = 0; i < values.size(); ++i) CHECK(values[i] == static_cast<double>(i));
}

TEST_CASE("special values appear as often as asked, as far as there is room", "[course][realise]") {
  const auto count_nan = [](const std::string& shape, const std::string& count) {
    const auto values =
        seen(*check(exercise("fill={special=[\"nan\",\"inf\"],special_count=" + count + "}\n",
                             "variables={shape=[" + shape + "]}\n"))
                  .find("a"));
    return std::count_if(values.begin(), values.end(), [](double v) { return std::isnan(v); });
  };
  CHECK(count_nan("100", "3") == 3);
  CHECK(count_nan("3", "3") == 2);
  CHECK(count_nan("0", "3") == 0);
}

TEST_CASE("half numbers are rounded to nearest even", "[course][realise]") {
  auto [value, stored] = GENERATE(table<double, double>({
      {1, 1},
      {-2.5, -2.5},
      {65504, 65504},
      {65519, 65504},
      {65520, INFINITY},
      {0x1p-24, 0x1p-24},
      {0x1p-25, 0},
      {0x1.8p-24, 0x1p-23},
      {0x1p-14, 0x1p-14},
      {2049, 2048},
      {2051, 2052},
      {0.1, 0.0999755859375},
      {-0.0, -0.0},
      {0x1.ffep-15, 0x1p-14},
  }));
  std::byte bytes[2];
  course::store_element(course::ElementType::Half, value, bytes);
  CAPTURE(value);
  CHECK(course::element_value(course::ElementType::Half, bytes) == stored);
}

TEST_CASE("what does not fit into memory is refused before it is made", "[course][realise]") {
  const auto one = exercise("", "variables={shape=[1000]}\n");
  CHECK(course::realise(one, one.cases[0], "", 8000).ok());
  const auto refused = course::realise(one, one.cases[0], "", 7999);
  REQUIRE_FALSE(refused.ok());
  CHECK_THAT(refused.errors()[0].message, Catch::Matchers::Contains("8000 bytes"));
}

TEST_CASE("a fill of kind file takes its values from a file in the exercise's folder",
          "[course][realise]") {
  const base::TemporaryFolder folder("fills");
  base::write_file(folder.path() / "rows.txt", "1 5 6\n0 7\n");
  course::ExerciseText source{course::ExerciseKind::Lesson, "a01_map", "exercise.toml", "", "", {}};
  source.folder = folder.path();
  const auto text = [](const std::string& fill) {
    return "title=\"T\"\nminutes=5\nobjectives=[\"o\"]\n[[entry]]\nname=\"f\"\nkind=\"host\"\n"
           "spec=\"s\"\n[[entry.parameter]]\nname=\"out\"\ntype=\"int*\"\nrole=\"output\"\nshape=["
           "1]\n"
           "[[entry.parameter]]\nname=\"a\"\ntype=\"const int*\"\nrole=\"input\"\n"
           "shape=[\"n\", 3]\nfill=" +
           fill + "\n[[case]]\nkey=\"one\"\nvariables={n=2}\n";
  };
  source.text = text("{kind=\"file\", file=\"rows.txt\", row=\"n - 2\", column=1}");
  auto good = course::read_exercise(source);
  REQUIRE(base::to_string(good.errors()) == "");
  CHECK(seen(*check(*good).find("a")) == std::vector<double>{5, 6, 0, 7, 0, 0});

  const auto [fill, message] = GENERATE(table<std::string, std::string>({
      {"{kind=\"file\"}", "lacks the key 'file'"},
      {"\"file\"", "lacks the key 'file'"},
      {"{kind=\"file\", file=\"none.txt\"}", "the file 'none.txt' cannot be read"},
      {"{kind=\"file\", file=\"../rows.txt\"}", "outside of the exercise's folder"},
      {"{kind=\"file\", file=\"rows.txt\", row=1}", "the file has 2"},
      {"{kind=\"file\", file=\"rows.txt\", low=1}", "'low' does not belong"},
  }));
  source.text = text(fill);
  CHECK_THAT(base::to_string(course::read_exercise(source).errors()),
             Catch::Matchers::Contains(message));
}
