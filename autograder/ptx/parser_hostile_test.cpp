// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>
#include <chrono>
#include <random>
#include <string>

#include "base/files.h"
#include "ptx/parser.h"
#include "ptx/printer.h"

namespace {

using namespace ptx;

std::string sample(const char* name) {
  return base::read_file(std::string(PTX_SAMPLES) + "/" + name).value();
}

bool complains(const ParseResult& result) {
  if (!result.diagnostics.empty()) return true;
  return std::ranges::any_of(result.module.functions,
                             [](const Function& function) { return !function.problems.empty(); });
}

double seconds(const std::string& text) {
  const auto start = std::chrono::steady_clock::now();
  static_cast<void>(parse_module(text, "test.ptx"));
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::string repeat(std::string_view part, std::size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += part;
  return text;
}

constexpr const char* kHead = ".version 9.0\n.target sm_75\n.address_size 64\n";
constexpr std::size_t kMegabyte = 1 << 20;
constexpr double kLimit = 5;  // seconds; generous, since quadratic time would take minutes

TEST_CASE("a module that is cut off anywhere inside a function is complained about") {
  const std::string text = sample("forms.ptx");
  const std::size_t begin = text.find('{', text.find(".visible .entry forms"));
  const std::size_t end = text.rfind('}');
  REQUIRE(begin < end);
  for (std::size_t length = 0; length < text.size(); ++length) {
    const ParseResult result = parse_module(text.substr(0, length), "cut.ptx");
    if (length > begin && length <= end) {
      INFO(length);
      CHECK(complains(result));
    }
  }
}

TEST_CASE("random changes to a module never upset parser or printer") {
  std::mt19937 random(7);
  const std::string samples[] = {sample("forms.ptx"), sample("calls_nvcc.ptx"),
                                 sample("stencil_clang.ptx")};
  constexpr std::string_view letters = "{}[](),;.:+-<>|@!%$_09aZ\n \"/*";
  for (int round = 0; round < 300; ++round) {
    std::string text = samples[static_cast<std::size_t>(round) % 3];
    for (int change = 0; change < 4; ++change) {
      const std::size_t at = random() % text.size();
      if (change % 2 == 0) {
        text[at] = letters[random() % letters.size()];
      } else {
        text.insert(at, text.substr(random() % text.size(), random() % 40));
      }
    }
    const ParseResult result = parse_module(text, "changed.ptx");
    const std::string printed = print_module(result.module);
    CHECK_FALSE(parse_module(printed, "printed.ptx").fatal);
  }
}

TEST_CASE("a megabyte of anything is read quickly") {
  std::mt19937 random(1);
  std::string noise(kMegabyte, ' ');
  for (char& c : noise) c = static_cast<char>(random() & 0xFF);
  const std::string kernel = std::string(kHead) + ".visible .entry k() {\n.reg .b32 %r<9>;\n";
  const std::string texts[] = {
      noise,
      kHead + noise,
      kernel + noise,
      kHead + repeat("{", kMegabyte),
      kernel + repeat("{", kMegabyte),
      kernel + repeat("{ L: bra L; ", kMegabyte),
      kernel + repeat("bra L;\n", kMegabyte) + "}",
      kernel + repeat("add.s32 %r1, %r2, ", kMegabyte),
      kernel + repeat("%r1 ", kMegabyte),
      kernel + "add" + repeat(".s32", kMegabyte) + " %r1;}",
      kernel + "mov.u32 %r1, " + repeat("(", kMegabyte),
      kernel + "mov.u32 %r1, " + repeat("1+", kMegabyte),
      kernel + "mov.u32 %r1, " + repeat("-", kMegabyte),
      kernel + "st.v4.b32 [%r1], {" + repeat("1,", kMegabyte),
      kernel + repeat("/*", kMegabyte),
      kernel + repeat("\"", kMegabyte),
      kernel + repeat(".reg .b32 %x<1073741824>;{", kMegabyte),
      kHead + repeat(".global .b8 a[1099511627776];", kMegabyte),
      kHead + (".global .b8 a[1099511627776] = {" + repeat("{},", kMegabyte)),
      kHead + (".global .b8 a[1048576][1048576] = {" + repeat("{1},", kMegabyte) + "};"),
      kHead + repeat(".func f(.param .b32 a);", kMegabyte),
      kHead + repeat(".file 65535 \"x\"\n.loc 1 1 1\n", kMegabyte),
      kHead + (".func f(" + repeat(".param .b32 a,", kMegabyte)),
      kernel + repeat("call f;", kMegabyte),
  };
  for (const std::string& text : texts) {
    INFO(text.substr(0, 120) << " ... " << text.substr(std::min<std::size_t>(90, text.size()), 60));
    CHECK(seconds(text) < kLimit);
  }
}

TEST_CASE("a chain of inlined calls cannot be made endless") {
  std::string text = std::string(kHead) + ".visible .entry k() {\n";
  for (int i = 1; i < 2000; ++i) {
    text += ".loc 1 " + std::to_string(i) + " 1, inlined_at 1 " + std::to_string(i - 1) + " 1\n";
  }
  const ParseResult result = parse_module(text + "ret; }\n", "chain.ptx");
  for (std::size_t i = 0; i < result.module.lines.size(); ++i) {
    const std::uint32_t outer = result.module.lines[i].inlined_at;
    CHECK((outer == kNoId || outer < i));
  }
}

}  // namespace
