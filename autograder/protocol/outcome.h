// SPDX-License-Identifier: MIT
/// \file
/// The answer of another process: a value, or why there is none.
///
/// The grader must tell the crash of a student's program from a crash of our own worker, so the
/// ways in which a call fails are kinds, not texts. Tested by channel_test.cpp.
#pragma once

#include <chrono>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

namespace protocol {

/// When a call gives up waiting.
using Deadline = std::chrono::steady_clock::time_point;

/// The deadline that lies this far ahead.
inline Deadline deadline_in(std::chrono::milliseconds wait) {
  return std::chrono::steady_clock::now() + wait;
}

/// Why a call to another process has no value.
struct Failure {
  /// What went wrong, as far as the caller has to act on it.
  enum class Kind {
    PeerDied,   ///< the other process ended or closed its socket
    TimedOut,   ///< the deadline passed; the peer may still be working
    Malformed,  ///< the peer sent what the protocol does not allow
    Refused,    ///< the peer is well and said no; `message` is its reason
  };
  Kind kind = Kind::PeerDied;
  std::string message;  ///< one sentence without a full stop
};

/// The value of calls that return nothing.
struct Done {
  friend bool operator==(const Done&, const Done&) = default;
};

/// Holds a T or a Failure.
template <class T>
class [[nodiscard]] Outcome {
 public:
  /// A value.
  Outcome(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  /// No value.
  Outcome(Failure failure) : state_(std::in_place_index<1>, std::move(failure)) {}

  /// Is there a value?
  bool ok() const { return state_.index() == 0; }
  /// Is there a value?
  explicit operator bool() const { return ok(); }

  /// The value. Throws std::logic_error with the failure's message when there is none.
  T& value() & {
    require();
    return std::get<0>(state_);
  }
  /// The value; see above.
  const T& value() const& {
    require();
    return std::get<0>(state_);
  }
  /// The value; see above.
  T&& value() && {
    require();
    return std::get<0>(std::move(state_));
  }
  /// The value; see value().
  T* operator->() { return &value(); }
  /// The value; see value().
  const T* operator->() const { return &value(); }
  /// The value; see value().
  T& operator*() & { return value(); }
  /// The value; see value().
  const T& operator*() const& { return value(); }

  /// The failure. Throws std::logic_error when there is a value.
  const Failure& failure() const {
    if (ok()) throw std::logic_error("Outcome with a value has no failure");
    return std::get<1>(state_);
  }

 private:
  void require() const {
    if (!ok()) throw std::logic_error("Outcome without a value: " + std::get<1>(state_).message);
  }

  std::variant<T, Failure> state_;
};

/// The outcome of a call that returns nothing.
using Status = Outcome<Done>;

}  // namespace protocol
