// SPDX-License-Identifier: MIT
#include "grader/session.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>

#include "base/files.h"
#include "base/text.h"
#include "grader/arguments.h"
#include "grader/device_code.h"
#include "grader/fault.h"
#include "grader/uncaught.h"

namespace grader {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr milliseconds kOurs = seconds(60);   ///< for what only our own code has to do
constexpr milliseconds kEnding = seconds(3);  ///< beside a call's time, to end its process
constexpr int kClockOfUse = 10;               ///< a call may use this part of its time
constexpr std::size_t kShown = 16 << 10;      ///< this much of what a case prints is kept
constexpr std::size_t kLongestMessage = 2'000;

protocol::Deadline in(milliseconds wait) {
  return protocol::deadline_in(wait);
}

/// The value of a call that only our own code can make fail.
template <class T>
T ours(protocol::Outcome<T> outcome, const char* what) {
  if (!outcome) throw GraderFault(fmt::format("{}: {}", what, outcome.failure().message));
  return std::move(outcome).value();
}

}  // namespace

struct Session::Parts {
  Tools tools;
  SessionSettings settings;
  SharedObjects objects;
  base::TemporaryFolder folder{"course-run"};
  protocol::OpenProgram program;  ///< where the objects lie, once there is a runner
  std::optional<DeviceWorker> worker;
  std::optional<HostRunner> runner;

  protocol::WorkerClient& device() {
    if (!worker) worker.emplace(tools);
    return worker->client();
  }

  protocol::RunnerClient& host() {
    if (!runner) {
      if (program.path.empty()) write_objects();
      runner.emplace(tools, program);
    }
    return runner->client();
  }

  void write_objects();
  CaseRun run(const CaseTask& task);
  protocol::RunnerCase start_case(const CaseTask& task, protocol::FileDescriptor device,
                                  int output);
  void configure(const CaseTask& task);
  std::vector<protocol::DeviceBuffer> make_buffers(const CaseTask& task);
  void run_kernel(const CaseTask& task, const std::vector<protocol::DeviceBuffer>& buffers,
                  CaseRun& run);
  void run_host(const CaseTask& task, const std::vector<protocol::DeviceBuffer>& buffers,
                CaseRun& run);
  void give_up_kernels(const CaseTask& task, CaseRun& run);
  void collect(const CaseTask& task, const std::vector<protocol::DeviceBuffer>& buffers,
               CaseRun& run);
};

namespace {

/// What a case's process printed, in memory.
class Printed {
 public:
  Printed() : file_(memfd_create("printed", MFD_CLOEXEC)) {
    if (!file_) throw GraderFault("no memory file for what a case prints");
  }

  int descriptor() const { return file_.get(); }

  std::string text() const {
    std::string text(kShown, '\0');
    const ssize_t count = pread(file_.get(), text.data(), text.size(), 0);
    text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
    return text;
  }

  /// All that was printed, kept or not.
  std::uint64_t bytes() const {
    const off_t end = lseek(file_.get(), 0, SEEK_END);
    return end > 0 ? static_cast<std::uint64_t>(end) : 0;
  }

 private:
  protocol::FileDescriptor file_;
};

void fail(CaseRun& run, RunEnd end, std::string message) {
  run.end = end;
  run.message = std::move(message);
  run.slow = end == RunEnd::TimedOut;
}

/// What a student's process says of itself, fit for one line of a report.
std::string shown(const std::string& said) {
  std::string line = said.substr(0, kLongestMessage);
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  return line;
}

/// Did a kernel run out of its budget, or stop for good?
bool kernel_was_stopped(const protocol::RunResult& device) {
  return std::any_of(device.findings.begin(), device.findings.end(), [](const auto& finding) {
    return finding.kind == "instruction_limit" || finding.kind == "deadlock";
  });
}

// What a call that did not return means. The program's process says the rest.
void explain(const protocol::Failure& failure, const protocol::CaseEnd* end, const CaseTask& task,
             CaseRun& run) {
  using Kind = protocol::Failure::Kind;
  if (failure.kind == Kind::TimedOut || (end != nullptr && end->signal == SIGXCPU)) {
    fail(run, RunEnd::TimedOut, task.entry.name + " did not return in time");
  } else if (end != nullptr && end->killed) {
    fail(run, RunEnd::Crashed, task.entry.name + " closed its connection to the grader");
  } else if (failure.kind == Kind::Refused) {
    fail(run, RunEnd::NotLoaded, shown(failure.message));
  } else if (failure.kind == Kind::Malformed) {
    fail(run, RunEnd::Crashed,
         "the program wrote to the grader's socket: " + shown(failure.message));
  } else if (end == nullptr) {
    fail(run, RunEnd::Crashed, task.entry.name + " ended the process that runs the cases");
  } else {
    fail(run, RunEnd::Crashed, fmt::format("{} {}", task.entry.name, end->describe()));
  }
}

std::vector<protocol::Argument> call_arguments(const CaseTask& task,
                                               const std::vector<protocol::DeviceBuffer>& buffers) {
  std::vector<protocol::Argument> arguments;
  for (std::size_t i = 0; i < task.real.parameters.size(); ++i) {
    if (task.real.parameters[i].spec_only) continue;
    arguments.push_back(argument_of(task.real.parameters[i], buffers[i].address));
  }
  return arguments;
}

// Host buffers come back from the offset on; what lies before it was out of reach. They come from
// the student's process, which may send anything: false when it is not what was asked for.
bool take_back(const course::RealCase& real, std::vector<protocol::Bytes> returned, CaseRun& run) {
  std::size_t next = 0;
  for (std::size_t i = 0; i < real.parameters.size(); ++i) {
    const course::RealParameter& parameter = real.parameters[i];
    if (parameter.spec_only) continue;
    const protocol::Argument sent = argument_of(parameter, 0);
    const protocol::Bytes bytes = std::move(returned[next++]);
    if (!sent.returned) continue;
    if (bytes.size() != sent.bytes.size()) return false;
    const std::size_t offset = parameter.is_pointer ? parameter.offset_bytes() : 0;
    std::copy(bytes.begin(), bytes.end(),
              run.buffers[i].bytes.begin() + static_cast<std::ptrdiff_t>(offset));
  }
  return true;
}

/// Puts what kernels printed behind what the host printed, as far as there is room for it.
void keep_printed(CaseRun& run) {
  std::uint64_t all = run.printed_bytes + run.device.device_output.size();
  for (const protocol::HostNote& note : run.device.host_notes) {
    if (note.kind == "printed_not_kept") all += note.count;
  }
  run.output.append(run.device.device_output, 0, kShown - std::min(kShown, run.output.size()));
  if (all > run.output.size()) {
    run.output += fmt::format("\n[cut off: {} more were printed]\n",
                              base::counted(all - run.output.size(), "byte"));
  }
}

// The case as it was before the call, for buffers that no answer came for.
void fill_with_before(const course::RealCase& real, CaseRun& run) {
  run.buffers.resize(real.parameters.size());
  for (std::size_t i = 0; i < real.parameters.size(); ++i) {
    const course::RealParameter& parameter = real.parameters[i];
    run.buffers[i].bytes = parameter.is_pointer ? parameter.storage : parameter.value;
  }
}

}  // namespace

void Session::Parts::write_objects() {
  std::filesystem::permissions(folder.path(), std::filesystem::perms(0755));
  const auto written = [&](const std::string& name, const std::string& content) {
    const std::filesystem::path path = folder.path() / name;
    base::write_file(path, content);
    return path.string();
  };
  for (std::size_t i = 0; i < objects.libraries.size(); ++i) {
    program.libraries.push_back(
        written("library" + std::to_string(i) + ".so", objects.libraries[i]));
  }
  program.path = written("program.so", objects.program);
}

void Session::Parts::configure(const CaseTask& task) {
  protocol::Configure configure;
  configure.backend = settings.backend;
  configure.threads = settings.threads;
  configure.memory_bytes = settings.memory_bytes;
  configure.instruction_limit = task.instruction_limit;
  configure.source_root = settings.source_root;
  configure.given_files = settings.given_files;
  configure.policy = policy_of(task.exercise, task.real);
  configure.trace = settings.trace;
  ours(device().configure(configure, in(kOurs)), "the device worker cannot be set up");
}

std::vector<protocol::DeviceBuffer> Session::Parts::make_buffers(const CaseTask& task) {
  std::vector<protocol::DeviceBuffer> buffers;
  for (const course::RealParameter& parameter : task.real.parameters) {
    const std::optional<protocol::CreateBuffer> wanted = buffer_of(parameter);
    buffers.push_back(wanted ? ours(device().create_buffer(*wanted, in(kOurs)),
                                    "the device worker cannot make a buffer")
                             : protocol::DeviceBuffer{});
  }
  return buffers;
}

void Session::Parts::run_kernel(const CaseTask& task,
                                const std::vector<protocol::DeviceBuffer>& buffers, CaseRun& run) {
  if (std::count(task.real.grid.begin(), task.real.grid.end(), 0) > 0) return;
  const auto code = device_code(objects.program);
  if (!code.ok()) return fail(run, RunEnd::NotLoaded, code.errors().front().message);
  const auto module = device().load_module(*code, in(kOurs));
  if (!module && module.failure().kind == protocol::Failure::Kind::Refused) {
    return fail(run, RunEnd::NotLoaded, module.failure().message);
  }
  protocol::DirectLaunch launch;
  launch.module = ours(module, "the device worker cannot load the kernel").id;
  launch.kernel = task.entry.name;
  for (std::size_t d = 0; d < 3; ++d) {
    launch.grid[d] = static_cast<std::uint32_t>(task.real.grid[d]);
    launch.block[d] = static_cast<std::uint32_t>(task.real.block[d]);
  }
  launch.dynamic_shared_bytes = static_cast<std::uint64_t>(task.real.shared_bytes);
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    const course::RealParameter& parameter = task.real.parameters[i];
    if (!parameter.spec_only) {
      launch.arguments.push_back(kernel_argument(parameter, buffers[i].address));
    }
  }
  const auto launched = device().launch(launch, in(task.kernel_time));
  if (!launched && launched.failure().kind == protocol::Failure::Kind::TimedOut) {
    return give_up_kernels(task, run);
  }
  if (!launched && launched.failure().kind == protocol::Failure::Kind::Refused) {
    return fail(run, RunEnd::Refused, launched.failure().message);
  }
  ours(launched, "the device worker cannot launch the kernel");
}

// An earlier case may have hurt the process that starts them: then there is another one.
protocol::RunnerCase Session::Parts::start_case(const CaseTask& task,
                                                protocol::FileDescriptor device, int output) {
  // A loop without end is seen by the time it uses long before the clock says so, however busy the
  // machine.
  const auto bound =
      static_cast<std::uint32_t>(std::chrono::ceil<seconds>(task.call_time / kClockOfUse).count());
  if (runner) {
    auto started = host().start_case(device.duplicate(), {output, output}, in(seconds(10)), bound);
    if (started) return std::move(started).value();
    runner.reset();
  }
  return ours(host().start_case(std::move(device), {output, output}, in(kOurs), bound),
              "the host runner cannot start a case");
}

void Session::Parts::run_host(const CaseTask& task,
                              const std::vector<protocol::DeviceBuffer>& buffers, CaseRun& run) {
  protocol::FileDescriptor socket =
      ours(device().attach_runner(in(kOurs)), "the device worker takes no program");
  const Printed printed;
  protocol::RunnerCase running = start_case(task, std::move(socket), printed.descriptor());
  std::optional<protocol::Failure> failure;
  if (const auto opened = running.open_program(program, in(task.call_time)); !opened) {
    failure = opened.failure();
  } else if (task.entry.kind == course::EntryKind::Program) {
    std::vector<std::string> words = {task.entry.name};
    words.insert(words.end(), task.entry.arguments.begin(), task.entry.arguments.end());
    const auto value = running.run_main(words, in(task.call_time));
    if (value) run.exit_code = *value;
    if (!value) failure = value.failure();
  } else {
    auto returned =
        running.call(task.entry.name, call_arguments(task, buffers), in(task.call_time));
    if (!returned) {
      failure = returned.failure();
    } else if (!take_back(task.real, std::move(returned).value(), run)) {
      failure = protocol::Failure{protocol::Failure::Kind::Malformed,
                                  "a buffer came back with another size"};
    }
  }
  const bool in_time = !failure || failure->kind != protocol::Failure::Kind::TimedOut;
  if (!failure) running.close();
  const auto end = host().end_case(running, in_time ? seconds(2) : milliseconds(0),
                                   in(task.call_time + kEnding));
  if (failure) explain(*failure, end ? &*end : nullptr, task, run);
  if (!end) {
    runner.reset();
    run.slow = run.slow || end.failure().kind == protocol::Failure::Kind::TimedOut;
    if (!failure) {
      fail(run, RunEnd::Crashed, task.entry.name + " stopped the process that runs the cases");
    }
  }
  const bool exited = failure && end && end->signal == 0 && !end->killed &&
                      failure->kind == protocol::Failure::Kind::PeerDied;
  if (exited && task.entry.kind == course::EntryKind::Program) {
    // A program may leave by exit() as well as by returning from main.
    run.end = RunEnd::Completed;
    run.message.clear();
    run.exit_code = end->exit_code;
  }
  run.output = printed.text();
  run.printed_bytes = printed.bytes();
  if (run.end == RunEnd::Crashed && end && end->signal == SIGABRT) {
    const std::string thrown = shown(uncaught_exception(run.output));
    if (!thrown.empty()) run.message += ": " + thrown;
  }
}

// The worker is still at the student's kernels; the next case gets another one.
void Session::Parts::give_up_kernels(const CaseTask& task, CaseRun& run) {
  if (run.end != RunEnd::TimedOut) {
    fail(run, RunEnd::TimedOut, "the kernels of " + task.entry.name + " did not end in time");
  }
  worker.reset();
}

void Session::Parts::collect(const CaseTask& task,
                             const std::vector<protocol::DeviceBuffer>& buffers, CaseRun& run) {
  if (!worker) return;
  auto finished = device().finish(in(task.kernel_time));
  if (!finished && finished.failure().kind == protocol::Failure::Kind::TimedOut) {
    return give_up_kernels(task, run);
  }
  run.device = ours(std::move(finished), "the device worker did not report");
  if (run.end == RunEnd::TimedOut && kernel_was_stopped(run.device)) {
    // The call waited for a kernel, and what is wrong with that is known.
    run.end = RunEnd::Completed;
    run.message.clear();
  }
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    if (!buffer_of(task.real.parameters[i])) continue;
    run.buffers[i].bytes = ours(device().read_buffer(buffers[i], in(kOurs)), "no buffer came back");
    run.buffers[i].written =
        ours(device().read_written(buffers[i], in(kOurs)), "no marks of a buffer came back");
  }
  ours(device().reset(in(kOurs)), "the device worker cannot be reset");
}

Session::Session(const Tools& tools, SessionSettings settings, SharedObjects objects)
    : parts_(std::make_unique<Parts>()) {
  parts_->tools = tools;
  parts_->settings = std::move(settings);
  parts_->objects = std::move(objects);
}

Session::~Session() = default;

CaseRun Session::run(const CaseTask& task) {
  try {
    return parts_->run(task);
  } catch (const GraderFault& fault) {
    if (!parts_->worker || !parts_->worker->ended()) throw;
    throw GraderFault(std::string(fault.what()) + "; " + parts_->worker->last_words());
  }
}

CaseRun Session::Parts::run(const CaseTask& task) {
  if (task.entry.kind == course::EntryKind::Check) {
    throw GraderFault("there is no check named '" + task.entry.check + "'");
  }
  CaseRun run;
  fill_with_before(task.real, run);
  // Both processes start side by side.
  device();
  if (task.entry.kind != course::EntryKind::Kernel) host();
  configure(task);
  const std::vector<protocol::DeviceBuffer> buffers = make_buffers(task);
  if (task.entry.kind == course::EntryKind::Kernel) {
    run_kernel(task, buffers, run);
  } else {
    run_host(task, buffers, run);
  }
  collect(task, buffers, run);
  keep_printed(run);
  return run;
}

std::vector<std::vector<std::byte>> Session::specify(const CaseTask& task) {
  std::vector<protocol::Argument> arguments;
  std::vector<std::size_t> of;  // the parameter behind each argument
  for (const std::string& name : task.entry.spec_parameters) {
    const auto& parameters = task.real.parameters;
    const auto found = std::find_if(parameters.begin(), parameters.end(),
                                    [&name](const auto& one) { return one.name == name; });
    if (found == parameters.end()) throw GraderFault("no parameter named " + name);
    course::RealParameter host = *found;
    host.memory = course::MemorySpace::Host;
    arguments.push_back(argument_of(host, 0));
    of.push_back(static_cast<std::size_t>(found - parameters.begin()));
  }
  for (std::size_t i = 0; i < task.real.parameters.size(); ++i) {
    const course::RealParameter& parameter = task.real.parameters[i];
    if (parameter.is_pointer || parameter.role != course::Role::Output) continue;
    arguments.push_back(argument_of(parameter, 0));
    of.push_back(i);
  }
  CaseRun run;
  fill_with_before(task.real, run);
  protocol::RunnerCase running = ours(parts_->host().start_case({}, {}, in(kOurs)),
                                      "the host runner cannot start a specification");
  ours(running.open_program(parts_->program, in(kOurs)), "the specification cannot be opened");
  auto returned = ours(running.call(task.entry.spec, std::move(arguments), in(kOurs)),
                       "the specification did not return");
  running.close();
  ours(parts_->host().end_case(running, seconds(2), in(kOurs)), "the specification did not end");
  std::vector<std::vector<std::byte>> buffers;
  for (BufferAfter& after : run.buffers) buffers.push_back(std::move(after.bytes));
  for (std::size_t i = 0; i < of.size(); ++i) {
    const course::RealParameter& parameter = task.real.parameters[of[i]];
    if (returned[i].empty()) continue;
    const std::size_t offset = parameter.is_pointer ? parameter.offset_bytes() : 0;
    std::copy(returned[i].begin(), returned[i].end(),
              buffers[of[i]].begin() + static_cast<std::ptrdiff_t>(offset));
  }
  return buffers;
}

}  // namespace grader
