// SPDX-License-Identifier: MIT
/// \file
/// The keys of exercise.toml in one table: the reader checks files by it, and the JSON schema for
/// editors is made from it. docs/formats/exercise_toml.md describes the same keys (a test
/// compares). Tested by keys_test.cpp.
#pragma once

#include <string>
#include <vector>

namespace course {

/// What may stand as the value of a key.
enum class KeyShape {
  Text,        ///< any text
  Identifier,  ///< a C++ identifier
  SnakeName,   ///< lower-case letters, digits, underscores
  Choice,      ///< one of `choices`
  Choices,     ///< array of `choices`
  Texts,       ///< array of texts
  Integer,
  Number,
  Numbers,
  Boolean,
  IntExpression,     ///< integer, or text with an expression
  NumExpression,     ///< number, or text with an expression
  ListExpression,    ///< array of integers and texts, or text with an expression
  Strides,           ///< one of `choices`, or ListExpression
  Allowed,           ///< one of `choices`, or IntExpression
  VariableTable,     ///< table of integers, floats and arrays of integers
  Table,             ///< a table of kind `table`
  Tables,            ///< array of tables
  TableMap,          ///< table whose values are tables of kind `table`
  ChoiceOrTable,     ///< one of `choices`, or a table of kind `table`
  ChoiceOrTableMap,  ///< table whose values are ChoiceOrTable
  ChoiceMap,         ///< table whose keys are `keys` and whose values are `choices`
  Answer,            ///< number, text with a constant expression, or array of integers
};

/// The kinds of tables.
enum class TableKind {
  Exercise,
  Hidden,
  Requires,
  Entry,
  Parameter,
  View,
  Fill,
  Tolerance,
  Case,
  Grading,
  Budget,
  Severity,
  Copies,
  Hint,
  When,
  Question,
};

/// One key of a table.
struct Key {
  std::string name;                       ///< as it is written
  KeyShape shape = KeyShape::Text;        ///< what may stand as its value
  std::string meaning;                    ///< for people
  bool required = false;                  ///< is its lack an error?
  TableKind table = TableKind::Exercise;  ///< of the table shapes
  std::vector<std::string> choices = {};  ///< of the shapes with choices
  std::vector<std::string> keys = {};     ///< ChoiceMap
};

/// The name of a table in messages: "[[entry.parameter]]".
const char* table_name(TableKind kind);

/// The keys of a kind of table.
const std::vector<Key>& keys_of(TableKind kind);

/// The names of these keys.
std::vector<std::string> key_names(TableKind kind);

}  // namespace course
