// SPDX-License-Identifier: MIT
#include "ptx/source.h"

#include <catch2/catch.hpp>

namespace {

using namespace ptx;

Module sample() {
  Module module;
  module.files = {"", "student.cu", "/usr/include/header.h"};
  module.lines = {
      {1, 10, 1, kNoId, ""},  // 0: in the student's file
      {2, 50, 1, 0, "f"},     // 1: header inlined there
      {2, 60, 1, 1, "g"},     // 2: header inlined in the header
      {2, 70, 1, kNoId, ""},  // 3: header, caller unknown (clang)
      {1, 0, 0, kNoId, ""},   // 4: line 0 (clang)
      {1, 20, 1, 0, "s"},     // 5: student's device function, inlined at 10
      {9, 1, 1, kNoId, ""},   // 6: a file that was never named
  };
  return module;
}

bool is_student(std::string_view path) {
  return path == "student.cu";
}

TEST_CASE("the innermost line in the student's file is found outwards") {
  const Module module = sample();
  const StudentLines lines(module, is_student);
  CHECK(lines.innermost(0) == 0);
  CHECK(lines.innermost(1) == 0);
  CHECK(lines.innermost(2) == 0);
  CHECK(lines.innermost(5) == 5);
  for (const std::uint32_t line : {3U, 4U, 6U, 100U, kNoId}) {
    INFO(line);
    CHECK(lines.innermost(line) == kNoId);
  }
}

TEST_CASE("an instruction without a student's line has the last one before it") {
  const Module module = sample();
  const StudentLines lines(module, is_student);
  Function function;
  for (const std::uint32_t line : {kNoId, 3U, 5U, 3U, 4U, 2U, 6U}) {
    Instruction in;
    in.line = line;
    function.instructions.push_back(in);
  }
  CHECK(lines.of(function) == std::vector<std::uint32_t>{5, 5, 5, 5, 5, 0, 0});
}

TEST_CASE("a function without any student's line says so") {
  const Module module = sample();
  const StudentLines lines(module, is_student);
  Function function;
  function.instructions.resize(2);
  function.instructions[0].line = 3;
  CHECK(lines.of(function) == std::vector<std::uint32_t>{kNoId, kNoId});
  CHECK(lines.of(Function()).empty());
}

TEST_CASE("calls that lead round in a circle end") {
  Module module = sample();
  module.lines[3].inlined_at = 3;
  CHECK(StudentLines(module, is_student).innermost(3) == kNoId);
}

}  // namespace
