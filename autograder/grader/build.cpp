// SPDX-License-Identifier: MIT
#include "grader/build.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/hash.h"
#include "grader/compile_command.h"
#include "grader/fault.h"
#include "sandbox/process.h"
#include "toolchain/clang_script.h"
#include "toolchain/lambdas.h"
#include "toolchain/messages.h"
#include "toolchain/nvcc_script.h"
#include "toolchain/plan.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestText = 64 << 10;
/// With less room for temporary files, a build that failed is not held against anybody.
constexpr std::uintmax_t kLeastRoom = std::uintmax_t{16} << 20;

/// The folders of one build: sources that the compiler may read, results that it may write.
struct Stage {
  base::TemporaryFolder root{"course-build"};
  fs::path sources = root.path() / "source";
  fs::path results = root.path() / "result";
  sandbox::Identity user = sandbox::Identity::fresh();

  explicit Stage(const BuildInput& input) {
    // The unprivileged user has to get through where no file tree of its own is made for it.
    fs::permissions(root.path(), fs::perms(0755));
    for (const StagedFile& file : input.files) base::write_file(sources / file.path, file.content);
    fs::create_directories(results);
  }
};

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at)) {
    text.replace(at, what.size(), by);
    at += by.size();
  }
  return text;
}

std::string without_paths(std::string text, const Stage& stage, const fs::path& folder) {
  text = replaced(std::move(text), folder.string() + "/", "");
  text = replaced(std::move(text), stage.sources.string() + "/", "");
  text = replaced(std::move(text), stage.results.string() + "/", "");
  text = toolchain::without_ours(std::move(text));
  if (text.size() > kLongestText) text = text.substr(0, kLongestText) + "\n[cut off]\n";
  return text;
}

sandbox::Command command_of(const toolchain::BuildPlan& plan, const toolchain::BuildStep& step,
                            const Stage& stage, std::chrono::seconds time) {
  sandbox::Command command = compile_command(plan, step, stage.user, time);
  command.view->read_only.push_back(stage.sources);
  return command;
}

void take_output(const sandbox::Outcome& outcome, BuildOutput& output) {
  output.text += outcome.output + outcome.errors;
  if (outcome.end == sandbox::End::Exited) return;
  output.text += "the compiler " + describe(outcome) + "\n";
  output.errors.push_back({{}, "the compiler " + describe(outcome), ""});
}

/// The command of a step, in halves side by side where nvcc says how.
sandbox::Command quick_command_of(const toolchain::BuildPlan& plan,
                                  const toolchain::BuildStep& step, const Stage& stage,
                                  std::chrono::seconds time) {
  sandbox::Command command = command_of(plan, step, stage, time);
  if (step.dry_run.empty()) return command;
  sandbox::Command asking = command;
  asking.argv = step.dry_run;
  const sandbox::Outcome outcome = sandbox::run(asking);
  if (!outcome.succeeded()) return command;
  if (const auto script = toolchain::side_by_side_script(outcome.errors)) {
    command.argv = {"/bin/sh", "-c", *script};
  }
  return command;
}

bool run_command(const sandbox::Command& command, BuildOutput& output) {
  const sandbox::Outcome outcome = sandbox::run(command);
  take_output(outcome, output);
  return outcome.succeeded();
}

/// Runs the steps one by one; false when one failed.
bool run_steps(const toolchain::BuildPlan& plan, const Stage& stage, std::chrono::seconds time,
               BuildOutput& output) {
  return std::ranges::all_of(plan.steps, [&](const toolchain::BuildStep& step) {
    return run_command(quick_command_of(plan, step, stage, time), output);
  });
}

/// Does all steps in one sandbox where there is a script for that; false when one failed.
bool run_at_once(const toolchain::BuildPlan& plan, const Stage& stage, std::chrono::seconds time,
                 BuildOutput& output) {
  const auto script = toolchain::clang_script(plan);
  if (!script) return run_steps(plan, stage, time, output);
  sandbox::Command command = command_of(plan, plan.steps.front(), stage, time);
  command.argv = {"/bin/sh", "-c", *script};
  return run_command(command, output);
}

std::string pack(const BuildOutput& output) {
  nlohmann::json header = {{"built", output.built}, {"text", output.text}};
  header["errors"] = nlohmann::json::array();
  for (const base::Diagnostic& error : output.errors) {
    header["errors"].push_back(
        {error.where.file, error.where.line, error.where.column, error.message, error.hint});
  }
  const std::string text = header.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  return std::to_string(text.size()) + "\n" + text + output.objects.program;
}

BuildOutput unpack(const std::string& packed) {
  const std::size_t end = packed.find('\n');
  const std::size_t size = std::stoul(packed.substr(0, end));
  const auto header = nlohmann::json::parse(packed.substr(end + 1, size));
  BuildOutput output;
  output.built = header.at("built");
  output.text = header.at("text");
  for (const auto& error : header.at("errors")) {
    output.errors.push_back({{error.at(0), error.at(1), error.at(2)}, error.at(3), error.at(4)});
  }
  output.objects.program = packed.substr(end + 1 + size);
  return output;
}

}  // namespace

Builder::Builder(toolchain::Compiler compiler, const Cache& cache, std::chrono::seconds time)
    : compiler_(std::move(compiler)),
      fingerprint_(toolchain::fingerprint(compiler_)),
      cache_(cache),
      time_(time),
      headers_(compiler_, fingerprint_, cache, time),
      link_command_(compiler_, fingerprint_, cache, time) {}

std::string Builder::hash(const BuildInput& input) const {
  base::HashBuilder hash;
  hash.add("build 4").add(fingerprint_).add(static_cast<std::uint64_t>(input.architecture));
  hash.add(input.source.string()).add(input.appended);
  for (const StagedFile& file : input.files) hash.add(file.path.string()).add(file.content);
  for (const BuildInput& library : input.libraries) hash.add(this->hash(library));
  for (const StagedFile& file : input.declarations) {
    hash.add(file.path.string()).add(file.content);
  }
  return hash.hex();
}

BuildOutput Builder::compile(const BuildInput& input) const {
  const Stage stage(input);
  toolchain::BuildRequest request;
  request.source = stage.sources / input.source;
  request.work_folder = stage.results;
  request.output = stage.results / "program.so";
  request.architecture = input.architecture;
  request.appended = input.appended;
  request.little_host_work = true;
  request.device_lambdas = std::ranges::any_of(input.files, [](const StagedFile& file) {
    return toolchain::may_hold_device_lambdas(file.content);
  });
  request.headers = headers_.write_to(stage.root.path() / "headers", input.architecture);
  request.lean_mathematics = true;
  request.link_command = link_command_.words();
  toolchain::BuildPlan plan = toolchain::plan_build(compiler_, request);
  for (const toolchain::GeneratedFile& file : plan.files) base::write_file(file.path, file.content);

  BuildOutput output;
  bool ended_well = run_at_once(plan, stage, time_, output);
  // What a file is refused for is said by a compiler that has read all headers as they are, and
  // links by itself.
  if (!ended_well && output.errors.empty()) {
    request.headers = {};
    request.lean_mathematics = false;
    request.link_command = {};
    plan = toolchain::plan_build(compiler_, request);
    output = {};
    ended_well = run_steps(plan, stage, time_, output);
  }
  for (base::Diagnostic& error :
       toolchain::of_severity(toolchain::parse_messages(output.text, plan.working_folder),
                              toolchain::Severity::Error)) {
    output.errors.push_back(std::move(error));
  }
  output.text = without_paths(std::move(output.text), stage, plan.working_folder);
  if (!ended_well) {
    // A compiler that had no room says so in words of its own; the fault is not the student's.
    const fs::space_info room = fs::space(stage.results);
    if (room.available < kLeastRoom) {
      throw GraderFault(fmt::format(
          "{} has only {} KB left, so that a build failed: make room, or set TMPDIR to a folder "
          "that has some",
          fs::temp_directory_path().string(), room.available >> 10));
    }
    return output;
  }
  auto object = base::read_file(plan.output, kLargestObject);
  if (!object.ok()) {
    output.errors.insert(output.errors.end(), object.errors().begin(), object.errors().end());
    return output;
  }
  output.objects.program = std::move(*object);
  output.built = true;
  return output;
}

BuildOutput Builder::build_kept(const BuildInput& input, const std::string& key) const {
  if (const std::optional<std::string> kept = cache_.get(key)) {
    BuildOutput output = unpack(*kept);
    output.hash = key;
    return output;
  }
  BuildOutput output = compile(input);
  output.hash = key;
  // A compiler that was stopped, or whose own helper was, may do better on a machine that is less
  // busy.
  const bool stopped =
      !output.built && std::ranges::any_of(output.errors, [](const base::Diagnostic& error) {
        return error.message.find("signal terminated program") != std::string::npos ||
               error.message.find("unable to execute command") != std::string::npos ||
               (error.where.file.empty() && error.message.starts_with("the compiler "));
      });
  if (!stopped) cache_.put(key, pack(output));
  return output;
}

BuildOutput Builder::build_one(const BuildInput& input) const {
  const std::string key = hash(input);
  std::packaged_task<BuildOutput()> mine([&] { return build_kept(input, key); });
  std::shared_future<BuildOutput> result = mine.get_future().share();
  {
    const std::lock_guard lock(starting_);
    const auto [place, first] = running_.try_emplace(key, result);
    if (!first) {
      result = place->second;
      mine = {};
    }
  }
  if (mine.valid()) {
    mine();
    const std::lock_guard lock(starting_);
    running_.erase(key);
  }
  return result.get();
}

std::optional<BuildOutput> Builder::build_in_parts(const BuildInput& input) const {
  BuildInput rest = input;
  rest.libraries.clear();
  rest.declarations.clear();
  for (StagedFile& file : rest.files) {
    const auto stands_in = std::ranges::find(input.declarations, file.path,
                                             [](const StagedFile& one) { return one.path; });
    if (stands_in != input.declarations.end()) file.content = stands_in->content;
  }
  BuildOutput output = build_one(rest);
  for (const BuildInput& library : input.libraries) {
    if (!output.built) return std::nullopt;
    BuildOutput built = build_one(library);
    output.built = built.built;
    output.objects.libraries.push_back(std::move(built.objects.program));
  }
  if (!output.built) return std::nullopt;
  output.hash = hash(input);
  return output;
}

BuildOutput Builder::build(const BuildInput& input) const {
  if (!input.libraries.empty()) {
    if (std::optional<BuildOutput> output = build_in_parts(input)) return std::move(*output);
  }
  return build_one(input);
}

}  // namespace grader
