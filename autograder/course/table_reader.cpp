// SPDX-License-Identifier: MIT
#include "course/table_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace course {
namespace {

bool is_identifier(std::string_view text, bool snake) {
  const auto letter = [snake](char c) {
    return (c >= 'a' && c <= 'z') || (!snake && c >= 'A' && c <= 'Z') || (!snake && c == '_');
  };
  const auto further = [&](char c) { return letter(c) || c == '_' || (c >= '0' && c <= '9'); };
  return !text.empty() && letter(text[0]) && std::all_of(text.begin(), text.end(), further);
}

bool is_one_of(const toml::node& node, const std::vector<std::string>& choices) {
  const auto* text = node.as_string();
  return text != nullptr && std::find(choices.begin(), choices.end(), text->get()) != choices.end();
}

bool is_finite_number(const toml::node& node) {
  if (const auto* real = node.as_floating_point()) return std::isfinite(real->get());
  return node.is_integer();
}

template <class Predicate>
bool array_of(const toml::node& node, Predicate predicate) {
  const auto* array = node.as_array();
  return array != nullptr && std::all_of(array->begin(), array->end(), predicate);
}

bool is_integer(const toml::node& node) {
  return node.is_integer();
}
bool is_text(const toml::node& node) {
  return node.is_string();
}
bool is_table(const toml::node& node) {
  return node.is_table();
}

bool is_list_expression(const toml::node& node) {
  return node.is_string() ||
         array_of(node, [](const toml::node& n) { return n.is_integer() || n.is_string(); });
}

bool is_variable(const toml::node& node) {
  return is_finite_number(node) || array_of(node, is_integer);
}

/// What a value of this shape is, for messages.
std::string described(const Key& key) {
  const std::string choices = fmt::format("one of {}", fmt::join(key.choices, ", "));
  switch (key.shape) {
    case KeyShape::Text:
      return "text";
    case KeyShape::Identifier:
      return "a C++ identifier";
    case KeyShape::SnakeName:
      return "a name of lower-case letters, digits and underscores";
    case KeyShape::Choice:
      return choices;
    case KeyShape::Choices:
      return "an array with " + choices;
    case KeyShape::Texts:
      return "an array of texts";
    case KeyShape::Integer:
      return "an integer";
    case KeyShape::Number:
      return "a number";
    case KeyShape::Numbers:
      return "an array of numbers";
    case KeyShape::Boolean:
      return "true or false";
    case KeyShape::IntExpression:
      return "an integer or a text with an expression";
    case KeyShape::NumExpression:
      return "a number or a text with an expression";
    case KeyShape::ListExpression:
      return "an array of integers and expressions, or a text with an expression";
    case KeyShape::Strides:
      return choices + ", or a list";
    case KeyShape::Allowed:
      return choices + ", an integer or a text with an expression";
    case KeyShape::VariableTable:
      return "a table of integers, floats and arrays of integers";
    case KeyShape::Table:
      return "a table";
    case KeyShape::Tables:
      return "an array of tables, written [[...]]";
    case KeyShape::TableMap:
      return "a table of tables";
    case KeyShape::ChoiceOrTable:
      return choices + ", or a table";
    case KeyShape::ChoiceOrTableMap:
      return "a table whose values are " + choices + ", or tables";
    case KeyShape::ChoiceMap:
      return "a table whose values are " + choices;
    case KeyShape::Answer:
      return "a number, an expression or an array of integers";
  }
  return "";
}

}  // namespace

TableReader::TableReader(const toml::table& table, TableKind kind, ReadContext& context)
    : table_(table), context_(context) {
  const std::vector<Key>& keys = keys_of(kind);
  for (const auto& [name, node] : table) {
    const auto known = std::ranges::find(keys, name.str(), &Key::name);
    if (known != keys.end()) {
      check_value(*known, node);
      continue;
    }
    context_.report(place(name.source()),
                    fmt::format("unknown key '{}' in {}", name.str(), table_name(kind)),
                    base::did_you_mean(name.str(), key_names(kind)));
  }
  for (const Key& key : keys)
    if (key.required && !table.contains(key.name))
      context_.report(where(), fmt::format("{} lacks the key '{}'", table_name(kind), key.name),
                      key.meaning);
}

base::SourceLocation TableReader::place(const toml::source_region& source) const {
  return {context_.file, static_cast<int>(source.begin.line), 0};
}

base::SourceLocation TableReader::where(std::string_view key) const {
  for (const auto& [name, node] : table_)
    if (name.str() == key) return place(name.source());
  return where();
}

void TableReader::check_value(const Key& key, const toml::node& node) {
  const base::SourceLocation at = where(key.name);
  if (!fits(key, node)) {
    std::string hint;
    if (const auto* text = node.as_string()) hint = base::did_you_mean(text->get(), key.choices);
    context_.report(at, fmt::format("'{}' must be {}", key.name, described(key)), hint);
    return;
  }
  if (key.shape != KeyShape::ChoiceMap) return;
  for (const auto& [name, value] : *node.as_table()) {
    const std::string word(name.str());
    if (std::find(key.keys.begin(), key.keys.end(), word) == key.keys.end())
      context_.report(place(name.source()), fmt::format("unknown key '{}' in [{}]", word, key.name),
                      base::did_you_mean(word, key.keys));
  }
}

bool TableReader::fits(const Key& key, const toml::node& node) const {
  const auto choice = [&](const toml::node& n) { return is_one_of(n, key.choices); };
  const auto choice_or_table = [&](const toml::node& n) { return choice(n) || n.is_table(); };
  const auto map_of = [&](const auto& predicate) {
    const auto* table = node.as_table();
    return table != nullptr && std::all_of(table->begin(), table->end(), [&](const auto& item) {
             return predicate(item.second);
           });
  };
  switch (key.shape) {
    case KeyShape::Text:
      return node.is_string();
    case KeyShape::Identifier:
    case KeyShape::SnakeName:
      return node.is_string() &&
             is_identifier(node.as_string()->get(), key.shape == KeyShape::SnakeName);
    case KeyShape::Choice:
      return choice(node);
    case KeyShape::Choices:
      return array_of(node, choice);
    case KeyShape::Texts:
      return array_of(node, is_text);
    case KeyShape::Integer:
      return node.is_integer();
    case KeyShape::Number:
      return is_finite_number(node);
    case KeyShape::Numbers:
      return array_of(node, is_finite_number);
    case KeyShape::Boolean:
      return node.is_boolean();
    case KeyShape::IntExpression:
    case KeyShape::Allowed:
      return node.is_integer() || node.is_string();
    case KeyShape::NumExpression:
      return is_finite_number(node) || node.is_string();
    case KeyShape::ListExpression:
    case KeyShape::Strides:
      return is_list_expression(node);
    case KeyShape::VariableTable:
      return map_of(is_variable);
    case KeyShape::Table:
      return node.is_table();
    case KeyShape::Tables:
      return array_of(node, is_table);
    case KeyShape::TableMap:
      return map_of(is_table);
    case KeyShape::ChoiceOrTable:
      return choice_or_table(node);
    case KeyShape::ChoiceOrTableMap:
      return map_of(choice_or_table);
    case KeyShape::ChoiceMap:
      return map_of(choice);
    case KeyShape::Answer:
      return is_finite_number(node) || node.is_string() || array_of(node, is_integer);
  }
  return false;
}

std::string TableReader::text(std::string_view key, std::string_view otherwise) const {
  return table_[key].value_or(std::string(otherwise));
}

std::optional<std::int64_t> TableReader::integer(std::string_view key) const {
  return table_[key].value_exact<std::int64_t>();
}

std::optional<double> TableReader::number(std::string_view key) const {
  return table_[key].value<double>();
}

bool TableReader::boolean(std::string_view key, bool otherwise) const {
  return table_[key].value_exact<bool>().value_or(otherwise);
}

std::vector<std::string> TableReader::texts(std::string_view key) const {
  std::vector<std::string> list;
  if (const auto* array = table_[key].as_array())
    for (const toml::node& node : *array)
      if (const auto* text = node.as_string()) list.push_back(text->get());
  return list;
}

std::vector<double> TableReader::numbers(std::string_view key) const {
  std::vector<double> list;
  if (const auto* array = table_[key].as_array())
    for (const toml::node& node : *array)
      if (const auto number = node.value<double>()) list.push_back(*number);
  return list;
}

std::vector<std::int64_t> TableReader::integers(std::string_view key) const {
  std::vector<std::int64_t> list;
  if (const auto* array = table_[key].as_array())
    for (const toml::node& node : *array)
      if (const auto* number = node.as_integer()) list.push_back(number->get());
  return list;
}

std::optional<Expression> TableReader::expression_of(const toml::node& node) {
  const base::SourceLocation at = place(node.source());
  if (const auto* integer = node.as_integer()) return Expression(VariableValue{integer->get()}, at);
  if (const auto* real = node.as_floating_point())
    return Expression(VariableValue{real->get()}, at);
  if (const auto* text = node.as_string()) {
    base::Result<Expression> parsed = Expression::parse(text->get(), at);
    if (parsed) return *parsed;
    context_.problems.insert(context_.problems.end(), parsed.errors().begin(),
                             parsed.errors().end());
    return std::nullopt;
  }
  const auto* array = node.as_array();
  if (array == nullptr) return std::nullopt;
  std::vector<Expression> elements;
  for (const toml::node& element : *array) {
    std::optional<Expression> parsed = expression_of(element);
    if (!parsed) return std::nullopt;
    elements.push_back(std::move(*parsed));
  }
  return Expression::list(std::move(elements), at);
}

std::optional<Expression> TableReader::expression(std::string_view key) {
  const toml::node* node = table_.get(key);
  return node == nullptr ? std::nullopt : expression_of(*node);
}

Variables TableReader::variables(std::string_view key) const {
  Variables result;
  const toml::table* table = table_[key].as_table();
  if (table == nullptr) return result;
  for (const auto& [name, node] : *table) {
    const std::string word(name.str());
    if (const auto* integer = node.as_integer()) {
      result[word] = integer->get();
    } else if (const auto* real = node.as_floating_point()) {
      result[word] = real->get();
    } else if (const auto* array = node.as_array()) {
      IntList list;
      for (const toml::node& element : *array) list.push_back(element.value_or(std::int64_t{0}));
      result[word] = std::move(list);
    }
  }
  return result;
}

std::vector<const toml::table*> TableReader::tables(std::string_view key) const {
  std::vector<const toml::table*> list;
  if (const auto* array = table_[key].as_array())
    for (const toml::node& node : *array)
      if (const auto* found = node.as_table()) list.push_back(found);
  return list;
}

std::vector<std::pair<std::string, const toml::node*>> TableReader::entries(
    std::string_view key) const {
  std::vector<std::pair<std::string, const toml::node*>> list;
  if (const toml::table* found = table_[key].as_table())
    for (const auto& [name, node] : *found) list.emplace_back(std::string(name.str()), &node);
  return list;
}

}  // namespace course
