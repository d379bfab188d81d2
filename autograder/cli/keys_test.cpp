// SPDX-License-Identifier: MIT
#include "cli/keys.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <cstdlib>

namespace {

/// Both ends of a pseudo-terminal.
struct Terminal {
  int person = posix_openpt(O_RDWR | O_NOCTTY);
  int program = -1;

  Terminal() {
    REQUIRE(grantpt(person) == 0);
    REQUIRE(unlockpt(person) == 0);
    program = open(ptsname(person), O_RDWR | O_NOCTTY);
    REQUIRE(program >= 0);
  }
  ~Terminal() {
    close(program);
    close(person);
  }

  bool waits_for_enter() const {
    termios now{};
    REQUIRE(tcgetattr(program, &now) == 0);
    return (now.c_lflag & ICANON) != 0 && (now.c_lflag & ECHO) != 0;
  }
};

}  // namespace

TEST_CASE("a key comes without Enter, and the terminal is as before afterwards", "[cli][keys]") {
  const Terminal terminal;
  {
    cli::Keys keys(terminal.program);
    CHECK(keys.present());
    CHECK_FALSE(terminal.waits_for_enter());
    CHECK_FALSE(keys.pressed_within(0).has_value());
    REQUIRE(write(terminal.person, "hq", 2) == 2);
    CHECK(keys.pressed_within(1000) == 'h');
    CHECK(keys.pressed_within(1000) == 'q');
  }
  CHECK(terminal.waits_for_enter());
}

TEST_CASE("a signal that ends the process leaves the terminal as it was", "[cli][keys]") {
  const Terminal terminal;
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const cli::Keys keys(terminal.program);
    raise(SIGINT);
    _exit(1);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WIFSIGNALED(status));
  CHECK(WTERMSIG(status) == SIGINT);
  CHECK(terminal.waits_for_enter());
}

TEST_CASE("where there is no terminal no key comes", "[cli][keys]") {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  cli::Keys keys(ends[0]);
  CHECK_FALSE(keys.present());
  REQUIRE(write(ends[1], "q", 1) == 1);
  CHECK_FALSE(keys.pressed_within(0).has_value());
  close(ends[0]);
  close(ends[1]);
}
