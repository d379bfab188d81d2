// SPDX-License-Identifier: MIT
#include "toolchain/clang_script.h"

#include <sys/wait.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>

#include "base/files.h"
#include "tests/support/run_plan.h"
#include "tests/support/skip.h"

namespace {

namespace fs = std::filesystem;
using namespace toolchain;
using Words = std::vector<std::string>;

const std::string kAnswer =
    "Debian clang version 14.0.6\nTarget: x86_64-pc-linux-gnu\n"
    " \"/usr/bin/ld\" \"-o\" \"course-output.so\" \"-L/a \\\"b\\\"\" \"course-object.o\" \"-lc\"\n";

/// Three steps in a folder, each a script.
BuildPlan plan_of(const fs::path& folder, const std::string& device, const std::string& host,
                  const std::string& link) {
  const fs::path ptx = folder / "it's.ptx";
  const auto shell = [](const std::string& script, const std::string& word) {
    return Words{"/bin/sh", "-c", script, "x", word};
  };
  BuildPlan plan;
  plan.steps = {{"device", shell(device, ptx.string()), {}, {}, {ptx}},
                {"host", shell(host, ptx.string()), {0}, {ptx}, {folder / "a.o"}},
                {"link", shell(link, "end"), {1}, {}, {}}};
  plan.steps[1].streamed = ptx;
  return plan;
}

test_support::PlanOutcome outcome_of(const BuildPlan& plan) {
  const auto script = clang_script(plan);
  REQUIRE(script.has_value());
  return test_support::run_command({"/bin/sh", "-c", *script}, {"PATH=/usr/bin:/bin"}, "/");
}

}  // namespace

TEST_CASE("the link command is read from what clang says it would do", "[toolchain][clang]") {
  const auto words = link_words(kAnswer);
  REQUIRE(words.has_value());
  CHECK(*words == Words{"/usr/bin/ld", "-o", kLinkedOutput, "-L/a \"b\"", kLinkedObject, "-lc"});
}

TEST_CASE("an answer of another form is not taken for a link command", "[toolchain][clang]") {
  CHECK_FALSE(link_words("").has_value());
  CHECK_FALSE(link_words("clang: error: no such file or directory\n").has_value());
  CHECK_FALSE(link_words(kAnswer + kAnswer).has_value());
  CHECK_FALSE(link_words(kAnswer.substr(0, kAnswer.size() - 2)).has_value());
  CHECK_FALSE(link_words(" \"/usr/bin/ld\" \"course-object.o\"\n").has_value());
  CHECK_FALSE(link_words(" \"/usr/bin/ld\" \"course-output.so\"\n").has_value());
}

TEST_CASE("this machine's clang says how it links", "[toolchain][clang]") {
  const auto clang = choose(CompilerChoice::Clang, find_compilers(SearchPlaces::of_environment()));
  if (!clang.ok()) COURSE_SKIP(clang.errors()[0].message);
  const base::TemporaryFolder folder;
  const BuildPlan plan = plan_link_question(*clang, folder.path());
  for (const GeneratedFile& file : plan.files) base::write_file(file.path, file.content);
  const auto words = link_words(test_support::run_plan(plan).output);
  REQUIRE(words.has_value());
  CHECK(fs::exists(words->front()));
}

TEST_CASE("the script passes the device code on, and ends with the linker", "[toolchain][clang]") {
  const base::TemporaryFolder folder;
  const auto outcome = outcome_of(plan_of(folder.path(), "echo from $1; echo note >&2",
                                          "read line; echo got $line via $1 >&2", "echo $1 >&2"));
  CHECK(outcome.succeeded);
  CHECK(outcome.output == "note\ngot from - via -\nend\n");
}

TEST_CASE("the script ends like its first step that fails", "[toolchain][clang]") {
  const base::TemporaryFolder folder;
  const auto fails = [&](const std::string& device, const std::string& host,
                         const std::string& link) {
    return outcome_of(plan_of(folder.path(), device, host, link));
  };
  const auto device = fails("echo wrong >&2; exit 3", "cat; echo unheard >&2; exit 4", "exit 5");
  CHECK(WEXITSTATUS(device.status) == 3);
  CHECK(device.output == "wrong\n");
  const auto host = fails("echo code", "read line; echo wrong >&2; exit 4", "exit 5");
  CHECK(WEXITSTATUS(host.status) == 4);
  CHECK(host.output == "wrong\n");
  CHECK(WEXITSTATUS(fails("echo code", "cat", "exit 5").status) == 5);
  const auto killed = fails("kill -SEGV $$", "cat", "exit 5");
  CHECK(WIFSIGNALED(killed.status));
  CHECK(WTERMSIG(killed.status) == SIGSEGV);
}

TEST_CASE("a plan of other steps has no script", "[toolchain][clang]") {
  BuildPlan plan = plan_of("/w", "", "", "");
  plan.steps[1].streamed.clear();
  CHECK_FALSE(clang_script(plan).has_value());
  plan = plan_of("/w", "", "", "");
  plan.steps.pop_back();
  CHECK_FALSE(clang_script(plan).has_value());
}
