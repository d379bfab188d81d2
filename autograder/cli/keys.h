// SPDX-License-Identifier: MIT
/// \file
/// Single keys from the terminal, without Enter. Tested by keys_test.cpp on a pseudo-terminal.
#pragma once

#include <termios.h>

#include <optional>

namespace cli {

/// While it lives, a terminal hands over each key at once and shows none. The terminal is as before
/// afterwards, also when the process is ended by SIGINT, SIGTERM or SIGHUP. One at a time.
class Keys {
 public:
  /// `descriptor` may be no terminal: then no key ever comes.
  explicit Keys(int descriptor);
  ~Keys();
  Keys(const Keys&) = delete;
  Keys& operator=(const Keys&) = delete;

  /// Can keys come?
  bool present() const { return descriptor_ >= 0; }

  /// A key within the time; otherwise nothing, when the time has passed.
  std::optional<char> pressed_within(int milliseconds);

 private:
  int descriptor_;
};

}  // namespace cli
