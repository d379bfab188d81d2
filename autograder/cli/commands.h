// SPDX-License-Identifier: MIT
/// \file
/// The subcommands, one file each. Each adds itself to the application and leaves in `exit_code`
/// what its run is to end with.
///
/// Tested by autograder/tests.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}  // namespace CLI

namespace cli {

/// grade: the score table.
void add_grade(CLI::App& app, int& exit_code);
/// check: one lesson, in full.
void add_check(CLI::App& app, int& exit_code);
/// watch: check at every save.
void add_watch(CLI::App& app, int& exit_code);
/// hint: deeper tiers.
void add_hint(CLI::App& app, int& exit_code);
/// quiz: the quick check of a lesson.
void add_quiz(CLI::App& app, int& exit_code);
/// solution: the student's answer beside ours.
void add_solution(CLI::App& app, int& exit_code);
/// reset: a lesson as it was handed out.
void add_reset(CLI::App& app, int& exit_code);
/// run: any CUDA program. `after_dashes` is what stands behind "--": the program's arguments.
void add_run(CLI::App& app, int& exit_code, std::vector<std::string> after_dashes);
/// draw: a picture of a kernel's accesses.
void add_draw(CLI::App& app, int& exit_code);
/// batch: a whole class.
void add_batch(CLI::App& app, int& exit_code);
/// list: lessons and assignments.
void add_list(CLI::App& app, int& exit_code);
/// author: new, sync, check.
void add_author(CLI::App& app, int& exit_code);
/// author figures: the pictures of the pages.
void add_author_figures(CLI::App& author, int& exit_code);
/// doctor: what is there, and what each lack means.
void add_doctor(CLI::App& app, int& exit_code);

}  // namespace cli
