// SPDX-License-Identifier: MIT
#include "sandbox/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "base/text.h"
#include "sandbox/prepare.h"

namespace sandbox {

namespace fs = std::filesystem;

struct Process::State {
  explicit State(Prepared prepared) : ready(std::move(prepared)) {}

  Prepared ready;
  Descriptor input, output, errors;  ///< memory files
  Descriptor report;                 ///< read end
  Descriptor lifeline;               ///< write end; closing it ends the process
  pid_t supervisor = -1;
  bool done = false;
  std::uint64_t output_limit = 0;
  Outcome outcome;
};

namespace {

struct Pipe {
  Descriptor read_end, write_end;
};

Pipe make_pipe(int flags = 0) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw SandboxError(std::string("pipe: ") + std::strerror(errno));
  Pipe made{Descriptor(ends[0]), Descriptor(ends[1])};
  if (flags != 0) fcntl(ends[0], F_SETFL, flags);
  return made;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> list;
  for (std::string& text : texts) list.push_back(text.data());
  list.push_back(nullptr);
  return list;
}

bool replaced(const Command& command, int number) {
  return std::any_of(command.descriptors.begin(), command.descriptors.end(),
                     [number](const PassedDescriptor& passed) { return passed.theirs == number; });
}

std::string content_from(int file, std::uint64_t from) {
  std::string text;
  char buffer[1 << 16];
  ssize_t count = 0;
  while ((count = pread(file, buffer, sizeof buffer, static_cast<off_t>(from + text.size()))) > 0) {
    text.append(buffer, static_cast<std::size_t>(count));
  }
  return text;
}

const char* stage_name(Stage stage) {
  switch (stage) {
    case Stage::None:
      return "starting";
    case Stage::Fork:
      return "forking";
    case Stage::Descriptors:
      return "passing descriptors";
    case Stage::Folder:
      return "entering the working folder";
    case Stage::User:
      return "taking the unprivileged user";
    case Stage::Landlock:
      return "entering Landlock";
    case Stage::Filter:
      return "filtering system calls";
    case Stage::Execute:
      return "executing";
  }
  return "starting";
}

// bubblewrap states the exit code on its status descriptor only when the program was really
// started.
void check_wrapper(const Prepared& ready, const Outcome& outcome) {
  if (ready.status_file.get() < 0 || outcome.end != End::Exited || outcome.exit_code == 0) return;
  if (content_from(ready.status_file.get(), 0).find("exit-code") != std::string::npos) return;
  throw SandboxError("the sandbox could not be set up: " +
                     std::string(base::trim(outcome.errors.substr(0, 500))));
}

void fill_ending(const Prepared& ready, const Report& report, Outcome& outcome) {
  const int status = report.wait_status;
  if (report.reason == Reason::WallTime) {
    outcome.end = End::TimedOut;
  } else if (report.reason == Reason::Asked) {
    outcome.end = End::Killed;
  } else if (WIFSIGNALED(status)) {
    outcome.end = End::Signalled;
    outcome.signal = WTERMSIG(status);
  } else {
    outcome.exit_code = WEXITSTATUS(status);
    // Inside bubblewrap the program's signal arrives as a shell would state it.
    if (ready.status_file.get() >= 0 && outcome.exit_code > 128 && outcome.exit_code < 128 + NSIG) {
      outcome.end = End::Signalled;
      outcome.signal = outcome.exit_code - 128;
    }
  }
  outcome.cpu_seconds = static_cast<double>(report.cpu_us) / 1e6;
  outcome.wall_seconds = static_cast<double>(report.wall_us) / 1e6;
  outcome.peak_memory_bytes = static_cast<std::uint64_t>(report.peak_kib) * 1024;
  outcome.output_truncated = report.output_truncated != 0;
  outcome.errors_truncated = report.errors_truncated != 0;
}

struct Vectors {
  std::vector<char*> argv, environment;
  std::vector<PassedDescriptor> descriptors;
  std::vector<int> kept;
  sock_fprog filter{};
};

void fill_plan(Prepared& ready, const Limits& limits, Vectors& vectors, Plan& plan) {
  vectors.argv = pointers(ready.argv);
  vectors.environment = pointers(ready.environment);
  plan.argv = vectors.argv.data();
  plan.environment = vectors.environment.data();
  plan.folder = ready.folder.c_str();
  plan.descriptors = vectors.descriptors.data();
  plan.descriptor_count = vectors.descriptors.size();
  vectors.kept = {plan.report,      plan.lifeline,        plan.output.read_end,
                  plan.output.file, plan.errors.read_end, plan.errors.file};
  for (const PassedDescriptor& passed : vectors.descriptors) vectors.kept.push_back(passed.ours);
  std::erase_if(vectors.kept, [](int number) { return number < 0; });
  std::sort(vectors.kept.begin(), vectors.kept.end());
  vectors.kept.erase(std::unique(vectors.kept.begin(), vectors.kept.end()), vectors.kept.end());
  plan.kept = vectors.kept.data();
  plan.kept_count = vectors.kept.size();
  plan.output_limit = limits.output_bytes;
  plan.wall_ms = limits.wall.count();
  plan.limits = ready.limits.data();
  plan.limit_count = ready.limits.size();
  plan.change_user = ready.change_user;
  plan.drop_capabilities = ready.drop_capabilities;
  plan.identity = ready.identity;
  plan.new_namespaces = ready.new_namespaces;
  plan.landlock_version = ready.landlock_version;
  plan.rules = ready.rules.data();
  plan.rule_count = ready.rules.size();
  if (ready.filter_in_target) {
    vectors.filter = {static_cast<unsigned short>(ready.filter.size()), ready.filter.data()};
    plan.filter = &vectors.filter;
  }
}

}  // namespace

Process::Process(const Command& command) {
  auto state =
      std::make_unique<State>(prepare(command, command.view ? rung_in_force() : Rung::LimitsOnly));
  state->output_limit = command.limits.output_bytes;
  Plan plan;
  Vectors vectors;
  vectors.descriptors = state->ready.descriptors;
  Pipe output, errors;
  if (!replaced(command, 0)) {
    state->input = memory_file("input", command.input);
    vectors.descriptors.push_back({state->input.get(), 0});
  }
  if (!replaced(command, 1)) {
    output = make_pipe(O_NONBLOCK);
    state->output = memory_file("output");
    plan.output = {output.read_end.get(), state->output.get(), 0, 0};
    vectors.descriptors.push_back({output.write_end.get(), 1});
  }
  if (!replaced(command, 2)) {
    errors = make_pipe(O_NONBLOCK);
    state->errors = memory_file("errors");
    plan.errors = {errors.read_end.get(), state->errors.get(), 0, 0};
    vectors.descriptors.push_back({errors.write_end.get(), 2});
  }
  Pipe report = make_pipe();
  Pipe lifeline = make_pipe();
  // Above all numbers that the process asks for, so that it can still be written to at the very
  // end.
  const Descriptor report_end(fcntl(report.write_end.get(), F_DUPFD_CLOEXEC, 200));
  plan.report = report_end.get();
  plan.lifeline = lifeline.read_end.get();
  fill_plan(state->ready, command.limits, vectors, plan);
  state->supervisor = fork();
  if (state->supervisor == 0) supervise(plan);
  if (state->supervisor < 0) throw SandboxError(std::string("fork: ") + std::strerror(errno));
  state->report = std::move(report.read_end);
  state->lifeline = std::move(lifeline.write_end);
  state_ = state.release();
}

Process::~Process() {
  release();
}

Process::Process(Process&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}

Process& Process::operator=(Process&& other) noexcept {
  if (this != &other) {
    release();
    state_ = std::exchange(other.state_, nullptr);
  }
  return *this;
}

void Process::release() noexcept {
  if (state_ == nullptr) return;
  if (!state_->done) {
    state_->lifeline.reset();
    while (waitpid(state_->supervisor, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  delete state_;
  state_ = nullptr;
}

const Outcome& Process::wait() {
  State& state = *state_;
  if (state.done) return state.outcome;
  Report report;
  std::size_t have = 0;
  while (have < sizeof report) {
    const ssize_t count =
        read(state.report.get(), reinterpret_cast<char*>(&report) + have, sizeof report - have);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    have += static_cast<std::size_t>(count);
  }
  while (waitpid(state.supervisor, nullptr, 0) < 0 && errno == EINTR) {
  }
  state.done = true;
  Outcome& outcome = state.outcome;
  if (state.output.get() >= 0) outcome.output = content_from(state.output.get(), 0);
  if (state.errors.get() >= 0) outcome.errors = content_from(state.errors.get(), 0);
  if (have < sizeof report) {
    // Somebody killed the supervisor: nobody but the process itself has a reason to.
    outcome.end = End::Signalled;
    outcome.signal = SIGKILL;
    return outcome;
  }
  if (report.failed != Stage::None) {
    throw SandboxError(fmt::format("{} failed at {}: {}", state.ready.argv.front(),
                                   stage_name(report.failed), std::strerror(report.error)));
  }
  fill_ending(state.ready, report, outcome);
  check_wrapper(state.ready, outcome);
  return outcome;
}

const Outcome& Process::kill() {
  state_->lifeline.reset();
  return wait();
}

bool Process::ended() {
  if (state_->done) return true;
  pollfd event{state_->report.get(), POLLIN, 0};
  return poll(&event, 1, 0) > 0;
}

std::string Process::output_so_far(std::uint64_t from) const {
  return state_->output.get() < 0 ? std::string() : content_from(state_->output.get(), from);
}

std::string Process::errors_so_far(std::uint64_t from) const {
  return state_->errors.get() < 0 ? std::string() : content_from(state_->errors.get(), from);
}

Outcome run(const Command& command) {
  return Process(command).wait();
}

std::string describe(const Outcome& outcome) {
  switch (outcome.end) {
    case End::Exited:
      return fmt::format("ended with exit code {}", outcome.exit_code);
    case End::Signalled: {
      const char* name = sigabbrev_np(outcome.signal);
      if (outcome.signal == SIGXCPU) return "used up its processor time";
      return name == nullptr ? fmt::format("was killed by signal {}", outcome.signal)
                             : fmt::format("was killed by SIG{}", name);
    }
    case End::TimedOut:
      return fmt::format("ran longer than {:.0f} s", outcome.wall_seconds);
    case End::Killed:
      return "was ended by the grader";
  }
  return "";
}

Identity Identity::fresh() {
  if (getuid() != 0) return {getuid(), getgid()};
  // Above the numbers that systems and containers hand out; unlike for every sandbox running now.
  static std::atomic<unsigned> next{0};
  const uid_t number = 0x70000000U + ((static_cast<unsigned>(getpid()) & 0x3fffU) << 10) +
                       (next.fetch_add(1) & 0x3ffU);
  return {number, number};
}

std::optional<fs::path> find_program(std::string_view name) {
  if (name.find('/') != std::string_view::npos) {
    const fs::path path = fs::absolute(name);
    if (access(path.c_str(), X_OK) == 0) return path;
    return std::nullopt;
  }
  const char* variable = std::getenv("PATH");
  const std::string folders = variable != nullptr ? variable : "/usr/local/bin:/usr/bin:/bin";
  for (const std::string& folder : base::split(folders, ':')) {
    const fs::path path = fs::path(folder.empty() ? "." : folder) / std::string(name);
    std::error_code error;
    if (access(path.c_str(), X_OK) == 0 && fs::is_regular_file(path, error)) return path;
  }
  return std::nullopt;
}

}  // namespace sandbox
