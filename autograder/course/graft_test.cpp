// SPDX-License-Identifier: MIT
#include "course/graft.h"

#include <catch2/catch.hpp>

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

const std::string kSkeleton =
    "int wanted(int a);\n"
    "int f(int n) {\n"
    "  // FILL-ME-IN(body): about 1 line\n"
    "  // END(body)\n"
    "}\n"
    "int after;\n";

/// A student's file with this text in the region.
std::string with_region(const std::string& text) {
  std::string student = kSkeleton;
  const std::string end = "  // END(body)";
  return student.insert(student.find(end), text);
}

std::string grafted(const std::string& student) {
  return course::graft(kSkeleton, course::extract_regions(student, kSkeleton, "s.cu"), "s.cu");
}

/// All complaints about this region text.
std::string check(const std::string& text) {
  const auto student = course::extract_regions(with_region(text), kSkeleton, "s.cu");
  REQUIRE(student.missing.empty());
  return base::to_string(course::lint_regions(student, kSkeleton, "s.cu"));
}

}  // namespace

TEST_CASE("a graft is the pristine file with the region's text and the student's lines",
          "[course][graft]") {
  CHECK(grafted(with_region("  return n;\n")) ==
        "#line 1 \"s.cu\"\n"
        "int wanted(int a);\n"
        "int f(int n) {\n"
        "  // FILL-ME-IN(body): about 1 line\n"
        "#line 4 \"s.cu\"\n"
        "  return n;\n"
        "\n"
        "#line 5 \"s.cu\"\n"
        "  // END(body)\n"
        "}\n"
        "int after;\n");
}

TEST_CASE("what was changed outside is not used, and lines are still the student's",
          "[course][graft]") {
  std::string student = with_region("  return n;\n");
  student = "int mine;\n" + student + "int main() {}\n";
  const std::string text = grafted(student);
  CHECK_THAT(text, !Contains("mine") && !Contains("main"));
  CHECK_THAT(text, Contains("#line 5 \"s.cu\"\n  return n;\n"));
  CHECK_THAT(text, Contains("#line 6 \"s.cu\"\n  // END(body)\n}\n"));
}

TEST_CASE("headers asked for in a region or outside stand at the top of the graft",
          "[course][graft]") {
  std::string student = with_region("  #include <vector>  // lists\n  return n;\n");
  student = "#include <algorithm>\n\n" + student;
  const auto regions = course::extract_regions(student, kSkeleton, "s.cu");
  CHECK(regions.edited_outside.empty());
  const std::string text = course::graft(kSkeleton, regions, "s.cu");
  CHECK_THAT(text, StartsWith("#line 1 \"s.cu\"\n#include <algorithm>\n"
                              "#line 6 \"s.cu\"\n#include <vector>\n"
                              "#line 1 \"s.cu\"\nint wanted"));
  CHECK_THAT(text, Contains("#line 6 \"s.cu\"\n  ") && Contains("\n  return n;\n"));
}

TEST_CASE("an include that may not apply, or is none, stays where it is", "[course][graft]") {
  const std::string text = GENERATE(
      as<std::string>{}, "#if X\n#include <vector>\n#endif\n", "/*\n#include <vector>\n*/\n",
      "#include \"vector\"\n", "#include <../vector>\n", "#include </vector>\n",
      "const char* s = R\"(\n#include <vector>\n)\";\n", "#include <vector> int n;\n");
  CAPTURE(text);
  CHECK_THAT(grafted(with_region(text)), StartsWith("#line 1 \"s.cu\"\nint wanted"));
}

TEST_CASE("other lines beside an added include are an edit", "[course][graft]") {
  const std::string student = "#include <vector>\nint mine;\n" + with_region("  return n;\n");
  const auto regions = course::extract_regions(student, kSkeleton, "s.cu");
  CHECK(regions.edited_outside.size() == 1);
  CHECK(regions.includes.empty());
}

TEST_CASE("a region that was not found keeps the skeleton's text", "[course][graft]") {
  CHECK(grafted("nothing") == "#line 1 \"s.cu\"\n" + kSkeleton);
}

TEST_CASE("a backslash at a region's end cannot reach the line after it", "[course][graft]") {
  CHECK_THAT(grafted(with_region("  return n; // \\\n")),
             Contains("  return n; // \\\n\n#line 5 \"s.cu\"\n"));
}

TEST_CASE("a file's name cannot break out of the directive", "[course][graft]") {
  CHECK(course::with_line_directives("x", "a\"b\\c\nd.cu") == "#line 1 \"a\\\"b\\\\c?d.cu\"\nx\n");
}

TEST_CASE("hostile or unbalanced regions are refused in clear words", "[course][graft][lint]") {
  auto [text, message] = GENERATE(table<std::string, std::string>({
      {"} int g() {\n", "s.cu:4: region 'body': '}' closes nothing"},
      {"if (n) {\n", "s.cu:4: region 'body': '{' is not closed"},
      {"return (n];\n", "']' does not fit the '(' of line 4"},
      {"<% return n;\n", "'{' is not closed"},
      {"/* hidden\n", "s.cu:4: region 'body': a comment does not end"},
      {"return \"a;\n", "a string or character does not end"},
      {"return R\"(a;\n", "a string or character does not end"},
      {"#if 0\n", "s.cu:4: region 'body': #if without its #endif"},
      {"#endif\n#if 1\n", "s.cu:4: region 'body': #endif without #if"},
      {"#else\n", "#else without #if"},
      {"return n;\n#line 7 \"other.cu\"\n", "s.cu:5: region 'body': #line is not allowed"},
      {"# 7 \"other.cu\"\n", "#line is not allowed"},
      {"%: line 7\n", "#line is not allowed"},
      {"#li\\\nne 7\n", "#line is not allowed"},
      {"/**/ # /**/ line 7\n", "#line is not allowed"},
      {"#define wanted 1\n", "#define of 'wanted', which the given code uses"},
      {"#define after\n", "#define of 'after'"},
      {"#define int long\n", "#define of 'int'"},
      {"#undef wanted\n", "#undef of 'wanted'"},
      {"#define autograder_call_f\n", "#define of 'autograder_call_f'"},
      {"void autograder_call_f();\n", "'autograder_call_f' is kept for the autograder"},
      {"#include \"../secret.h\"\n", "is not allowed"},
      {"#include </etc/passwd>\n", "#include </etc/passwd> is not allowed"},
      {"#include <../../etc/passwd>\n", "is not allowed"},
      {"#include FILE\n", "#include FILE is not allowed"},
      {"#embed </etc/passwd>\n", "#embed is not allowed"},
      {"#include_next <a.h>\n", "#include_next is not allowed"},
      {std::string("return\0 n;\n", 11), "NUL"},
      {"return '\xff';\n", "not UTF-8"},
      {std::string(300000, ' ') + "\n", "300001 characters"},
  }));
  CAPTURE(text);
  CHECK_THAT(check(text), Contains(message));
}

TEST_CASE("honest regions pass the lint", "[course][graft][lint]") {
  const std::string text = GENERATE(
      as<std::string>{}, "  return n;\n", "if (n) { return 1; } else { return '}'; }\n",
      "// it's { a comment\n", "return \"}\\\"\"[0]; /* ( */\n",
      "const long big = 1'000'000 + 0x1p-3 + 1e+5;\n",
      "#if 1\nif (n) {\n#else\nif (!n) {\n#endif\n}\n", "#define MINE(x) (x)\n#undef MINE\n",
      "#pragma unroll\n", "#include <vector>\n", "#if 0\nit isn't code\n#endif\n",
      "return R\"x(}\")x\"[0];\n", "return n; \\\n", "asm volatile(\"{ .reg .u32 a; }\");\n", "");
  CAPTURE(text);
  CHECK(check(text) == "");
}

TEST_CASE("the lint of hostile text ends quickly", "[course][graft][lint]") {
  CHECK_FALSE(check(std::string(200000, '{') + "\n").empty());
  CHECK_FALSE(check(std::string(200000, '"') + "x\n\"\n").empty());
}
