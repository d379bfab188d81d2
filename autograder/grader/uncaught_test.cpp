// SPDX-License-Identifier: MIT
#include "grader/uncaught.h"

#include <catch2/catch.hpp>

using grader::uncaught_exception;

TEST_CASE("an exception that nobody caught is told with its type and text", "[grader][uncaught]") {
  CHECK(uncaught_exception("hello\nterminate called after throwing an instance of "
                           "'std::runtime_error'\n  what():  no such file\n") ==
        "an exception of type std::runtime_error was not caught: no such file");
  CHECK(uncaught_exception("terminate called after throwing an instance of 'int'\n") ==
        "an exception of type int was not caught");
  CHECK(uncaught_exception("libc++abi: terminating due to uncaught exception of type int\n") ==
        "an exception of type int was not caught");
}

TEST_CASE("the last exception counts, and one that is cut off has what is there",
          "[grader][uncaught]") {
  const std::string one = "terminate called after throwing an instance of 'A'\n  what():  one\n";
  CHECK(uncaught_exception(one + "terminate called after throwing an instance of 'B'\nmore\n") ==
        "an exception of type B was not caught");
  CHECK(uncaught_exception("terminate called after throwing an instance of 'std::ba") ==
        "an exception of type std::ba was not caught");
  CHECK(
      uncaught_exception("terminate called after throwing an instance of " + std::string(5000, 'x'))
          .size() < 400);
}

TEST_CASE("a program that ended otherwise has no such exception", "[grader][uncaught]") {
  CHECK(uncaught_exception("").empty());
  CHECK(uncaught_exception("terminate called without an active exception\n").empty());
  CHECK(uncaught_exception("  what():  x\n").empty());
}
