// SPDX-License-Identifier: MIT
/// \file
/// One table of a TOML file, checked against the keys that it may have (keys.h).
///
/// Part of the reader: only reader*.cpp include it. Tested by reader_test.cpp.
#pragma once

#include <toml++/toml.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "course/expression.h"
#include "course/keys.h"

namespace course {

/// Where a file's problems are collected.
struct ReadContext {
  std::string file;                         ///< for messages
  std::vector<base::Diagnostic>& problems;  ///< found so far

  /// Adds a problem.
  void report(const base::SourceLocation& where, std::string message, std::string hint = {}) {
    problems.push_back({where, std::move(message), std::move(hint)});
  }
};

/// A table. The constructor reports unknown keys, missing ones and values of the wrong shape;
/// afterwards each getter gives the value, or nothing where it is absent or was wrong.
class TableReader {
 public:
  /// Checks the table against the keys of its kind.
  TableReader(const toml::table& table, TableKind kind, ReadContext& context);

  /// Is the key there?
  bool has(std::string_view key) const { return table_.contains(key); }
  /// The table's own place.
  base::SourceLocation where() const { return place(table_.source()); }
  /// The place of a key, or of the table where the key is absent.
  base::SourceLocation where(std::string_view key) const;

  /// A text.
  std::string text(std::string_view key, std::string_view otherwise = {}) const;
  /// An integer.
  std::optional<std::int64_t> integer(std::string_view key) const;
  /// An integer or a float.
  std::optional<double> number(std::string_view key) const;
  /// True or false.
  bool boolean(std::string_view key, bool otherwise) const;
  /// An array of texts.
  std::vector<std::string> texts(std::string_view key) const;
  /// An array of numbers.
  std::vector<double> numbers(std::string_view key) const;
  /// An array of integers.
  std::vector<std::int64_t> integers(std::string_view key) const;
  /// An expression of any shape; an array is a list.
  std::optional<Expression> expression(std::string_view key);
  /// A table of variables.
  Variables variables(std::string_view key) const;
  /// A table that is the value of a key, or nullptr.
  const toml::table* table(std::string_view key) const { return table_[key].as_table(); }
  /// The tables of an array.
  std::vector<const toml::table*> tables(std::string_view key) const;
  /// The tables in a table, with their keys.
  std::vector<std::pair<std::string, const toml::node*>> entries(std::string_view key) const;

  /// Where problems are collected.
  ReadContext& context() { return context_; }
  /// Adds a problem at a key.
  void report(std::string_view key, std::string message, std::string hint = {}) {
    context_.report(where(key), std::move(message), std::move(hint));
  }

 private:
  base::SourceLocation place(const toml::source_region& source) const;
  void check_value(const Key& key, const toml::node& node);
  bool fits(const Key& key, const toml::node& node) const;
  std::optional<Expression> expression_of(const toml::node& node);

  const toml::table& table_;
  ReadContext& context_;
};

}  // namespace course
