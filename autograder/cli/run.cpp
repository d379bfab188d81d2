// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <thread>

#include "base/files.h"
#include "base/text.h"
#include "cli/annotate.h"
#include "cli/commands.h"
#include "cli/context.h"
#include "cli/profile.h"
#include "grader/program.h"

extern char** environ;

namespace cli {
namespace {

namespace fs = std::filesystem;

struct RunOptions {
  std::vector<std::string> files;
  std::string json;
  std::string compiler = "auto";
  std::string device = "virtual";
  std::vector<std::string> checks = {"all"};
  std::uint64_t limit = 0;
  unsigned threads = 0;
  bool quiet = false;
  bool everywhere = false;
  int architecture = 0;
  std::vector<std::string> include_folders;
  std::vector<std::string> defines;
  std::vector<std::string> flags;
  bool annotate = false;
  std::vector<std::string> arguments;
};

std::vector<std::string> whole_environment() {
  std::vector<std::string> variables;
  for (char** entry = environ; *entry != nullptr; ++entry) variables.emplace_back(*entry);
  return variables;
}

/// Is it a source file that a compiler takes?
bool is_source(const std::string& word) {
  const std::string kind = fs::path(word).extension().string();
  std::error_code error;
  return (kind == ".cu" || kind == ".cpp" || kind == ".cc" || kind == ".cxx" || kind == ".c") &&
         fs::is_regular_file(word, error);
}

/// Takes the words that stand before "--" apart: source files, then arguments of the program.
void sort_words(const std::vector<std::string>& words, RunOptions& options) {
  std::size_t next = 0;
  while (next < words.size() && (next == 0 || is_source(words[next]))) {
    options.files.push_back(words[next++]);
  }
  options.arguments.assign(words.begin() + static_cast<std::ptrdiff_t>(next), words.end());
}

grader::Program program_of(const RunOptions& options) {
  grader::Program program;
  // The first .cu gives the program its name and folder.
  std::vector<fs::path> sources;
  for (const std::string& file : options.files) sources.push_back(fs::canonical(file));
  const auto first = std::find_if(sources.begin(), sources.end(), [](const fs::path& source) {
    return source.extension() == ".cu";
  });
  if (first != sources.end()) std::rotate(sources.begin(), first, first + 1);
  program.source = sources.front();
  program.more_sources.assign(sources.begin() + 1, sources.end());
  program.flags = options.flags;
  program.arguments = options.arguments;
  program.checks = options.checks;
  program.instruction_limit = options.limit;
  program.threads =
      options.threads != 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency());
  program.everywhere = options.everywhere;
  program.backend = options.device;
  program.architecture = options.architecture;
  for (const std::string& folder : options.include_folders) {
    program.include_folders.push_back(fs::absolute(folder).lexically_normal());
  }
  for (const std::string& define : options.defines) {
    const std::size_t equals = define.find('=');
    const bool has_value = equals != std::string::npos;
    program.defines.emplace_back(define.substr(0, equals),
                                 has_value ? define.substr(equals + 1) : std::string());
  }
  program.folder = fs::current_path();
  program.environment = whole_environment();
  return program;
}

int run_run(const RunOptions& options) {
  std::error_code error;
  if (fs::is_directory(options.files.front(), error)) {
    return report_problems(
        {{{options.files.front()}, "is a folder", "name the program's .cu file"}});
  }
  if (!fs::is_regular_file(options.files.front(), error)) {
    return report_problems({{{options.files.front()}, "no such file", ""}});
  }
  const auto compiler = find_compiler(options.compiler);
  if (!compiler.ok()) return report_problems(compiler.errors());
  const grader::Program program = program_of(options);
  grader::ProgramRun run = grader::run_program(*compiler, find_tools(), program);
  std::cerr << run.compiler_output;
  if (!run.built) return kBadUsage;
  // Text and JSON say the same.
  for (protocol::Finding& finding : run.result.findings) {
    finding.message = quoted_message(finding, program.source.parent_path());
  }
  std::cout << run.result.device_output << std::flush;
  if (!run.ending.empty()) std::cerr << "the program " << run.ending << "\n";
  if (!options.quiet) {
    std::cerr << run_text(run.result, program.source.parent_path(),
                          TextStyle{shows_colour(STDERR_FILENO)});
  }
  if (options.annotate) {
    std::cerr << "\n"
              << annotated_source(run.result, program.source.parent_path(),
                                  TextStyle{shows_colour(STDERR_FILENO)});
  }
  if (!options.json.empty()) base::write_file(options.json, to_json(run.result));
  for (const std::string& difference : run.differences) {
    std::cerr << "error: the result is another one: " << difference << "\n";
  }
  if (!run.differences.empty()) return kGraderError;
  if (run.result.exit_code == 0 && run.result.has_errors()) return kErrorsFound;
  return run.result.exit_code;
}

}  // namespace

void add_run(CLI::App& app, int& exit_code, std::vector<std::string> after_dashes) {
  const auto options = std::make_shared<RunOptions>();
  const auto words = std::make_shared<std::vector<std::string>>();
  CLI::App* command = app.add_subcommand("run", "build any CUDA program and run it, checked");
  command
      ->add_option("PROGRAM", *words,
                   "the program's files: .cu, and .cpp or .c beside; then words for its main")
      ->required();
  command->add_option("--json", options->json,
                      "write launches, counters and findings to this file");
  command->add_option("--compiler", options->compiler, "auto, nvcc or clang")
      ->capture_default_str();
  command
      ->add_option("-I,--include", options->include_folders,
                   "folder in which included files are searched; may be given again")
      ->take_all()
      ->allow_extra_args(false);
  command->add_option("-D,--define", options->defines, "NAME or NAME=VALUE for the preprocessor")
      ->take_all()
      ->allow_extra_args(false);
  command
      ->add_option("--arch", options->architecture,
                   "compute capability times ten, such as 80; 0: as the program needs")
      ->check(not_negative)
      ->capture_default_str();
  add_device_option(*command, options->device);
  command->add_option("--checks", options->checks, "all, none, or names such as memcheck,racecheck")
      ->delimiter(',')
      ->check(CLI::IsMember({"all", "none", "memcheck", "initcheck", "racecheck", "synccheck"}))
      ->capture_default_str();
  command->add_option("--limit", options->limit, "most warp instructions of a launch")
      ->check(not_negative);
  command->add_option("--threads", options->threads, "processors that run blocks; 0: all")
      ->check(not_negative);
  command->add_flag("--everywhere", options->everywhere,
                    "run it again with 1 to 3 threads and each SIMD width: the JSON must be the "
                    "same");
  command->add_flag("--annotate", options->annotate,
                    "write the source with what each line cost to stderr");
  command->add_flag("--quiet", options->quiet, "no findings and no profile on stderr");
  command
      ->add_option("--flag", options->flags,
                   "a flag for the compiler, as --flag=-use_fast_math; may be given again")
      ->take_all()
      ->allow_extra_args(false);
  command->footer("What stands behind -- goes to the program.");
  command->callback([options, words, after_dashes, &exit_code] {
    sort_words(*words, *options);
    options->arguments.insert(options->arguments.end(), after_dashes.begin(), after_dashes.end());
    exit_code = run_run(*options);
  });
}

}  // namespace cli
