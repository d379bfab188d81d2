// SPDX-License-Identifier: MIT
#include "course/regions.h"

#include <catch2/catch.hpp>

using Catch::Matchers::Contains;

namespace {

const std::string kReference =
    "void f() {\n"
    "  // FILL-ME-IN(index): about 2 lines\n"
    "  //   Find the index.\n"
    "  // SOLUTION\n"
    "  const int i = 1;\n"
    "  //| const int i = 0;\n"
    "  //|\n"
    "  // END(index)\n"
    "}\n"
    "// FILL-ME-IN(grid): about 1 line\n"
    "// SOLUTION\n"
    "int g = 2;\n"
    "// END(grid)\n";

const std::string kSkeleton =
    "void f() {\n"
    "  // FILL-ME-IN(index): about 2 lines\n"
    "  //   Find the index.\n"
    "  const int i = 0;\n"
    "\n"
    "  // END(index)\n"
    "}\n"
    "// FILL-ME-IN(grid): about 1 line\n"
    "// END(grid)\n";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

course::StudentRegions check(const std::string& student) {
  return course::extract_regions(student, kSkeleton, "s.cu");
}

}  // namespace

TEST_CASE("the skeleton lacks the solution and has its own lines", "[course][regions]") {
  const auto skeleton = course::make_skeleton(kReference, "r.cu");
  REQUIRE(base::to_string(skeleton.errors()) == "");
  CHECK(*skeleton == kSkeleton);
}

TEST_CASE("what stands outside of regions is kept byte for byte", "[course][regions]") {
  const std::string odd =
      "\tint a;  \r\n// a comment\\\n\n// FILL-ME-IN(x): 1\n// SOLUTION\n1\n//"
      " END(x)\nlast line without an end";
  const auto skeleton = course::make_skeleton(odd, "r.cu");
  REQUIRE(skeleton.ok());
  CHECK(*skeleton == replaced(odd, "// SOLUTION\n1\n", ""));
}

TEST_CASE("markers that do not fit together are named with their line", "[course][regions]") {
  auto [text, message] = GENERATE(table<std::string, std::string>({
      {"// FILL-ME-IN(a): x\n// SOLUTION\n", "r.cu:1: region 'a' has no END(a)"},
      {"// FILL-ME-IN(a): x\n// FILL-ME-IN(b): x\n// END(b)\n",
       "r.cu:2: region 'b' begins within region 'a'"},
      {"// END(a)\n", "r.cu:1: END(a) without FILL-ME-IN(a)"},
      {"// FILL-ME-IN(a): x\n// SOLUTION\n// END(b)\n", "r.cu:3: END(b) within region 'a'"},
      {"// FILL-ME-IN(a): x\n// SOLUTION\n// END(a)\n// FILL-ME-IN(a): x\n// SOLUTION\n// END(a)\n",
       "r.cu:4: two regions are called 'a'"},
      {"// SOLUTION\n", "r.cu:1: SOLUTION outside of a region"},
      {"//| int a;\n", "r.cu:1: '//|' outside of a region"},
      {"// FILL-ME-IN(a): x\n// SOLUTION\n// SOLUTION\n// END(a)\n", "two SOLUTION lines"},
      {"// FILL-ME-IN(a): x\n// END(a)\n", "r.cu:2: region 'a' has no SOLUTION line"},
      {"// FILL-ME-IN: x\n", "r.cu:1: a marker without a proper name"},
      {"// FILL-ME-IN(A b): x\n", "r.cu:1: a marker without a proper name"},
      {"// FILL-ME-IN(a): x\n// SOLUTION\n//| a \\\n// END(a)\n", "r.cu:3: a '//|' line ends"},
  }));
  CAPTURE(text);
  CHECK_THAT(base::to_string(course::make_skeleton(text, "r.cu").errors()), Contains(message));
}

TEST_CASE("an untouched skeleton is not attempted", "[course][regions]") {
  const std::string student =
      GENERATE(as<std::string>{}, kSkeleton, replaced(kSkeleton, "  //   Find the index.\n", ""),
               replaced(kSkeleton, "const int i = 0;", "const  int i=0; // what now?"),
               replaced(kSkeleton, "\n  // END(index)", "/* nothing */\n\n\n  // END(index)"));
  CAPTURE(student);
  CHECK_FALSE(check(student).attempted);
  CHECK(check(student).edited_outside.empty());
}

TEST_CASE("any change of code in a region is an attempt", "[course][regions]") {
  const std::string student = GENERATE(replaced(kSkeleton, "i = 0", "i = 00"),
                                       replaced(kSkeleton, "  const int i = 0;\n", ""),
                                       replaced(kSkeleton, "// END(grid)", "int g;\n// END(grid)"));
  CAPTURE(student);
  CHECK(check(student).attempted);
  CHECK(check(student).edited_outside.empty());
}

TEST_CASE("regions keep the student's lines", "[course][regions]") {
  const auto student = check(replaced(kSkeleton, "i = 0;\n", "i =\n  3;\n"));
  REQUIRE(student.regions.size() == 2);
  CHECK(student.find("index")->first_line == 3);
  CHECK(student.find("index")->end_line == 7);
  CHECK(student.find("index")->text == "  //   Find the index.\n  const int i =\n  3;\n\n");
  CHECK(student.find("grid")->marker_line == 9);
}

TEST_CASE("line ends, trailing blanks and a byte order mark are no changes", "[course][regions]") {
  std::string windows = "\xef\xbb\xbf";
  for (const char c : kSkeleton) windows += c == '\n' ? std::string(" \r\n") : std::string(1, c);
  CHECK(check(windows).edited_outside.empty());
  CHECK(check(windows).missing.empty());
  CHECK_FALSE(check(windows).attempted);
  CHECK(check(kSkeleton + "\n\n").edited_outside.empty());
}

TEST_CASE("changes outside of regions are named with their line", "[course][regions]") {
  auto [student, message] = GENERATE(table<std::string, std::string>({
      {replaced(kSkeleton, "void f()", "int f()"), "s.cu:1: 1 line changed"},
      {replaced(kSkeleton, "}\n", "}\nint h;\nint k;\n"), "s.cu:8: 2 lines added"},
      {replaced(kSkeleton, "}\n", ""), "s.cu:7: 1 line removed"},
      {replaced(kSkeleton, "about 2 lines", "done"), "s.cu:2: 1 line changed"},
      {kSkeleton + "int main() {}\n", "s.cu:10: 1 line added"},
  }));
  CAPTURE(student);
  const auto found = check(student);
  REQUIRE(found.edited_outside.size() == 1);
  CHECK_THAT(base::to_string(found.edited_outside), Contains(message));
  CHECK(found.missing.empty());
}

TEST_CASE("a region whose markers are not clear is missing, the others are found",
          "[course][regions]") {
  const std::string student =
      GENERATE(replaced(kSkeleton, "// END(index)", "// end"),
               replaced(kSkeleton, "FILL-ME-IN(index)", "FILL-ME-IN(indx)"),
               replaced(kSkeleton, "  const int i = 0;\n", "R\"(\n// END(index)\n)\";\n"),
               replaced(kSkeleton, "  const int i = 0;\n", "  // FILL-ME-IN(index): again\n"),
               replaced(kSkeleton, "  const int i = 0;\n",
                        "  // FILL-ME-IN(other): mine\n  // END(other)\n"));
  CAPTURE(student);
  const auto found = check(student);
  CHECK(found.missing == std::vector<std::string>{"index"});
  REQUIRE(found.find("grid") != nullptr);
  CHECK_FALSE(found.edited_outside.empty());
}

TEST_CASE("regions in another order are missing rather than mixed up", "[course][regions]") {
  const auto found = check(
      "// FILL-ME-IN(grid): about 1 line\n// END(grid)\n"
      "// FILL-ME-IN(index): about 2 lines\n// END(index)\n");
  CHECK(found.missing == std::vector<std::string>{"grid"});
}

TEST_CASE("any bytes may stand in a student's file", "[course][regions]") {
  CHECK(check("").missing.size() == 2);
  CHECK(check(std::string("\0\xff\xfe//", 5)).missing.size() == 2);
  CHECK(check(std::string(100000, '\n')).missing.size() == 2);
}

TEST_CASE("comments and blanks do not make code differ, literals and directives do",
          "[course][regions]") {
  auto [one, other, same] = GENERATE(table<std::string, std::string, bool>({
      {"a+b", "a + /* x */ b // y", true},
      {"a\\\n+b", "a+b", true},
      {"\"a b\"", "\"ab\"", false},
      {"\"// a\"", "\"// b\"", false},
      {"'\"' + a", "'\"' + b", false},
      {"R\"x(a)\" )x\"", "R\"x(a)\" )x\" // c", true},
      {"1'000", "1000", false},
      {"#define A 1\n", "#define A 2\n", false},
      {"/* a", "/* b", true},
      {"ab", "a b", false},
  }));
  CAPTURE(one, other);
  CHECK(course::same_code(one, other) == same);
}
