// SPDX-License-Identifier: MIT
#include "grader/processes.h"

#include <fcntl.h>
#include <fmt/format.h>

#include "base/files.h"
#include "base/hash.h"
#include "base/text.h"
#include "grader/fault.h"

namespace grader {
namespace {

using std::chrono::seconds;

constexpr int kControl = 3;  ///< the number under which both find their control socket

/// Sanitizers reserve more addresses than any limit leaves, so that there is none for memory then.
/// (GCC has the macros, clang the features.)
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#elif defined(__has_feature)
constexpr bool kSanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
constexpr bool kSanitized = false;
#endif

/// The limit for one of our processes, in bytes.
std::uint64_t memory_limit(std::uint64_t bytes) {
  return kSanitized ? 0 : bytes;
}

sandbox::Command tool(const std::filesystem::path& program, int socket) {
  sandbox::Command command;
  command.argv = {program.string(), std::to_string(kControl)};
  command.environment = {"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8"};
  command.descriptors = {{socket, kControl}};
  command.limits.wall = std::chrono::hours(1);
  return command;
}

}  // namespace

std::string tools_hash(const Tools& tools) {
  base::HashBuilder hash;
  for (const std::filesystem::path& file : {tools.worker, tools.runner, tools.library}) {
    if (file.empty()) continue;
    auto content = base::read_file(file, std::uintmax_t{1} << 30);
    if (!content.ok()) throw GraderFault(to_string(content.errors()));
    hash.add(*content);
  }
  return hash.hex();
}

DeviceWorker::DeviceWorker(const Tools& tools) {
  auto [ours, theirs] = protocol::socket_pair();
  sandbox::Command command = tool(tools.worker, theirs.get());
  command.view.emplace();
  command.view->read_only = {tools.worker};
  command.limits.cpu = std::chrono::minutes(20);
  command.limits.memory_bytes = memory_limit(std::uint64_t{8} << 30);
  process_.emplace(command);
  client_.emplace(std::move(ours));
}

std::string DeviceWorker::last_words() {
  const sandbox::Outcome& outcome = process_->kill();
  const std::string said(base::trim(outcome.errors));
  return fmt::format("it {}{}{}", describe(outcome), said.empty() ? "" : ": ", said);
}

HostRunner::HostRunner(const Tools& tools, const protocol::OpenProgram& program) {
  auto [ours, theirs] = protocol::socket_pair();
  sandbox::Command command = tool(tools.runner, theirs.get());
  command.view.emplace();
  command.view->read_only = {tools.runner, program.path};
  command.view->read_only.insert(command.view->read_only.end(), program.libraries.begin(),
                                 program.libraries.end());
  if (!tools.library.empty()) command.view->read_only.push_back(tools.library);
  command.limits.cpu = seconds(30);
  command.limits.memory_bytes = memory_limit(std::uint64_t{2} << 30);
  command.limits.processes = 32;
  command.limits.file_bytes = kMostPrinted;
  process_.emplace(command);
  client_.emplace(std::move(ours));
}

HostRunner HostRunner::unconfined(const Tools& tools, const std::filesystem::path& folder,
                                  std::vector<std::string> environment, bool silent) {
  auto [ours, theirs] = protocol::socket_pair();
  sandbox::Command command = tool(tools.runner, theirs.get());
  command.environment = std::move(environment);
  command.working_folder = folder;
  const protocol::FileDescriptor nothing(silent ? open("/dev/null", O_RDWR | O_CLOEXEC) : -1);
  for (int number = 0; number <= 2; ++number) {
    command.descriptors.push_back({silent ? nothing.get() : number, number});
  }
  command.limits = sandbox::Limits{.memory_bytes = 0,
                                   .cpu = seconds(0),
                                   .wall = std::chrono::milliseconds(0),
                                   .processes = 0,
                                   .file_bytes = 0,
                                   .output_bytes = 0};
  HostRunner runner;
  runner.process_.emplace(command);
  runner.client_.emplace(std::move(ours));
  return runner;
}

}  // namespace grader
