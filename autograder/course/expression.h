// SPDX-License-Identifier: MIT
/// \file
/// Expressions over a case's variables, as exercise.toml writes them: integers, floats and lists of
/// integers, + - * / %, ceil_div, min, max, product, sum, length, list[i].
/// The rules stand in docs/formats/exercise_toml.md. Tested by expression_test.cpp.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"

namespace course {

/// A list of integers: a shape, strides, a grid.
using IntList = std::vector<std::int64_t>;

/// What an expression or a variable is: an integer, a float or a list of integers.
using VariableValue = std::variant<std::int64_t, double, IntList>;

/// The variables of one case by name.
using Variables = std::map<std::string, VariableValue, std::less<>>;

/// "12", "0.5" or "[3, 4]".
std::string to_string(const VariableValue& value);

struct ExpressionNode;

/// A parsed expression. Copies are cheap (the tree is shared and never changes). A default one is
/// the integer 0.
class Expression {
 public:
  Expression() : Expression(VariableValue{std::int64_t{0}}) {}
  /// A constant, written at `where`.
  explicit Expression(VariableValue constant, base::SourceLocation where = {});

  /// Reads an expression; `where` is where its text stands, for messages.
  static base::Result<Expression> parse(std::string_view text, const base::SourceLocation& where);
  /// A list whose elements are expressions, as a TOML array gives it.
  static Expression list(std::vector<Expression> elements, const base::SourceLocation& where);

  /// The value; unknown names, division by 0, overflow and wrong types are diagnostics.
  base::Result<VariableValue> evaluate(const Variables& variables) const;
  /// As evaluate(), for places where only an integer may stand.
  base::Result<std::int64_t> integer(const Variables& variables) const;
  /// As evaluate(), for places where a number may stand.
  base::Result<double> number(const Variables& variables) const;
  /// As evaluate(), for places where a list of integers may stand; a single integer is a list of
  /// one.
  base::Result<IntList> list_of(const Variables& variables) const;

  /// The names of all variables in it, sorted, each once.
  std::vector<std::string> variables() const;
  /// The text as it was written (a constant is printed).
  const std::string& text() const;
  /// Where it was written.
  const base::SourceLocation& where() const;

 private:
  explicit Expression(std::shared_ptr<const ExpressionNode> root) : root_(std::move(root)) {}
  std::shared_ptr<const ExpressionNode> root_;
};

}  // namespace course
