// SPDX-License-Identifier: MIT
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "cudart/connect.h"
#include "cudart/runner.h"
#include "protocol/control_messages.h"

namespace cudart {

namespace {

using protocol::Channel;
using protocol::FileDescriptor;
using protocol::Frame;
using protocol::MessageType;

/// Rounds of killing what a case left behind; each sees the children of those killed before.
constexpr int kReapRounds = 100;

/// Waits at most `wait_ms` for a child's end; false when it still runs.
bool wait_for_end(pid_t child, int wait_ms, int& status) {
  FileDescriptor handle(static_cast<int>(syscall(SYS_pidfd_open, child, 0)));
  if (handle) {
    pollfd entry{handle.get(), POLLIN, 0};
    while (poll(&entry, 1, wait_ms) < 0 && errno == EINTR) {
    }
    return waitpid(child, &status, WNOHANG) == child;
  }
  // Kernels before 5.3 have no pidfd: look every millisecond.
  for (int waited = 0; waited <= wait_ms; ++waited) {
    if (waitpid(child, &status, WNOHANG) == child) return true;
    usleep(1000);
  }
  return false;
}

/// Processes whose parent we are, from /proc; empty where there is none.
std::vector<pid_t> children() {
  std::vector<pid_t> list;
  std::ifstream file("/proc/self/task/" + std::to_string(getpid()) + "/children");
  for (pid_t child = 0; file >> child;) list.push_back(child);
  return list;
}

/// The zygote's cases.
class Zygote {
 public:
  explicit Zygote(Channel control) : control_(std::move(control)) {}

  int run() {
    // What a case leaves behind becomes our child, so that we can end it.
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    // A case runs under the same user: without this it could write into our memory.
    prctl(PR_SET_DUMPABLE, 0);
    while (true) {
      protocol::Outcome<Frame> frame = control_.receive(protocol::kNoDeadline, true);
      if (!frame) {
        for (const auto& [id, child] : cases_) kill(child, SIGKILL);
        cases_.clear();
        end_strays();
        return frame.failure().kind == protocol::Failure::Kind::PeerDied ? 0 : 70;
      }
      if (!serve(*frame)) return 70;
    }
  }

 private:
  bool serve(Frame& frame) {
    if (frame.type == MessageType::StartCase) {
      const auto request = protocol::decode<protocol::StartCase>(frame.body);
      return request && start(*request, frame.descriptors);
    }
    if (frame.type == MessageType::EndCase) {
      const auto request = protocol::decode<protocol::EndCase>(frame.body);
      return request && end(*request);
    }
    return false;
  }

  bool refuse(const std::string& reason) {
    return control_.send(protocol::Refusal{reason}, protocol::kNoDeadline).ok();
  }

  /// Where all processes belong to one user, a student's may take every place for a while.
  static pid_t fork_patiently() {
    constexpr int kTries = 100;
    constexpr timespec kPause{0, 100'000'000};
    pid_t child = fork();
    for (int i = 1; child < 0 && errno == EAGAIN && i < kTries; ++i) {
      nanosleep(&kPause, nullptr);
      child = fork();
    }
    return child;
  }

  bool start(const protocol::StartCase& request, std::vector<FileDescriptor>& descriptors) {
    const std::size_t wanted = 1U + (request.has_device ? 1U : 0U) + (request.has_output ? 2U : 0U);
    if (descriptors.size() != wanted) return refuse("StartCase came without its descriptors");
    std::fflush(nullptr);
    const pid_t child = fork_patiently();
    if (child < 0) return refuse("no process can be made for the case");
    if (child == 0) become_case(request, descriptors);
    const std::uint32_t id = next_id_++;
    cases_[id] = child;
    return control_.send(protocol::CaseStarted{id}, protocol::kNoDeadline).ok();
  }

  [[noreturn]] void become_case(const protocol::StartCase& request,
                                std::vector<FileDescriptor>& descriptors) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_DUMPABLE, 1);
    setpgid(0, 0);
    if (request.processor_seconds != 0) {
      const rlimit bound{request.processor_seconds, request.processor_seconds + 1};
      setrlimit(RLIMIT_CPU, &bound);
    }
    control_.close();
    std::size_t next = 1;
    if (request.has_device) course_cudart_connect(descriptors[next++].release());
    if (request.has_output) {
      dup2(descriptors[next].get(), STDOUT_FILENO);
      dup2(descriptors[next + 1].get(), STDERR_FILENO);
    }
    Channel control(std::move(descriptors.front()));
    descriptors.clear();
    if (request.has_device) course_cudart_explain_faults();
    run_case(std::move(control));
  }

  bool end(const protocol::EndCase& request) {
    const auto entry = cases_.find(request.id);
    if (entry == cases_.end()) return refuse("there is no such case");
    const pid_t child = entry->second;
    protocol::CaseEnded answer;
    int status = 0;
    const int wait_ms = static_cast<int>(std::min<std::uint32_t>(request.wait_ms, 3'600'000));
    if (!wait_for_end(child, wait_ms, status)) {
      answer.killed = true;
      kill(child, SIGKILL);
      while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
      }
    }
    kill(-child, SIGKILL);
    cases_.erase(entry);
    // With other cases running nobody can say whose a stray is; the last one ends them all.
    if (cases_.empty()) end_strays();
    if (WIFSIGNALED(status)) {
      answer.signal = WTERMSIG(status);
    } else {
      answer.exit_code = WEXITSTATUS(status);
    }
    return control_.send(answer, protocol::kNoDeadline).ok();
  }

  static void end_strays() {
    for (int round = 0; round < kReapRounds; ++round) {
      const std::vector<pid_t> strays = children();
      for (const pid_t stray : strays) kill(stray, SIGKILL);
      if (strays.empty()) break;
      for (const pid_t stray : strays) waitpid(stray, nullptr, 0);
    }
    while (waitpid(-1, nullptr, WNOHANG) > 0) {
    }
  }

  Channel control_;
  std::map<std::uint32_t, pid_t> cases_;
  std::uint32_t next_id_ = 0;
};

}  // namespace

int run_zygote(Channel control) {
  return Zygote(std::move(control)).run();
}

}  // namespace cudart
