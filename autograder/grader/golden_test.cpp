// SPDX-License-Identifier: MIT
#include "grader/golden.h"

#include <catch2/catch.hpp>

#include "base/files.h"
#include "grader/fault.h"

namespace {

course::Exercise exercise() {
  course::Exercise made;
  made.name = "map";
  made.path = "assignments/map";
  made.source = "map.cu";
  return made;
}

grader::GoldenRuns runs(const std::string& kernel) {
  protocol::RunResult run;
  run.launches.emplace_back();
  run.launches[0].name = kernel;
  return {{"small", run}};
}

}  // namespace

TEST_CASE("runs are found again for their compiler, or another version of it", "[grader][golden]") {
  const base::TemporaryFolder root;
  base::write_file(grader::golden_runs_file(root.path(), exercise(), "clang 14"),
                   grader::golden_text(runs("old")));
  CHECK(grader::read_golden(root.path(), exercise(), "clang 14") == runs("old"));
  CHECK(grader::read_golden(root.path(), exercise(), "clang 19") == runs("old"));
  CHECK(grader::read_golden(root.path(), exercise(), "nvcc 13.0").empty());
  base::write_file(grader::golden_runs_file(root.path(), exercise(), "clang 19"),
                   grader::golden_text(runs("new")));
  CHECK(grader::read_golden(root.path(), exercise(), "clang 19") == runs("new"));
}

TEST_CASE("a damaged file is our fault, not a reference that reads nothing", "[grader][golden]") {
  const base::TemporaryFolder root;
  base::write_file(grader::golden_runs_file(root.path(), exercise(), "clang 14"), "{\"small\":");
  CHECK_THROWS_AS(grader::read_golden(root.path(), exercise(), "clang 14"), grader::GraderFault);
}
