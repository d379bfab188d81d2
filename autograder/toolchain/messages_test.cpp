// SPDX-License-Identifier: MIT
#include "toolchain/messages.h"

#include <catch2/catch.hpp>

namespace {

using toolchain::CompilerMessage;
using toolchain::Severity;

/// One line a message: "E file:line:column message | hint".
std::string read(const std::string& output) {
  std::string result;
  for (const CompilerMessage& message : toolchain::parse_messages(output, "/students/ann")) {
    result += message.severity == Severity::Error ? "E " : "W ";
    result += to_string(message.diagnostic.where) + " " + message.diagnostic.message;
    if (!message.diagnostic.hint.empty()) result += " | " + message.diagnostic.hint;
    result += "\n";
  }
  return result;
}

}  // namespace

TEST_CASE("messages are read from every compiler's format", "[toolchain][messages]") {
  const auto [output, expected] = GENERATE(table<std::string, std::string>(
      {{"map.cu:3:7: error: expected ';' after expression\n  x = 1\n       ^\n       ;\n",
        "E map.cu:3:7 expected ';' after expression\n"},
       {"In file included from <built-in>:1:\n./map.cu:3:7: warning: unused variable 'x' "
        "[-Wunused-variable]\n",
        "W map.cu:3:7 unused variable 'x' [-Wunused-variable]\n"},
       {"/students/ann/map.cu:1:10: fatal error: 'x.h' file not found\n",
        "E map.cu:1:10 'x.h' file not found\n"},
       {"map.cu(5): error: identifier \"y\" is undefined\n    o[i] = y;\n           ^\n\n",
        "E map.cu:5:10 identifier \"y\" is undefined\n"},
       {"map.cu(3): warning #177-D: variable \"u\" was declared but never referenced\n"
        "  __attribute__((global)) void k() { int u; }\n                  ^\n\nRemark: The "
        "warnings "
        "can be suppressed with \"-diag-suppress <warning-number>\"\n",
        "W map.cu:3 variable \"u\" was declared but never referenced\n"},
       {"nvcc fatal   : Unsupported gpu architecture 'compute_20'\n",
        "E  Unsupported gpu architecture 'compute_20'\n"},
       {"clang: error: linker command failed with exit code 1 (use -v to see invocation)\n",
        "E  linker command failed with exit code 1 (use -v to see invocation)\n"},
       {"fatal error: error in backend: Cannot select: intrinsic\n",
        "E  error in backend: Cannot select: intrinsic\n"},
       {"/usr/include/c++/12/vector:60:3: error: bad\n", "E /usr/include/c++/12/vector:60:3 bad\n"},
       {"<course shim>:2:5: error: no matching function for call to 'map'\n",
        "E <course shim>:2:5 no matching function for call to 'map'\n"}}));
  CAPTURE(output);
  CHECK(read(output) == expected);
}

TEST_CASE("lines that are no messages are left out", "[toolchain][messages]") {
  const std::string output = GENERATE(
      "3 errors generated when compiling for sm_70.\n", "compilation terminated.\n",
      "4 errors detected in the compilation of \"map.cu\".\n",
      "  const char* text = \"not an error: text\";\n", "map.cu: In function 'int main()':\n");
  CAPTURE(output);
  CHECK(read(output).empty());
}

TEST_CASE("a note becomes the hint of the message before it", "[toolchain][messages]") {
  CHECK(read("map.cu:9:3: error: no matching function for call to 'f'\n  f(1);\n  ^\n"
             "/students/ann/map.cu:2:5: note: candidate function not viable\nint f(int, int);\n"
             "map.cu:4:1: note: another\n") ==
        "E map.cu:9:3 no matching function for call to 'f' | map.cu:2:5: candidate function not "
        "viable\n");
  CHECK(read("t.cuh(2): error: expression must have class type\n    x.size();\n    ^\n"
             "          detected during instantiation of \"T f(T) [with T=int]\" at line 4 of "
             "map.cu\n\n") ==
        "E t.cuh:2:3 expression must have class type | detected during instantiation of \"T f(T) "
        "[with T=int]\" at line 4 of map.cu\n");
}

TEST_CASE("a message said twice is kept once", "[toolchain][messages]") {
  CHECK(read("a.cu(2): warning #549-D: x\n\na.cu(2): warning #549-D: x\n\na.cu(3): error: x\n") ==
        "W a.cu:2 x\nE a.cu:3 x\n");
}

TEST_CASE("hostile output is bounded and clean", "[toolchain][messages]") {
  const std::string brackets(1 << 20, '(');
  std::string colons;
  for (int i = 0; i < 200000; ++i) colons += "): ";
  CHECK(read(brackets + "): error: x\n" + colons + "\n").empty());
  const auto bytes = toolchain::parse_messages("a.cu:1:1: error: \xff\x01 text\n", "/s");
  REQUIRE(bytes.size() == 1);
  CHECK(bytes[0].diagnostic.message == "?? text");
  const auto longest =
      toolchain::parse_messages("a.cu:1:1: error: " + std::string(100000, 'x') + "\n", "/s");
  REQUIRE(longest.size() == 1);
  CHECK(longest[0].diagnostic.message.size() < 1100);
  std::string many;
  for (int i = 0; i < 5000; ++i) many += "a.cu:" + std::to_string(i + 1) + ":1: error: x\n";
  CHECK(toolchain::parse_messages(many, "/s").size() == 200);
}

TEST_CASE("messages are chosen by severity", "[toolchain][messages]") {
  const auto all = toolchain::parse_messages("a.cu:1:1: warning: w\na.cu:2:1: error: e\n", "/s");
  REQUIRE(of_severity(all, Severity::Error).size() == 1);
  CHECK(of_severity(all, Severity::Error)[0].message == "e");
  CHECK(of_severity(all, Severity::Warning)[0].message == "w");
}

TEST_CASE("names of our own files and of architectures are left out of what is shown",
          "[toolchain][messages]") {
  CHECK(toolchain::without_ours("In file included from <built-in>:2:\nmap.cu:16:22: error: x\n"
                                "1 error generated when compiling for sm_70.\n") ==
        "map.cu:16:22: error: x\n1 error generated.\n");
  CHECK(toolchain::without_ours("2 errors detected in the compilation of \"program.shim.cu\".\n") ==
        "2 errors detected.\n");
  const std::string theirs = "In file included from map.cu:3:\nmine.h:1: error: in sm_70\n";
  CHECK(toolchain::without_ours(theirs) == theirs);
  const std::string endless(1 << 20, 'x');
  CHECK(toolchain::without_ours(endless) == endless);
}
