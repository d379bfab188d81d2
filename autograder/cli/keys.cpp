// SPDX-License-Identifier: MIT
#include "cli/keys.h"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <csignal>

namespace cli {
namespace {

constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP};

// What a signal handler needs. It may only call what POSIX lists as safe; tcsetattr is.
int changed_terminal = -1;
termios as_before;

extern "C" void restore_and_end(int signal) {
  tcsetattr(changed_terminal, TCSANOW, &as_before);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

}  // namespace

Keys::Keys(int descriptor) : descriptor_(descriptor) {
  if (tcgetattr(descriptor, &as_before) != 0) {
    descriptor_ = -1;
    return;
  }
  changed_terminal = descriptor;
  for (const int signal : kSignals) std::signal(signal, restore_and_end);
  termios keys = as_before;
  keys.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  keys.c_cc[VMIN] = 1;
  keys.c_cc[VTIME] = 0;
  tcsetattr(descriptor, TCSANOW, &keys);
}

Keys::~Keys() {
  if (!present()) return;
  tcsetattr(descriptor_, TCSANOW, &as_before);
  for (const int signal : kSignals) std::signal(signal, SIG_DFL);
}

std::optional<char> Keys::pressed_within(int milliseconds) {
  pollfd waiting{descriptor_, POLLIN, 0};
  if (poll(&waiting, 1, milliseconds) <= 0 || waiting.revents == 0) return std::nullopt;
  char key = 0;
  if (read(descriptor_, &key, 1) == 1) return key;
  descriptor_ = -1;  // the terminal has gone
  return std::nullopt;
}

}  // namespace cli
