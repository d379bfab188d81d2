// SPDX-License-Identifier: MIT
#include "sandbox/supervisor.h"

#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ctime>

namespace sandbox {
namespace {

constexpr int kHighDescriptor = 200;  ///< above every number that a caller asks for

std::int64_t now_us() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return std::int64_t{time.tv_sec} * 1'000'000 + time.tv_nsec / 1'000;
}

void write_report(int descriptor, const Report& report) {
  while (write(descriptor, &report, sizeof report) < 0 && errno == EINTR) {
  }
}

[[noreturn]] void fail_start(const Plan& plan, Stage stage) {
  Report report;
  report.failed = stage;
  report.error = errno;
  write_report(plan.report, report);
  _exit(127);
}

void close_all_but(const int* kept, std::size_t count) {
  unsigned first = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const unsigned next = static_cast<unsigned>(kept[i]);
    if (next > first) syscall(SYS_close_range, first, next - 1, 0);
    first = next + 1;
  }
  syscall(SYS_close_range, first, ~0U, 0);
}

void reset_signals() {
  for (int number = 1; number < NSIG; ++number) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

// Moves our descriptors out of the way first, so that none is overwritten before its turn.
void place_descriptors(const Plan& plan) {
  int moved[64];
  if (plan.descriptor_count > 64) {
    errno = E2BIG;
    fail_start(plan, Stage::Descriptors);
  }
  for (std::size_t i = 0; i < plan.descriptor_count; ++i) {
    moved[i] = fcntl(plan.descriptors[i].ours, F_DUPFD_CLOEXEC, kHighDescriptor);
    if (moved[i] < 0) fail_start(plan, Stage::Descriptors);
  }
  const int report = fcntl(plan.report, F_DUPFD_CLOEXEC, kHighDescriptor);
  if (report < 0) fail_start(plan, Stage::Descriptors);
  constexpr unsigned kCloseOnExec = 4;  // CLOSE_RANGE_CLOEXEC; dup2 takes it off again
  syscall(SYS_close_range, 0U, ~0U, kCloseOnExec);
  for (std::size_t i = 0; i < plan.descriptor_count; ++i) {
    if (dup2(moved[i], plan.descriptors[i].theirs) < 0) fail_start(plan, Stage::Descriptors);
  }
}

void drop_all_capabilities() {
  for (int capability = 0; capability <= 63; ++capability) {
    prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
  }
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct none[2]{};
  syscall(SYS_capset, &header, none);
}

void change_user(const Plan& plan) {
  // The system calls, not glibc's wrappers: those stop all threads of the parent's copy first.
  if (syscall(SYS_setgroups, 0, nullptr) != 0 ||
      syscall(SYS_setresgid, plan.identity.gid, plan.identity.gid, plan.identity.gid) != 0 ||
      syscall(SYS_setresuid, plan.identity.uid, plan.identity.uid, plan.identity.uid) != 0) {
    fail_start(plan, Stage::User);
  }
}

[[noreturn]] void become_target(const Plan& plan) {
  setsid();
  reset_signals();
  // Limits on open files must not bite while descriptors are still being moved; all others may be
  // set at once.
  for (std::size_t i = 0; i < plan.limit_count; ++i) {
    const rlimit limit{plan.limits[i].value, plan.limits[i].value};
    setrlimit(static_cast<__rlimit_resource>(plan.limits[i].resource), &limit);
  }
  if (chdir(plan.folder) != 0) fail_start(plan, Stage::Folder);
  if (plan.change_user) change_user(plan);
  if (plan.drop_capabilities) drop_all_capabilities();
  if (plan.landlock_version > 0) {
    errno = landlock::enter(plan.landlock_version, plan.rules, plan.rule_count);
    if (errno != 0) fail_start(plan, Stage::Landlock);
  }
  place_descriptors(plan);
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  if (plan.filter != nullptr) {
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, plan.filter, 0, 0) != 0) {
      fail_start(plan, Stage::Filter);
    }
  }
  execve(plan.argv[0], plan.argv, plan.environment);
  fail_start(plan, Stage::Execute);
}

void keep(Capture& capture, std::uint64_t limit, const char* bytes, std::size_t count) {
  const std::uint64_t room = limit == 0 ? count : limit - capture.kept;
  if (count > room) {
    capture.truncated = 1;
    count = static_cast<std::size_t>(room);
  }
  while (count > 0) {
    const ssize_t written = write(capture.file, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      capture.truncated = 1;
      return;
    }
    bytes += written;
    count -= static_cast<std::size_t>(written);
    capture.kept += static_cast<std::uint64_t>(written);
  }
}

// Reads what is there now; closes the pipe at its end. With `rounds` a flood cannot hold us up.
void drain(Capture& capture, std::uint64_t limit, int rounds) {
  char buffer[1 << 16];
  while (capture.read_end >= 0 && rounds-- > 0) {
    const ssize_t count = read(capture.read_end, buffer, sizeof buffer);
    if (count > 0) {
      keep(capture, limit, buffer, static_cast<std::size_t>(count));
    } else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
      close(capture.read_end);
      capture.read_end = -1;
    } else if (errno == EAGAIN) {
      return;
    }
  }
}

// Direct children by the kernel's list, orphans of the process among them: a subreaper inherits
// those.
void kill_children() {
  char path[64] = "/proc/thread-self/children";
  const int list = open(path, O_RDONLY | O_CLOEXEC);
  if (list < 0) return;
  char text[8192];
  const ssize_t count = read(list, text, sizeof text);
  close(list);
  pid_t child = 0;
  for (ssize_t i = 0; i < count; ++i) {
    if (text[i] >= '0' && text[i] <= '9') {
      child = child * 10 + (text[i] - '0');
    } else if (child > 0) {
      kill(child, SIGKILL);
      child = 0;
    }
  }
}

// A child of ours under the unprivileged user's number may signal exactly that user's processes:
// the kernel walks them in one go, so that not even a fork bomb gets away.
void kill_user(const Plan& plan) {
  const pid_t killer = fork();
  if (killer == 0) {
    change_user(plan);
    kill(-1, SIGKILL);
    _exit(0);
  }
}

// Ends every process that descends from the target, and waits for them all.
void end_everything(const Plan& plan, pid_t target) {
  if (getpid() == 1) {
    kill(-1, SIGKILL);
    while (waitpid(-1, nullptr, 0) > 0 || errno == EINTR) {
    }
    return;
  }
  const timespec pause{0, 1'000'000};
  for (int round = 0; round < 5'000; ++round) {
    kill(-target, SIGKILL);
    if (plan.change_user && round % 16 == 0) kill_user(plan);
    kill_children();
    pid_t reaped = 0;
    while ((reaped = waitpid(-1, nullptr, WNOHANG)) > 0) {
    }
    if (reaped < 0 && errno == ECHILD) return;
    nanosleep(&pause, nullptr);
  }
}

struct Watch {
  pid_t target = -1;
  int child_signal = -1;
  std::int64_t start_us = 0;
  bool ended = false;
  rusage usage{};
  Report report;
};

bool reap_target(Watch& watch) {
  rusage usage{};
  int status = 0;
  pid_t reaped = 0;
  while ((reaped = wait4(-1, &status, WNOHANG, &usage)) > 0) {
    if (reaped != watch.target) continue;
    watch.ended = true;
    watch.usage = usage;
    watch.report.wait_status = status;
  }
  return watch.ended;
}

int time_left_ms(const Plan& plan, const Watch& watch) {
  if (plan.wall_ms <= 0) return -1;
  const std::int64_t left = plan.wall_ms - (now_us() - watch.start_us) / 1'000;
  return left <= 0 ? 0 : static_cast<int>(left > 1'000'000 ? 1'000'000 : left);
}

void watch_until_end(Plan& plan, Watch& watch) {
  while (!reap_target(watch)) {
    const int left = time_left_ms(plan, watch);
    if (left == 0) {
      watch.report.reason = Reason::WallTime;
      return;
    }
    pollfd events[4] = {{plan.lifeline, POLLIN, 0},
                        {watch.child_signal, POLLIN, 0},
                        {plan.output.read_end, POLLIN, 0},
                        {plan.errors.read_end, POLLIN, 0}};
    if (poll(events, 4, left) < 0 && errno != EINTR) continue;
    if (events[0].revents != 0) {
      watch.report.reason = Reason::Asked;
      return;
    }
    if (events[1].revents != 0) {
      signalfd_siginfo ignored[8];
      [[maybe_unused]] const ssize_t count = read(watch.child_signal, ignored, sizeof ignored);
    }
    if (events[2].revents != 0) drain(plan.output, plan.output_limit, 4);
    if (events[3].revents != 0) drain(plan.errors, plan.output_limit, 4);
  }
}

void finish(Plan& plan, Watch& watch) {
  if (!watch.ended) {
    kill(watch.target, SIGKILL);
    int status = 0;
    while (wait4(watch.target, &status, 0, &watch.usage) < 0 && errno == EINTR) {
    }
    watch.report.wait_status = status;
  }
  watch.report.wall_us = now_us() - watch.start_us;
  end_everything(plan, watch.target);
  drain(plan.output, plan.output_limit, 64);
  drain(plan.errors, plan.output_limit, 64);
  const auto microseconds = [](const timeval& time) {
    return std::int64_t{time.tv_sec} * 1'000'000 + time.tv_usec;
  };
  watch.report.cpu_us = microseconds(watch.usage.ru_utime) + microseconds(watch.usage.ru_stime);
  watch.report.peak_kib = watch.usage.ru_maxrss;
  watch.report.output_truncated = plan.output.truncated;
  watch.report.errors_truncated = plan.errors.truncated;
  write_report(plan.report, watch.report);
}

[[noreturn]] void start_and_watch(Plan& plan) {
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child, nullptr);
  Watch watch;
  watch.child_signal = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
  watch.start_us = now_us();
  watch.target = fork();
  if (watch.target < 0) fail_start(plan, Stage::Fork);
  if (watch.target == 0) become_target(plan);
  // The process's ends of the pipes, and whatever else was only for it.
  for (std::size_t i = 0; i < plan.descriptor_count; ++i) close(plan.descriptors[i].ours);
  watch_until_end(plan, watch);
  finish(plan, watch);
  _exit(0);
}

}  // namespace

void supervise(Plan& plan) {
  setsid();
  reset_signals();
  signal(SIGPIPE, SIG_IGN);
  close_all_but(plan.kept, plan.kept_count);
  prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  if (plan.new_namespaces) {
    unshare(CLONE_NEWNET);
    unshare(CLONE_NEWIPC);
    if (unshare(CLONE_NEWPID) == 0) {
      // The next child is the first process of the new space; when it ends, the kernel ends the
      // rest.
      const pid_t first = fork();
      if (first < 0) fail_start(plan, Stage::Fork);
      if (first > 0) {
        close_all_but(nullptr, 0);
        while (waitpid(first, nullptr, 0) < 0 && errno == EINTR) {
        }
        _exit(0);
      }
      prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    }
  }
  start_and_watch(plan);
}

}  // namespace sandbox
