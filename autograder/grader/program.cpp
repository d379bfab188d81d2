// SPDX-License-Identifier: MIT
#include "grader/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "base/difference.h"
#include "base/files.h"
#include "base/text.h"
#include "grader/fault.h"
#include "toolchain/lambdas.h"
#include "toolchain/plan.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kOurs = std::chrono::seconds(60);

template <class T>
T ours(protocol::Outcome<T> outcome, DeviceWorker& worker, const char* what) {
  if (outcome) return std::move(outcome).value();
  throw GraderFault(
      fmt::format("{}: {}; {}", what, outcome.failure().message, worker.last_words()));
}

/// Does the file hold one of these texts?
bool holds_one_of(const fs::path& source, std::initializer_list<std::string_view> texts) {
  const auto content = base::read_file(source);
  return content.ok() && std::any_of(texts.begin(), texts.end(), [&](std::string_view text) {
           return content->find(text) != std::string::npos;
         });
}

/// Does the predicate hold for a file of the program?
template <class Predicate>
bool any_source(const Program& program, Predicate&& predicate) {
  return predicate(program.source) || std::ranges::any_of(program.more_sources, predicate);
}

/// Does a file of the program name this header?
bool includes(const Program& program, std::string_view header) {
  return any_source(program,
                    [&](const fs::path& source) { return holds_one_of(source, {header}); });
}

/// May a file of the program, or a header of its own, hold lambdas for the device?
bool may_hold_device_lambdas(const Program& program) {
  return any_source(program, [](const fs::path& source) {
    const auto content = base::read_file(source);
    return !content.ok() || content->find("#include \"") != std::string::npos ||
           toolchain::may_hold_device_lambdas(*content);
  });
}

/// What is said beside a message that a header of the toolkit was not found.
std::string hint_for(const std::string& messages) {
  constexpr std::string_view kMissing = "' file not found";
  const std::size_t end = messages.find(kMissing);
  if (end == std::string::npos) return {};
  const std::size_t begin = messages.rfind('\'', end - 1);
  if (begin == std::string::npos) return {};
  const std::string header = messages.substr(begin + 1, end - begin - 1);
  for (const char* part : {"cuda/", "cub/", "thrust/", "nv/", "curand", "cufft", "cusparse",
                           "cusolver", "mma.h", "cuda_fp8.h", "npp", "nvtx"}) {
    if (!header.starts_with(part)) continue;
    return "help: <" + header +
           "> comes with NVIDIA's CUDA Toolkit, which clang does without here: --compiler nvcc "
           "takes it, where the toolkit is installed\n";
  }
  return {};
}

/// Compiles next to nothing of ours: includes of any place work as they do by hand.
bool build_for(int architecture, const toolchain::Compiler& compiler, const Program& program,
               const fs::path& work, std::string& messages) {
  toolchain::BuildRequest request;
  request.source = program.source;
  request.work_folder = work;
  request.output = work / "program.so";
  request.architecture = architecture;
  request.include_folders = program.include_folders;
  request.defines = program.defines;
  request.more_sources = program.more_sources;
  request.flags = program.flags;
  request.threads_by_pragma = includes(program, "<omp.h>");
  request.device_lambdas = may_hold_device_lambdas(program);
  const toolchain::BuildPlan plan = toolchain::plan_build(compiler, request);
  for (const toolchain::GeneratedFile& file : plan.files) base::write_file(file.path, file.content);
  for (const toolchain::BuildStep& step : plan.steps) {
    sandbox::Command command;
    command.argv = step.command;
    command.environment = plan.environment;
    command.working_folder = plan.working_folder;
    command.limits.cpu = std::chrono::minutes(10);
    command.limits.wall = std::chrono::minutes(20);
    command.limits.memory_bytes = 0;
    const sandbox::Outcome outcome = sandbox::run(command);
    messages += outcome.output + outcome.errors;
    if (outcome.succeeded()) continue;
    if (outcome.end != sandbox::End::Exited) {
      messages += "the compiler " + describe(outcome) + "\n";
    }
    return false;
  }
  return true;
}

/// May the program have failed to compile because it names what only newer devices have, such as
/// __reduce_add_sync (8.0)?
bool may_need_newer(const std::string& messages) {
  for (const char* sign :
       {"is undefined", "undeclared identifier", "incomplete type", "no matching function",
        "no instance of", "static assertion", "#error", "sm_8", "sm_9"}) {
    if (messages.find(sign) != std::string::npos) return true;
  }
  return false;
}

constexpr int kNewer = 80;

/// Does the program name asynchronous copies or barrier objects? Before compute capability 8.0 they
/// compile too, but to plain copies and loops, in which the faults of such a program are gone.
bool names_asynchronous_copies(const fs::path& source) {
  return holds_one_of(source, {"__pipeline_memcpy_async", "memcpy_async(", "cuda::pipeline",
                               "cuda::barrier", "cp.async"});
}

bool build(const toolchain::Compiler& compiler, const Program& program, const fs::path& work,
           ProgramRun& run) {
  int architecture = program.architecture;
  if (architecture == 0 && names_asynchronous_copies(program.source)) architecture = kNewer;
  if (build_for(architecture, compiler, program, work, run.compiler_output)) return true;
  if (compiler.kind == toolchain::CompilerKind::Clang) {
    run.compiler_output += hint_for(run.compiler_output);
  }
  if (architecture != 0 || !may_need_newer(run.compiler_output)) return false;
  std::string messages;
  if (!build_for(kNewer, compiler, program, work, messages)) return false;
  run.compiler_output = messages + "built for compute capability 8.0, which the program needs\n";
  return true;
}

/// Opens the program and calls its main; how it ended goes into the run.
void call_main(HostRunner& runner, protocol::RunnerCase& running, const Program& program,
               const fs::path& object, ProgramRun& run) {
  const auto opened = running.open_program({object.string()}, protocol::kNoDeadline);
  if (!opened && opened.failure().kind == protocol::Failure::Kind::Refused) {
    run.built = false;
    run.compiler_output += opened.failure().message + "\n";
    running.close();
    return;
  }
  if (opened) {
    std::vector<std::string> words = {program.source.filename().string()};
    words.insert(words.end(), program.arguments.begin(), program.arguments.end());
    const auto value = running.run_main(words, protocol::kNoDeadline);
    if (!value && value.failure().kind == protocol::Failure::Kind::Refused) {
      run.built = false;
      run.compiler_output += value.failure().message + "\n";
    }
    running.close();
  }
  // What main returned is what the process exits with, once what is registered for its end has run.
  const auto end =
      runner.client().end_case(running, std::chrono::seconds(10), protocol::deadline_in(kOurs));
  if (!end) throw GraderFault("the host runner ended: " + end.failure().message);
  run.result.exit_code = end->signal != 0 ? 128 + end->signal : end->exit_code;
  run.result.signal = end->signal_name();
  if (end->signal != 0 || end->killed) run.ending = end->describe();
}

/// How a run differs from the others of its program.
struct Setting {
  unsigned threads = 1;
  std::string simd;     ///< see protocol::Configure
  bool silent = false;  ///< see HostRunner::unconfined()
};

/// Runs a program that is built. False: this processor does not have the instruction set.
bool run_built(const Tools& tools, const Program& program, const fs::path& object,
               const Setting& setting, ProgramRun& run) {
  DeviceWorker worker(tools);
  protocol::Configure configure;
  configure.backend = program.backend;
  configure.checks = program.checks;
  configure.instruction_limit = program.instruction_limit;
  configure.threads = setting.threads;
  configure.simd = setting.simd;
  configure.source_root = program.source.parent_path().string();
  configure.policy = protocol::CopyPolicy::open();
  configure.trace = program.trace;
  const auto configured = worker.client().configure(configure, protocol::deadline_in(kOurs));
  if (!setting.simd.empty() && !configured &&
      configured.failure().kind == protocol::Failure::Kind::Refused) {
    return false;
  }
  ours(configured, worker, "the device worker cannot be set up");
  HostRunner runner =
      HostRunner::unconfined(tools, program.folder, program.environment, setting.silent);
  protocol::FileDescriptor socket =
      ours(worker.client().attach_runner(protocol::deadline_in(kOurs)), worker,
           "the device worker takes no program");
  auto started = runner.client().start_case(std::move(socket), {}, protocol::deadline_in(kOurs));
  if (!started) throw GraderFault("the host runner: " + started.failure().message);
  call_main(runner, *started, program, object, run);
  if (!run.built) return true;

  const int exit_code = run.result.exit_code;
  std::string signal = std::move(run.result.signal);
  run.result = ours(worker.client().finish(protocol::kNoDeadline), worker,
                    "the device worker did not report");
  run.result.exit_code = exit_code;
  run.result.signal = std::move(signal);
  return true;
}

std::vector<std::string> differences_everywhere(const Tools& tools, const Program& program,
                                                const fs::path& object,
                                                const std::string& expected) {
  std::vector<std::string> differences;
  for (const char* simd : {"baseline", "avx2", "avx512"}) {
    for (const unsigned threads : {1U, 2U, 3U}) {
      ProgramRun again;
      again.built = true;
      if (!run_built(tools, program, object, {threads, simd, true}, again)) break;
      const std::string result = to_json(again.result);
      if (result == expected) continue;
      differences.push_back(fmt::format("{} with {}: {}", simd, base::counted(threads, "thread"),
                                        base::first_difference(expected, result)));
    }
  }
  return differences;
}

}  // namespace

ProgramRun run_program(const toolchain::Compiler& compiler, const Tools& tools,
                       const Program& program) {
  ProgramRun run;
  const base::TemporaryFolder work("course-program");
  const fs::path object = work.path() / "program.so";
  run.built = build(compiler, program, work.path(), run);
  if (run.built) run_built(tools, program, object, {program.threads, "", false}, run);
  if (run.built && program.everywhere) {
    run.differences = differences_everywhere(tools, program, object, to_json(run.result));
  }
  run.result.compiler = compiler.label();
  return run;
}

}  // namespace grader
