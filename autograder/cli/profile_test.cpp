// SPDX-License-Identifier: MIT
#include "cli/profile.h"

#include <catch2/catch.hpp>

#include "base/files.h"

namespace {

protocol::Launch launch(const std::string& name, std::uint64_t requests, std::uint64_t sectors) {
  protocol::Launch one;
  one.name = name;
  one.grid = {4, 1, 1};
  one.block = {32, 8, 1};
  one.counters.global_load_requests = requests;
  one.counters.global_load_sectors = sectors;
  return one;
}

}  // namespace

TEST_CASE("a finding shows its source lines and help in few lines", "[cli][profile]") {
  const base::TemporaryFolder folder;
  base::write_file(folder.path() / "r.cu", "first\n  tile[t] += tile[t + s];\nthird\n");
  protocol::Finding finding;
  finding.kind = "shared_race";
  finding.hazard = "RAW";
  finding.kernel = "reduce";
  finding.file = "r.cu";
  finding.line = 2;
  finding.other_line = 3;
  finding.message = "4 bytes at tile[17]";
  finding.help = "a barrier";
  finding.count = 17;
  CHECK(cli::finding_text(finding, folder.path(), {}) ==
        "error: shared_race (RAW, read after write) in kernel reduce, 17 times\n"
        "  4 bytes at tile[17]\n"
        "    r.cu:2   tile[t] += tile[t + s];\n"
        "    r.cu:3   third\n"
        "  help: a barrier\n");
  finding.message = "4 bytes at tile[17]\n  thread 1 reads r.cu:2\n  thread 2 writes r.cu:3";
  CHECK(cli::finding_text(finding, folder.path(), {}) ==
        "error: shared_race (RAW, read after write) in kernel reduce, 17 times\n"
        "  4 bytes at tile[17]\n"
        "    thread 1 reads r.cu:2   tile[t] += tile[t + s];\n"
        "    thread 2 writes r.cu:3   third\n"
        "  help: a barrier\n");
  const std::string quoted = cli::quoted_message(finding, folder.path());
  finding.message = quoted;
  CHECK(cli::quoted_message(finding, folder.path()) == quoted);
  finding.message = "at ../r.cu:2\n  at /etc/passwd:1\n  a was allocated at r.cu:1";
  finding.line = finding.other_line = 0;
  CHECK(cli::quoted_message(finding, folder.path()) ==
        "at ../r.cu:2\n  at /etc/passwd:1\n  a was allocated at r.cu:1   first");
  finding.message = "never freed, allocated at r.cu:1, r.cu:2";
  CHECK(cli::quoted_message(finding, folder.path()) == finding.message);
  base::write_file(folder.path() / "long.cu", std::string(119, 'x') + "\u00e4" + "yyy\n");
  finding.message = "at long.cu:1";
  CHECK(cli::quoted_message(finding, folder.path()) ==
        "at long.cu:1   " + std::string(119, 'x') + " ...");
  finding.line = 99;
  CHECK_NOTHROW(cli::finding_text(finding, folder.path(), {}));
}

TEST_CASE("the profile has a row for each launch, equal neighbours share one", "[cli][profile]") {
  protocol::RunResult result;
  CHECK(cli::profile_text(result) == "no kernel was launched\n");
  result.launches = {launch("a", 10, 40), launch("a", 10, 40), launch("b", 0, 0)};
  const std::string text = cli::profile_text(result);
  CHECK_THAT(text,
             Catch::Contains("a (2 times)") && Catch::Contains("32x8") && Catch::Contains("4.00"));
  CHECK(std::count(text.begin(), text.end(), '\n') == 3);
}
