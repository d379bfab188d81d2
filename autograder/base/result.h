// SPDX-License-Identifier: MIT
/// \file
/// A value, or the diagnostics that say why there is none.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/diagnostic.h"

namespace base {

/// Holds a T or at least one Diagnostic. For input that may be wrong; our own mistakes are
/// exceptions.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Diagnostic error) : state_(std::in_place_index<1>) {
    std::get<1>(state_).push_back(std::move(error));
  }
  Result(std::vector<Diagnostic> errors) : state_(std::in_place_index<1>, std::move(errors)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  /// The value. Throws std::logic_error with the diagnostics' text when there is none.
  const T& value() const& {
    require();
    return std::get<0>(state_);
  }
  T& value() & {
    require();
    return std::get<0>(state_);
  }
  T&& value() && {
    require();
    return std::get<0>(std::move(state_));
  }
  const T* operator->() const { return &value(); }
  T* operator->() { return &value(); }
  const T& operator*() const& { return value(); }
  T& operator*() & { return value(); }

  /// The problems; empty when there is a value.
  const std::vector<Diagnostic>& errors() const {
    static const std::vector<Diagnostic> none;
    return ok() ? none : std::get<1>(state_);
  }

 private:
  void require() const {
    if (!ok()) throw std::logic_error("Result without a value: " + to_string(std::get<1>(state_)));
  }

  std::variant<T, std::vector<Diagnostic>> state_;
};

}  // namespace base
