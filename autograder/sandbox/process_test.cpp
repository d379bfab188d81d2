// SPDX-License-Identifier: MIT
#include "sandbox/process.h"

#include <signal.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <thread>

#include "base/files.h"
#include "base/text.h"

namespace {

using sandbox::Command;
using sandbox::End;
using sandbox::Outcome;
using sandbox::Process;

Command shell(const std::string& script) {
  Command command;
  command.argv = {"/bin/sh", "-c", script};
  command.environment = {"PATH=/usr/bin:/bin"};
  command.limits.wall = std::chrono::seconds(20);
  return command;
}

Outcome check(const std::string& script) {
  return sandbox::run(shell(script));
}

bool alive(pid_t process) {
  return kill(process, 0) == 0;
}

bool gone_within_a_second(pid_t process) {
  for (int round = 0; round < 100; ++round) {
    if (!alive(process)) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

pid_t number_in(const std::string& path) {
  for (int round = 0; round < 200; ++round) {
    const auto text = base::read_file(path);
    if (text.ok() && text->find('\n') != std::string::npos) return std::stoi(*text);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return -1;
}

}  // namespace

TEST_CASE("output, errors and exit code come back apart", "[sandbox][process]") {
  const Outcome outcome = check("echo out; echo err >&2; exit 3");
  CHECK(outcome.end == End::Exited);
  CHECK(outcome.exit_code == 3);
  CHECK(outcome.output == "out\n");
  CHECK(outcome.errors == "err\n");
  CHECK_FALSE(outcome.succeeded());
  CHECK(describe(outcome) == "ended with exit code 3");
}

TEST_CASE("a signal is reported as one", "[sandbox][process]") {
  const Outcome outcome = check("kill -SEGV $$");
  CHECK(outcome.end == End::Signalled);
  CHECK(outcome.signal == SIGSEGV);
  CHECK(describe(outcome) == "was killed by SIGSEGV");
}

TEST_CASE("input is given, environment is only what was listed", "[sandbox][process]") {
  Command command = shell("cat; echo $HOME$FRUIT");
  command.input = "hello ";
  command.environment.push_back("FRUIT=plum");
  CHECK(sandbox::run(command).output == "hello plum\n");
}

TEST_CASE("an endless process ends at its wall time", "[sandbox][process]") {
  Command command = shell("while :; do sleep 1; done");
  command.limits.wall = std::chrono::milliseconds(200);
  const Outcome outcome = sandbox::run(command);
  CHECK(outcome.end == End::TimedOut);
  CHECK(outcome.wall_seconds < 3);
}

TEST_CASE("processor time is bounded apart from wall time", "[sandbox][process]") {
  Command command = shell("while :; do :; done");
  command.limits.cpu = std::chrono::seconds(1);
  command.limits.wall = std::chrono::seconds(120);  // a busy machine may give it little
  const Outcome outcome = sandbox::run(command);
  CHECK(outcome.end == End::Signalled);
  CHECK((outcome.signal == SIGXCPU || outcome.signal == SIGKILL));
}

TEST_CASE("only the first part of a flood of output is kept", "[sandbox][process]") {
  Command command = shell("head -c 50000000 /dev/zero; echo end >&2");
  command.limits.output_bytes = 1000;
  const Outcome outcome = sandbox::run(command);
  CHECK(outcome.succeeded());
  CHECK(outcome.output.size() == 1000);
  CHECK(outcome.output_truncated);
  CHECK(outcome.errors == "end\n");
  CHECK_FALSE(outcome.errors_truncated);
}

TEST_CASE("a file above the limit cannot be written", "[sandbox][process]") {
  const base::TemporaryFolder folder;
  Command command = shell("head -c 5000000 /dev/zero > big; wc -c < big");
  command.working_folder = folder.path();
  command.limits.file_bytes = 1000;
  CHECK(base::trim(sandbox::run(command).output) == "1000");
}

TEST_CASE("memory above the limit is refused", "[sandbox][process]") {
  Command command = shell("head -c 400000000 /dev/zero | tail -c 300000000 | wc -c");
  command.limits.memory_bytes = 100U << 20;
  CHECK(base::trim(sandbox::run(command).output) != "300000000");
}

TEST_CASE("nothing that a process started outlives it", "[sandbox][process]") {
  const base::TemporaryFolder folder;
  const std::string file = (folder.path() / "pid").string();
  SECTION("a background process") {
    check("sleep 100 & echo $! > " + file);
  }
  SECTION("one that left session and parent") {
    check("setsid sh -c 'echo $$ > " + file + "; exec sleep 100' & while [ ! -s " + file +
          " ]; do sleep 0.01; done");
  }
  const pid_t child = number_in(file);
  REQUIRE(child > 1);
  CHECK_FALSE(alive(child));
}

TEST_CASE("a process that is dropped or killed ends with all it started", "[sandbox][process]") {
  const base::TemporaryFolder folder;
  const std::string file = (folder.path() / "pid").string();
  std::optional<Process> process(shell("setsid sleep 100 & echo $! > " + file + "; wait"));
  const pid_t child = number_in(file);
  REQUIRE(child > 1);
  CHECK(alive(child));
  CHECK_FALSE(process->ended());
  SECTION("killed") {
    CHECK(process->kill().end == End::Killed);
  }
  SECTION("dropped") {
    process.reset();
  }
  CHECK(gone_within_a_second(child));
}

TEST_CASE("descriptors arrive under the numbers asked for", "[sandbox][process]") {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  Command command = shell("echo through >&5; ls /proc/self/fd | wc -l");
  command.descriptors = {{ends[1], 5}};
  const Outcome outcome = sandbox::run(command);
  close(ends[1]);
  char text[32] = {};
  CHECK(read(ends[0], text, sizeof text) == 8);
  close(ends[0]);
  CHECK(std::string(text) == "through\n");
  // 0, 1, 2, 5 and the folder that ls itself has open: nothing of ours leaks in.
  CHECK(base::trim(outcome.output) == "5");
}

TEST_CASE("output can be read while the process runs", "[sandbox][process]") {
  Process process(shell("echo one; sleep 0.05; echo two; read line"));
  std::string seen;
  while (seen.find("two") == std::string::npos && !process.ended()) {
    seen += process.output_so_far(seen.size());
  }
  CHECK(process.wait().output == "one\ntwo\n");
}

TEST_CASE("a program that does not exist is our fault", "[sandbox][process]") {
  Command command;
  command.argv = {"/no/such/program"};
  CHECK_THROWS_AS(sandbox::run(command), sandbox::SandboxError);
  command.argv = {"/bin/sh"};
  command.working_folder = "/no/such/folder";
  CHECK_THROWS_AS(sandbox::run(command), sandbox::SandboxError);
}
