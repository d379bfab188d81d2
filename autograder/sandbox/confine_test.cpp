// SPDX-License-Identifier: MIT
#include "sandbox/confine.h"

#include <signal.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "base/files.h"
#include "base/text.h"

namespace {

using sandbox::Command;
using sandbox::End;
using sandbox::Outcome;
using sandbox::Rung;

/// Files of one test: an open folder, a secret one, a writable one.
struct Folders {
  base::TemporaryFolder root{"confine-test"};
  std::filesystem::path shown = root.path() / "shown";
  std::filesystem::path secret = root.path() / "secret";
  std::filesystem::path output = root.path() / "output";

  Folders() {
    base::write_file(shown / "text", "shown\n");
    base::write_file(secret / "text", "secret\n");
    std::filesystem::create_directories(output);
    std::filesystem::permissions(root.path(), std::filesystem::perms(0755));
  }
};

Outcome check(const Folders& folders, Rung rung, const std::string& script,
              const std::function<void(Command&)>& change = {}) {
  Command command;
  command.argv = {"/bin/sh", "-c", script};
  command.environment = {"PATH=/usr/bin:/bin"};
  command.limits.wall = std::chrono::seconds(20);
  command.view.emplace();
  command.view->read_only = {folders.shown};
  command.view->writable = {folders.output};
  if (change) change(command);
  sandbox::use_at_most(rung);
  const Outcome outcome = sandbox::run(command);
  sandbox::use_at_most(Rung::Bubblewrap);
  return outcome;
}

std::vector<Rung> rungs_here() {
  std::vector<Rung> rungs;
  for (const Rung rung : {Rung::Bubblewrap, Rung::Landlock, Rung::LimitsOnly}) {
    if (rung >= sandbox::probe().rung) rungs.push_back(rung);
  }
  return rungs;
}

}  // namespace

TEST_CASE("the best rung is found, and what a worse one lacks is said", "[sandbox][confine]") {
  const sandbox::SandboxStatus& status = sandbox::probe();
  INFO(to_string(status.rung));
  CHECK((status.rung == Rung::Bubblewrap) == status.lacks.empty());
}

TEST_CASE("listed files are readable, listed folders writable, on every rung",
          "[sandbox][confine]") {
  for (const Rung rung : rungs_here()) {
    CAPTURE(to_string(rung));
    const Folders folders;
    const Outcome outcome =
        check(folders, rung,
              "cat " + (folders.shown / "text").string() + "; echo made > " +
                  (folders.output / "made").string() + " && echo tmp > $TMPDIR/x && cat $TMPDIR/x");
    CHECK(outcome.output == "shown\ntmp\n");
    CHECK(outcome.succeeded());
    const auto made = base::read_file(folders.output / "made");
    CHECK((made.ok() && *made == "made\n"));
  }
}

TEST_CASE("files that are not listed cannot be read or written", "[sandbox][confine]") {
  for (const Rung rung : rungs_here()) {
    if (rung == Rung::LimitsOnly) continue;
    CAPTURE(to_string(rung));
    const Folders folders;
    const Outcome outcome = check(folders, rung,
                                  "cat " + (folders.secret / "text").string() + "; echo x > " +
                                      (folders.shown / "text").string() + "; echo x > " +
                                      (folders.root.path() / "new").string());
    CHECK(outcome.output.empty());
    CHECK(*base::read_file(folders.shown / "text") == "shown\n");
    CHECK_FALSE(std::filesystem::exists(folders.root.path() / "new"));
  }
}

TEST_CASE("a confined process is not root and may not become anything", "[sandbox][confine]") {
  for (const Rung rung : rungs_here()) {
    CAPTURE(to_string(rung));
    const Folders folders;
    const Outcome outcome = check(folders, rung, "id -u; unshare -U true; mount -t tmpfs x /tmp");
    CHECK(base::trim(outcome.output) != "0");
    CHECK_FALSE(outcome.succeeded());
  }
}

TEST_CASE("there is no network", "[sandbox][confine]") {
  if (!sandbox::find_program("python3")) return;
  for (const Rung rung : rungs_here()) {
    CAPTURE(to_string(rung));
    const Folders folders;
    const Outcome outcome =
        check(folders, rung, "/usr/bin/python3 -c 'import socket; socket.socket(); print(1)'");
    CHECK(outcome.output.empty());
  }
}

TEST_CASE("the number of processes is bounded", "[sandbox][confine]") {
  for (const Rung rung : rungs_here()) {
    CAPTURE(to_string(rung));
    const Folders folders;
    const Outcome outcome = check(
        folders, rung, "for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do sleep 3 & done; echo all",
        [](Command& command) { command.limits.processes = 8; });
    CHECK(outcome.output.empty());
  }
}

TEST_CASE("exit code, signal and wall time come through the sandbox", "[sandbox][confine]") {
  for (const Rung rung : rungs_here()) {
    CAPTURE(to_string(rung));
    const Folders folders;
    CHECK(check(folders, rung, "exit 7").exit_code == 7);
    const Outcome aborted = check(folders, rung, "kill -ABRT $$");
    CHECK(aborted.end == End::Signalled);
    CHECK(aborted.signal == SIGABRT);
    const Outcome endless =
        check(folders, rung, "setsid sleep 100 & while :; do sleep 1; done",
              [](Command& c) { c.limits.wall = std::chrono::milliseconds(300); });
    CHECK(endless.end == End::TimedOut);
    CHECK(endless.wall_seconds < 5);
  }
}

TEST_CASE("a view that names a missing file is our fault, not the program's",
          "[sandbox][confine]") {
  if (sandbox::probe().rung != Rung::Bubblewrap) return;
  const Folders folders;
  CHECK_THROWS_AS(check(folders, Rung::Bubblewrap, "true",
                        [](Command& c) { c.view->read_only.push_back("/no/such/file"); }),
                  sandbox::SandboxError);
}
