// SPDX-License-Identifier: MIT
#include "course/expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <set>

#include "base/text.h"

namespace course {

/// One node of the tree. `op` says which of the fields are used.
struct ExpressionNode {
  enum class Op { Constant, Variable, Element, Negate, Binary, Call, List };
  Op op = Op::Constant;
  VariableValue constant;
  std::string name;  // of a variable or function; the sign of a Binary
  std::vector<std::shared_ptr<const ExpressionNode>> children;
  std::string text;
  base::SourceLocation where;
};

namespace {

using Node = ExpressionNode;
using NodePtr = std::shared_ptr<const Node>;

constexpr int kMaxDepth = 100;
constexpr std::size_t kMaxLength = 1000;
const std::vector<std::string> kFunctions = {"ceil_div", "min", "max", "product", "length", "sum"};

base::Diagnostic problem(const base::SourceLocation& where, std::string message,
                         std::string hint = {}) {
  return {where, std::move(message), std::move(hint)};
}

/// Recursive descent over the text; stops at the first error.
class Parser {
 public:
  Parser(std::string_view text, const base::SourceLocation& where) : text_(text), where_(where) {}

  base::Result<NodePtr> parse() {
    if (text_.size() > kMaxLength)
      return problem(where_, fmt::format("an expression of {} characters", text_.size()),
                     fmt::format("at most {}", kMaxLength));
    NodePtr root = sum();
    skip_blanks();
    if (!error_ && at_ < text_.size()) fail(fmt::format("unexpected '{}'", text_[at_]));
    if (error_) return *error_;
    return root;
  }

 private:
  void fail(std::string message, std::string hint = {}) {
    if (error_) return;
    error_ =
        problem(where_, fmt::format("{} in the expression '{}'", message, text_), std::move(hint));
  }
  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }
  char peek() {
    skip_blanks();
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(char sign) {
    if (peek() != sign) return false;
    ++at_;
    return true;
  }
  void expect(char sign) {
    if (take(sign)) return;
    fail(at_ < text_.size() ? fmt::format("'{}' expected before '{}'", sign, text_[at_])
                            : fmt::format("'{}' missing at the end", sign));
  }
  NodePtr make(Node::Op op, std::string name, std::vector<NodePtr> children) const {
    auto node = std::make_shared<Node>();
    node->op = op;
    node->name = std::move(name);
    node->children = std::move(children);
    node->where = where_;
    return node;
  }

  NodePtr sum() {
    NodePtr left = term();
    while (!error_ && (peek() == '+' || peek() == '-')) {
      const std::string sign(1, text_[at_++]);
      left = make(Node::Op::Binary, sign, {left, term()});
    }
    return left;
  }
  NodePtr term() {
    NodePtr left = unary();
    while (!error_ && (peek() == '*' || peek() == '/' || peek() == '%')) {
      const std::string sign(1, text_[at_++]);
      left = make(Node::Op::Binary, sign, {left, unary()});
    }
    return left;
  }
  NodePtr unary() {
    if (++depth_ > kMaxDepth) fail("too many levels");
    NodePtr result;
    if (error_) {
      result = make(Node::Op::Constant, "", {});
    } else if (take('-')) {
      result = make(Node::Op::Negate, "", {unary()});
    } else {
      result = postfix();
    }
    --depth_;
    return result;
  }
  NodePtr postfix() {
    NodePtr value = primary();
    while (!error_ && take('[')) {
      NodePtr index = sum();
      expect(']');
      value = make(Node::Op::Element, "", {value, index});
    }
    return value;
  }
  NodePtr primary() {
    const char next = peek();
    if (take('(')) {
      NodePtr inner = sum();
      expect(')');
      return inner;
    }
    if (take('[')) return make(Node::Op::List, "", arguments(']'));
    if ((next >= '0' && next <= '9') || next == '.') return literal();
    if (is_letter(next)) return name();
    fail(next == '\0' ? "something is missing at the end" : fmt::format("unexpected '{}'", next));
    return make(Node::Op::Constant, "", {});
  }
  std::vector<NodePtr> arguments(char closing) {
    std::vector<NodePtr> list;
    if (take(closing)) return list;
    do list.push_back(sum());
    while (!error_ && take(','));
    expect(closing);
    return list;
  }
  static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }
  NodePtr name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() &&
           (is_letter(text_[at_]) || (text_[at_] >= '0' && text_[at_] <= '9')))
      ++at_;
    std::string word(text_.substr(begin, at_ - begin));
    if (!take('(')) return make(Node::Op::Variable, std::move(word), {});
    if (std::find(kFunctions.begin(), kFunctions.end(), word) == kFunctions.end())
      fail(fmt::format("unknown function '{}'", word), base::did_you_mean(word, kFunctions));
    std::vector<NodePtr> list = arguments(')');
    const bool of_list = word == "product" || word == "sum" || word == "length";
    if (of_list ? list.size() != 1 : word == "ceil_div" ? list.size() != 2 : list.size() < 2)
      fail(fmt::format("{} takes {}", word,
                       of_list              ? "one list"
                       : word == "ceil_div" ? "two numbers"
                                            : "two or more numbers"));
    return make(Node::Op::Call, std::move(word), std::move(list));
  }
  NodePtr literal() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_number_part(begin)) ++at_;
    const std::string_view digits = text_.substr(begin, at_ - begin);
    const bool whole = digits.find_first_of(".eE") == std::string_view::npos;
    auto node = std::make_shared<Node>();
    node->where = where_;
    std::int64_t integer = 0;
    double real = 0;
    const char* const end = digits.data() + digits.size();
    const auto read = whole ? std::from_chars(digits.data(), end, integer)
                            : std::from_chars(digits.data(), end, real);
    if (read.ec != std::errc() || read.ptr != end) fail(fmt::format("'{}' is no number", digits));
    if (whole) {
      node->constant = integer;
    } else {
      node->constant = real;
    }
    return node;
  }
  bool is_number_part(std::size_t begin) const {
    const char c = text_[at_];
    if ((c >= '0' && c <= '9') || c == '.' || is_letter(c)) return true;
    return (c == '+' || c == '-') && at_ > begin &&
           (text_[at_ - 1] == 'e' || text_[at_ - 1] == 'E');
  }

  std::string_view text_;
  base::SourceLocation where_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::optional<base::Diagnostic> error_;
};

/// Evaluates; the first error wins and every later value is meaningless.
class Evaluator {
 public:
  Evaluator(const Variables& variables, std::string_view whole)
      : variables_(variables), whole_(whole) {}

  VariableValue of(const Node& node) {
    switch (node.op) {
      case Node::Op::Constant:
        return node.constant;
      case Node::Op::Variable:
        return variable(node);
      case Node::Op::Element:
        return element(node);
      case Node::Op::Negate:
        return negate(node);
      case Node::Op::Binary:
        return binary(node, of(*node.children[0]), of(*node.children[1]));
      case Node::Op::Call:
        return call(node);
      case Node::Op::List: {
        IntList list;
        for (const NodePtr& child : node.children) list.push_back(integer(*child));
        return list;
      }
    }
    return std::int64_t{0};
  }

  std::optional<base::Diagnostic> error;

 private:
  VariableValue fail(const Node& node, std::string message, std::string hint = {}) {
    if (!error)
      error = problem(node.where, fmt::format("{} in the expression '{}'", message, whole_),
                      std::move(hint));
    return std::int64_t{0};
  }
  std::int64_t integer(const Node& node) {
    const VariableValue value = of(node);
    if (const auto* number = std::get_if<std::int64_t>(&value)) return *number;
    fail(node, fmt::format("an integer is needed instead of {}", to_string(value)));
    return 0;
  }
  IntList list(const Node& node) {
    VariableValue value = of(node);
    if (auto* found = std::get_if<IntList>(&value)) return std::move(*found);
    fail(node, fmt::format("a list is needed instead of {}", to_string(value)));
    return {};
  }
  VariableValue variable(const Node& node) {
    const auto found = variables_.find(node.name);
    if (found != variables_.end()) return found->second;
    std::vector<std::string> names;
    for (const auto& [name, value] : variables_) names.push_back(name);
    return fail(node, fmt::format("unknown variable '{}'", node.name),
                base::did_you_mean(node.name, names));
  }
  VariableValue element(const Node& node) {
    const IntList values = list(*node.children[0]);
    std::int64_t index = integer(*node.children[1]);
    if (error) return std::int64_t{0};
    const auto size = static_cast<std::int64_t>(values.size());
    const std::int64_t wanted = index;
    if (index < 0) index += size;
    if (index < 0 || index >= size)
      return fail(node, fmt::format("element {} of a list of {}", wanted, size));
    return values[static_cast<std::size_t>(index)];
  }
  VariableValue negate(const Node& node) {
    const VariableValue value = of(*node.children[0]);
    if (const auto* real = std::get_if<double>(&value)) return -*real;
    return binary(node, std::int64_t{0}, value);
  }
  VariableValue binary(const Node& node, const VariableValue& left, const VariableValue& right) {
    if (error) return std::int64_t{0};
    if (std::holds_alternative<IntList>(left) || std::holds_alternative<IntList>(right))
      return fail(node,
                  fmt::format("a list where a number is needed: {}",
                              to_string(std::holds_alternative<IntList>(left) ? left : right)),
                  "product(list), sum(list) or list[i] make a number");
    const char sign = node.name.empty() ? '-' : node.name[0];
    if (std::holds_alternative<double>(left) || std::holds_alternative<double>(right))
      return reals(node, sign, real(left), real(right));
    return integers(node, sign, std::get<std::int64_t>(left), std::get<std::int64_t>(right));
  }
  static double real(const VariableValue& value) {
    if (const auto* number = std::get_if<std::int64_t>(&value)) return static_cast<double>(*number);
    return std::get<double>(value);
  }
  VariableValue reals(const Node& node, char sign, double left, double right) {
    switch (sign) {
      case '+':
        return left + right;
      case '-':
        return left - right;
      case '*':
        return left * right;
      case '/':
        if (right == 0) return fail(node, "division by 0");
        return left / right;
      default:
        return fail(node, "% takes integers only");
    }
  }
  VariableValue integers(const Node& node, char sign, std::int64_t left, std::int64_t right) {
    std::int64_t result = 0;
    bool overflow = false;
    if (sign == '/' || sign == '%') {
      if (right == 0) return fail(node, "division by 0");
      if (left == std::numeric_limits<std::int64_t>::min() && right == -1) {
        overflow = true;
      } else {
        result = sign == '/' ? left / right : left % right;
      }
    } else if (sign == '+') {
      overflow = __builtin_add_overflow(left, right, &result);
    } else if (sign == '-') {
      overflow = __builtin_sub_overflow(left, right, &result);
    } else {
      overflow = __builtin_mul_overflow(left, right, &result);
    }
    if (overflow) return fail(node, "a result beyond 64 bits");
    return result;
  }
  VariableValue call(const Node& node) {
    if (node.name == "length") return static_cast<std::int64_t>(list(*node.children[0]).size());
    if (node.name == "product" || node.name == "sum") {
      const bool product = node.name == "product";
      VariableValue total = std::int64_t{product ? 1 : 0};
      for (const std::int64_t factor : list(*node.children[0]))
        if (!error)
          total = integers(node, product ? '*' : '+', std::get<std::int64_t>(total), factor);
      return total;
    }
    if (node.name == "ceil_div") return ceil_div(node);
    return extreme(node);
  }
  VariableValue ceil_div(const Node& node) {
    const std::int64_t top = integer(*node.children[0]);
    const std::int64_t bottom = integer(*node.children[1]);
    if (error) return std::int64_t{0};
    if (bottom <= 0) return fail(node, fmt::format("ceil_div by {}", bottom));
    const std::int64_t quotient = top / bottom;
    return quotient + (top % bottom > 0 ? 1 : 0);
  }
  VariableValue extreme(const Node& node) {
    VariableValue best = of(*node.children[0]);
    for (std::size_t i = 0; i < node.children.size() && !error; ++i) {
      const VariableValue next = of(*node.children[i]);
      if (std::holds_alternative<IntList>(next) || std::holds_alternative<IntList>(best))
        return fail(node, node.name + " takes numbers, not lists");
      const bool less = std::holds_alternative<double>(next) || std::holds_alternative<double>(best)
                            ? real(next) < real(best)
                            : std::get<std::int64_t>(next) < std::get<std::int64_t>(best);
      if (node.name == "min" ? less : !less) best = next;
    }
    return best;
  }

  const Variables& variables_;
  std::string_view whole_;
};

void collect(const Node& node, std::set<std::string>& names) {
  if (node.op == Node::Op::Variable) names.insert(node.name);
  for (const NodePtr& child : node.children) collect(*child, names);
}

base::Diagnostic wrong_type(const Expression& expression, const char* wanted,
                            const VariableValue& value) {
  return problem(expression.where(), fmt::format("'{}' is {}, but {} is needed", expression.text(),
                                                 to_string(value), wanted));
}

}  // namespace

std::string to_string(const VariableValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return std::to_string(*integer);
  if (const auto* real = std::get_if<double>(&value)) return fmt::format("{}", *real);
  return fmt::format("[{}]", fmt::join(std::get<IntList>(value), ", "));
}

Expression::Expression(VariableValue constant, base::SourceLocation where) {
  auto node = std::make_shared<Node>();
  node->where = std::move(where);
  node->text = to_string(constant);
  node->constant = std::move(constant);
  root_ = std::move(node);
}

base::Result<Expression> Expression::parse(std::string_view text,
                                           const base::SourceLocation& where) {
  base::Result<NodePtr> tree = Parser(text, where).parse();
  if (!tree) return tree.errors();
  auto root = std::make_shared<Node>(**tree);
  root->text = std::string(text);
  return Expression(std::move(root));
}

Expression Expression::list(std::vector<Expression> elements, const base::SourceLocation& where) {
  auto node = std::make_shared<Node>();
  node->op = Node::Op::List;
  node->where = where;
  std::vector<std::string> texts;
  for (Expression& element : elements) {
    texts.push_back(element.text());
    node->children.push_back(element.root_);
  }
  node->text = fmt::format("[{}]", fmt::join(texts, ", "));
  return Expression(std::move(node));
}

base::Result<VariableValue> Expression::evaluate(const Variables& variables) const {
  Evaluator evaluator(variables, root_->text);
  VariableValue value = evaluator.of(*root_);
  if (evaluator.error) return *evaluator.error;
  return value;
}

base::Result<std::int64_t> Expression::integer(const Variables& variables) const {
  base::Result<VariableValue> value = evaluate(variables);
  if (!value) return value.errors();
  if (const auto* number = std::get_if<std::int64_t>(&*value)) return *number;
  return wrong_type(*this, "an integer", *value);
}

base::Result<double> Expression::number(const Variables& variables) const {
  base::Result<VariableValue> value = evaluate(variables);
  if (!value) return value.errors();
  if (const auto* real = std::get_if<double>(&*value)) return *real;
  if (const auto* integer = std::get_if<std::int64_t>(&*value))
    return static_cast<double>(*integer);
  return wrong_type(*this, "a number", *value);
}

base::Result<IntList> Expression::list_of(const Variables& variables) const {
  base::Result<VariableValue> value = evaluate(variables);
  if (!value) return value.errors();
  if (const auto* list = std::get_if<IntList>(&*value)) return *list;
  if (const auto* integer = std::get_if<std::int64_t>(&*value)) return IntList{*integer};
  return wrong_type(*this, "a list of integers", *value);
}

std::vector<std::string> Expression::variables() const {
  std::set<std::string> names;
  collect(*root_, names);
  return {names.begin(), names.end()};
}

const std::string& Expression::text() const {
  return root_->text;
}
const base::SourceLocation& Expression::where() const {
  return root_->where;
}

}  // namespace course
