// SPDX-License-Identifier: MIT
#include "course/expression.h"

#include <catch2/catch.hpp>

using Catch::Matchers::Contains;

namespace {

const course::Variables kVariables = {{"n", std::int64_t{33}},
                                      {"rate", 0.5},
                                      {"shape", course::IntList{3, 4, 5}},
                                      {"none", course::IntList{}}};

/// The value as text, or "error: message [hint]".
std::string check(const std::string& text) {
  const base::SourceLocation where{"exercise.toml", 7, 0};
  const auto parsed = course::Expression::parse(text, where);
  const auto value = parsed.ok() ? parsed->evaluate(kVariables)
                                 : base::Result<course::VariableValue>(parsed.errors());
  if (value.ok()) return course::to_string(*value);
  CHECK(value.errors().front().where == where);
  return "error: " + value.errors().front().message + " [" + value.errors().front().hint + "]";
}

}  // namespace

TEST_CASE("expressions follow C++'s precedence and integer division", "[course][expression]") {
  auto [text, value] = GENERATE(table<std::string, std::string>({
      {"1 + 2 * 3", "7"},
      {"(1 + 2) * 3", "9"},
      {"10 - 4 - 3", "3"},
      {"-n / 2", "-16"},
      {"n % 32", "1"},
      {"2*-3", "-6"},
      {"--3", "3"},
      {"ceil_div(n, 32)", "2"},
      {"ceil_div(32, 32)", "1"},
      {"ceil_div(0, 32)", "0"},
      {"min(n, 5, 7)", "5"},
      {"max(n, 5)", "33"},
      {"max(1, 1.5)", "1.5"},
      {"product(shape)", "60"},
      {"product(none)", "1"},
      {"sum(shape)", "12"},
      {"length(shape)", "3"},
      {"shape[0] + shape[-1]", "8"},
      {"[n, shape[1], 1]", "[33, 4, 1]"},
      {"[]", "[]"},
      {"shape", "[3, 4, 5]"},
      {"n * rate", "16.5"},
      {"1 / 2", "0"},
      {"1 / 2.0", "0.5"},
      {"1e-3 * 2", "0.002"},
      {"9223372036854775807", "9223372036854775807"},
  }));
  CAPTURE(text);
  CHECK(check(text) == value);
}

TEST_CASE("what cannot be computed is a diagnostic", "[course][expression]") {
  auto [text, message] = GENERATE(table<std::string, std::string>({
      {"", "missing at the end"},
      {"1 +", "missing at the end"},
      {"(1", "')' missing"},
      {"1 2", "unexpected '2'"},
      {"shap[0]", "unknown variable 'shap' in the expression 'shap[0]' [did you mean 'shape'?]"},
      {"ceildiv(1, 2)", "did you mean 'ceil_div'?"},
      {"ceil_div(1)", "ceil_div takes two numbers"},
      {"min(1)", "two or more"},
      {"product(n)", "a list is needed instead of 33"},
      {"shape * 2", "product(list)"},
      {"shape[3]", "element 3 of a list of 3"},
      {"shape[-4]", "element -4"},
      {"shape[rate]", "an integer is needed"},
      {"1 / 0", "division by 0"},
      {"1 % 0", "division by 0"},
      {"1.0 / 0", "division by 0"},
      {"ceil_div(1, 0)", "ceil_div by 0"},
      {"9223372036854775807 + 1", "beyond 64 bits"},
      {"4294967296 * 4294967296", "beyond 64 bits"},
      {"92233720368547758070", "is no number"},
      {"12abc", "is no number"},
      {"n; n", "unexpected ';'"},
  }));
  CAPTURE(text);
  CHECK_THAT(check(text), Contains(message) && Contains("error: "));
}

TEST_CASE("deep nesting ends with a diagnostic, not with a crash", "[course][expression]") {
  CHECK_THAT(check(std::string(900, '(') + "1"), Contains("too many levels"));
  CHECK_THAT(check(std::string(900, '-') + "1"), Contains("too many levels"));
  CHECK_THAT(check(std::string(100000, '1')), Contains("100000 characters"));
}

TEST_CASE("an expression names its variables once and sorted", "[course][expression]") {
  const auto parsed = course::Expression::parse("n + shape[n] * rate", {});
  REQUIRE(parsed.ok());
  CHECK(parsed->variables() == std::vector<std::string>{"n", "rate", "shape"});
}

TEST_CASE("a place for an integer refuses a float", "[course][expression]") {
  const auto parsed = course::Expression::parse("rate", {});
  REQUIRE(parsed.ok());
  CHECK_FALSE(parsed->integer(kVariables).ok());
  CHECK(parsed->number(kVariables).value() == 0.5);
  CHECK_FALSE(parsed->list_of(kVariables).ok());
  CHECK(course::Expression(course::VariableValue{std::int64_t{5}}).list_of({}).value() ==
        course::IntList{5});
}
