// SPDX-License-Identifier: MIT
#include <CLI/CLI.hpp>
#include <iostream>
#include <thread>

#include "base/files.h"
#include "cli/commands.h"
#include "cli/context.h"
#include "cli/picture.h"
#include "grader/program.h"
#include "report/draw_svg.h"

extern char** environ;

namespace cli {
namespace {

namespace fs = std::filesystem;

struct DrawCommand {
  CommonOptions common;
  std::string name;
  std::string submission;
  std::string out;
  std::string block;
  bool reference = false;
  bool alone = false;
  PictureRequest request;
};

int write_picture(const base::Result<report::draw::Scene>& scene, const fs::path& file) {
  if (!scene.ok()) return report_problems(scene.errors());
  base::write_file(file, report::draw::to_svg(*scene));
  std::cout << "wrote " << file.string() << "\n";
  return kGood;
}

int draw_program(const DrawCommand& command) {
  const auto compiler = find_compiler(command.common.compiler);
  if (!compiler.ok()) return report_problems(compiler.errors());
  grader::Program program;
  program.source = fs::canonical(command.name);
  program.threads = std::max(1U, std::thread::hardware_concurrency());
  program.backend = command.common.device;
  program.folder = fs::current_path();
  for (char** entry = environ; *entry != nullptr; ++entry) program.environment.emplace_back(*entry);
  program.trace = trace_request(command.request);
  const grader::ProgramRun run = grader::run_program(*compiler, find_tools(), program);
  std::cerr << run.compiler_output;
  if (!run.built) return kBadUsage;
  std::cerr << run.result.device_output;
  const std::string title = program.source.filename().string();
  const auto notes = notes_of(run.result, run.ending.empty() ? "" : "the program " + run.ending);
  const fs::path out = command.out.empty() ? program.source.stem().string() + ".svg" : command.out;
  return write_picture(picture_of(run.result, nullptr, title, notes, command.request), out);
}

int draw_exercise(const DrawCommand& command) {
  const auto opened = open_course(command.common);
  if (!opened.ok()) return report_problems(opened.errors());
  const course::Course& course = *opened;
  const auto exercise = find_exercise(course, command.name);
  if (!exercise.ok()) return report_problems(exercise.errors());
  const auto the_case = find_case(**exercise, command.request.case_key);
  if (!the_case.ok()) return report_problems(the_case.errors());
  const auto folder = find_submission(command.submission, course.root);
  if (!folder.ok()) return report_problems(folder.errors());
  auto setup = make_setup(command.common, course.root);
  if (!setup.ok()) return report_problems(setup.errors());
  const grader::Tracer tracer(course, std::move(*setup), trace_request(command.request));
  const auto mine = tracer.submission(**exercise, **the_case, *folder);
  if (!mine.ok()) return report_problems(mine.errors());
  const std::string title = (*exercise)->name + ": " + (*the_case)->say;
  const auto notes = notes_of(mine->run, mine->ending);
  const fs::path out = command.out.empty() ? (*exercise)->name + ".svg" : command.out;
  const auto reference = command.alone ? base::Result<grader::TracedCase>(base::Diagnostic{})
                                       : tracer.reference(**exercise, **the_case);
  if (command.reference && !reference.ok()) return report_problems(reference.errors());
  if (!reference.ok()) {
    return write_picture(picture_of(mine->run, &mine->real, title, notes, command.request), out);
  }
  return write_picture(picture_beside(*mine, *reference, title, notes, command.request), out);
}

int run_draw(DrawCommand& command) {
  if (!command.block.empty()) {
    const auto block = parse_block(command.block);
    if (!block.ok()) return report_problems(block.errors());
    command.request.block = *block;
  }
  command.request.beside = command.reference;
  std::error_code error;
  const bool program = command.name.ends_with(".cu") && fs::is_regular_file(command.name, error);
  return program ? draw_program(command) : draw_exercise(command);
}

}  // namespace

void add_draw(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<DrawCommand>();
  CLI::App* command = app.add_subcommand("draw", "a picture of who reads and writes what (SVG)");
  options->common.add_to(*command, true);
  PictureRequest& request = options->request;
  command->add_option("NAME", options->name, "a lesson, an assignment, or a .cu file with a main")
      ->required();
  command->add_option("--submission", options->submission,
                      "whose answer; yours if left out; 'reference' is the course's");
  command->add_option("--out", options->out, "file to write; NAME.svg if left out");
  command->add_option("--case", request.case_key, "which case; the first if left out");
  command->add_option("--block", options->block, "which block of a large launch: x,y,z");
  command->add_option("--warp", request.warp, "only this warp, thread by thread");
  command->add_option("--launch", request.launch, "which launch, from 1");
  CLI::Option* sectors = command->add_option(
      "--sectors", request.sectors, "the 32-byte sectors of a request: a line, or an array's name");
  command
      ->add_option("--banks", request.banks,
                   "the shared memory banks of a request: a line, or an array's name")
      ->excludes(sectors);
  CLI::Option* beside = command->add_flag("--reference", options->reference,
                                          "beside the course's answer, also where they agree");
  command->add_flag("--alone", options->alone, "never beside the course's answer")
      ->excludes(beside);
  command->callback([options, &exit_code] { exit_code = run_draw(*options); });
}

}  // namespace cli
