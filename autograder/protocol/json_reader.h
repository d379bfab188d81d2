// SPDX-License-Identifier: MIT
/// \file
/// Takes typed members out of JSON that another process wrote; the first thing that is wrong is
/// kept. For the readers of the run result only. Tested by run_result_test.cpp and trace_test.cpp.
#pragma once

#include <algorithm>
#include <concepts>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "protocol/run_result.h"

namespace protocol {

/// JSON with its keys in the order of writing.
using Json = nlohmann::ordered_json;

/// Takes members out of JSON objects; the first wrong type is kept as the problem.
class JsonReader {
 public:
  explicit JsonReader(const Json& object, std::string path, std::string& problem)
      : object_(object), path_(std::move(path)), problem_(problem) {
    if (!object.is_object()) fail("", "an object");
  }

  /// Members that are not there leave what is in `into`.
  void get(const char* key, std::string& into) {
    const Json* value = find(key);
    if (value == nullptr) return;
    if (!value->is_string()) return fail(key, "a text");
    into = value->get<std::string>();
  }
  void get(const char* key, bool& into) {
    const Json* value = find(key);
    if (value == nullptr) return;
    if (!value->is_boolean()) return fail(key, "true or false");
    into = value->get<bool>();
  }
  template <std::integral T>
  void get(const char* key, T& into) {
    const Json* value = find(key);
    if (value == nullptr) return;
    if (!read_number(*value, into)) fail(key, "an integer in range");
  }
  void get(const char* key, Dim3& into) {
    const Json* value = find(key);
    if (value == nullptr) return;
    if (!value->is_array() || value->size() != 3) return fail(key, "a list of three integers");
    for (std::size_t i = 0; i < 3; ++i) {
      if (!read_number((*value)[i], into[i])) return fail(key, "a list of three integers");
    }
  }
  void get(const char* key, Counters& into) {
    const Json* value = find(key);
    if (value == nullptr) return;
    JsonReader counters(*value, path_ + key + ".", problem_);
    for (const CounterInfo& row : counter_table()) {
      counters.get(std::string(row.name).c_str(), into.*row.member);
    }
  }
  template <class Enum>
  void get(const char* key, Enum& into,
           std::initializer_list<Enum> all) requires std::is_enum_v<Enum> {
    std::string word(to_string(into));
    get(key, word);
    const auto found =
        std::ranges::find_if(all, [&](Enum value) { return to_string(value) == word; });
    if (found == all.end()) return fail(key, "a known word");
    into = *found;
  }
  template <std::integral T>
  void get(const char* key, std::vector<T>& into) {
    const Json* value = find(key);
    if (value == nullptr) return;
    if (!value->is_array()) return fail(key, "a list of integers");
    for (const Json& element : *value) {
      if (!read_number(element, into.emplace_back())) return fail(key, "a list of integers");
    }
  }
  void get(const char* key, std::vector<Dim3>& into) {
    const Json* value = find(key);
    if (value == nullptr) return;
    if (!value->is_array()) return fail(key, "a list of triples");
    for (const Json& element : *value) {
      Dim3& triple = into.emplace_back();
      if (!element.is_array() || element.size() != 3) return fail(key, "a list of triples");
      for (std::size_t i = 0; i < 3; ++i) {
        if (!read_number(element[i], triple[i])) return fail(key, "a list of triples");
      }
    }
  }
  template <class T, class Fill>
  void get(const char* key, std::vector<T>& into, Fill fill) {
    const Json* value = find(key);
    if (value == nullptr) return;
    if (!value->is_array()) return fail(key, "a list");
    for (const Json& element : *value) {
      JsonReader reader(element, path_ + key + "[" + std::to_string(into.size()) + "].", problem_);
      fill(reader, into.emplace_back());
    }
  }

  /// Is there such a member?
  bool has(const char* key) const { return find(key) != nullptr; }
  /// Reads an object into `into`, by `fill(reader, into)`.
  template <class T, class Fill>
  void get_object(const char* key, T& into, Fill fill) {
    const Json* value = find(key);
    if (value == nullptr) return;
    JsonReader reader(*value, path_ + key + ".", problem_);
    fill(reader, into);
  }
  /// Records that what was read makes no sense.
  void reject(const std::string& what) {
    if (problem_.empty()) problem_ = path_ + ": " + what;
  }

 private:
  const Json* find(const char* key) const {
    if (!object_.is_object()) return nullptr;
    const auto entry = object_.find(key);
    return entry == object_.end() ? nullptr : &*entry;
  }
  template <std::integral T>
  static bool read_number(const Json& value, T& into) {
    if (value.is_number_unsigned()) {
      const auto number = value.get<std::uint64_t>();
      if (!std::in_range<T>(number)) return false;
      into = static_cast<T>(number);
      return true;
    }
    if (!value.is_number_integer()) return false;
    const auto number = value.get<std::int64_t>();
    if (!std::in_range<T>(number)) return false;
    into = static_cast<T>(number);
    return true;
  }
  void fail(std::string_view key, std::string_view wanted) {
    if (problem_.empty()) problem_ = path_ + std::string(key) + " is not " + std::string(wanted);
  }

  const Json& object_;
  std::string path_;
  std::string& problem_;
};

}  // namespace protocol
