// SPDX-License-Identifier: MIT
#include "sandbox/prepare.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <set>

#include "sandbox/seccomp.h"

namespace sandbox {

namespace fs = std::filesystem;

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  if (this != &other) {
    reset();
    number_ = other.release();
  }
  return *this;
}

int Descriptor::release() {
  return std::exchange(number_, -1);
}

void Descriptor::reset() {
  if (number_ >= 0) close(number_);
  number_ = -1;
}

Descriptor memory_file(const char* name, std::string_view content) {
  Descriptor file(memfd_create(name, MFD_CLOEXEC));
  if (file.get() < 0) throw SandboxError(std::string("memfd_create: ") + std::strerror(errno));
  while (!content.empty()) {
    const ssize_t written = write(file.get(), content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) throw SandboxError(std::string("memory file: ") + std::strerror(errno));
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  lseek(file.get(), 0, SEEK_SET);
  return file;
}

namespace {

// Numbers inside the box that no caller asks for.
constexpr int kFilterDescriptor = 190;
constexpr int kStatusDescriptor = 191;

/// What a compiler needs of the system beside /usr.
constexpr auto kSystemFiles = std::to_array<const char*>(
    {"/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d"});
constexpr auto kSystemFolders =
    std::to_array<const char*>({"/bin", "/sbin", "/lib", "/lib32", "/lib64"});
constexpr auto kDevices = std::to_array<const char*>(
    {"/dev/null", "/dev/zero", "/dev/full", "/dev/urandom", "/dev/random"});

std::uint64_t tasks_of_our_user() {
  std::uint64_t tasks = 0;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator("/proc", error)) {
    const std::string name = entry.path().filename().string();
    struct stat about {};
    if (name[0] < '0' || name[0] > '9' || stat(entry.path().c_str(), &about) != 0) continue;
    if (about.st_uid != getuid()) continue;
    struct stat threads {};
    if (stat((entry.path() / "task").c_str(), &threads) == 0 && threads.st_nlink > 2) {
      tasks += threads.st_nlink - 2;
    }
  }
  return tasks;
}

void set_limits(const Command& command, Prepared& ready) {
  const Limits& limits = command.limits;
  const auto bound = [&ready](int resource, std::uint64_t value) {
    if (value != 0) ready.limits.push_back({resource, value});
  };
  ready.limits.push_back({RLIMIT_CORE, 0});
  bound(RLIMIT_CPU, static_cast<std::uint64_t>(limits.cpu.count()));
  bound(RLIMIT_FSIZE, limits.file_bytes);
  bound(RLIMIT_DATA, limits.memory_bytes);
  // Shared mappings count here only. Twice as much, since reserved but unused addresses count too.
  bound(RLIMIT_AS, 2 * limits.memory_bytes);
  if (!command.view || limits.processes == 0) return;
  // The kernel counts all processes of a user: under a user of its own these are only the box's.
  const std::uint64_t others = ready.identity.uid == getuid() ? tasks_of_our_user() : 0;
  bound(RLIMIT_NPROC, others + limits.processes);
}

void add_temporary_folder(Prepared& ready, const std::string& folder) {
  const auto names_one = [](const std::string& entry) { return entry.starts_with("TMPDIR="); };
  if (std::any_of(ready.environment.begin(), ready.environment.end(), names_one)) return;
  ready.environment.push_back("TMPDIR=" + folder);
}

void bind(std::vector<std::string>& argv, const char* option, const std::string& path) {
  argv.insert(argv.end(), {option, path, path});
}

std::vector<std::string> system_arguments() {
  std::vector<std::string> argv;
  bind(argv, "--ro-bind", "/usr");
  // Where the C library's debug information is installed, the runner would unpack it in every case,
  // only to find out on which line of the student's file memory was allocated.
  constexpr const char* kDebugInformation = "/usr/lib/debug";
  if (std::error_code error; fs::is_directory(kDebugInformation, error)) {
    argv.insert(argv.end(), {"--tmpfs", kDebugInformation});
  }
  for (const char* folder : kSystemFolders) {
    std::error_code error;
    if (fs::is_symlink(folder, error)) {
      argv.insert(argv.end(), {"--symlink", fs::read_symlink(folder).string(), folder});
    } else if (fs::is_directory(folder, error)) {
      bind(argv, "--ro-bind", folder);
    }
  }
  for (const char* file : kSystemFiles) bind(argv, "--ro-bind-try", file);
  argv.insert(argv.end(), {"--dev", "/dev", "--proc", "/proc"});
  return argv;
}

// bubblewrap makes missing parent folders for root alone; the box's user has to get through them.
void add_parents(std::vector<std::string>& argv, const View& view) {
  std::set<fs::path> parents;
  for (const std::vector<fs::path>* paths : {&view.read_only, &view.writable}) {
    for (const fs::path& path : *paths) {
      for (fs::path folder = path.parent_path(); folder != folder.parent_path();
           folder = folder.parent_path()) {
        parents.insert(folder);
      }
    }
  }
  for (const fs::path& folder : parents) {
    if (folder == "/tmp" || *std::next(folder.begin()) == "usr") continue;
    argv.insert(argv.end(), {"--perms", "0755", "--dir", folder.string()});
  }
}

void wrap_in_bubblewrap(const Command& command, Prepared& ready) {
  const std::optional<fs::path> wrapper = find_program("bwrap");
  if (!wrapper) throw SandboxError("bwrap is not on the PATH");
  std::vector<std::string> argv = {wrapper->string(), "--die-with-parent", "--new-session"};
  if (getuid() != 0) argv.insert(argv.end(), {"--unshare-user"});
  argv.insert(argv.end(), {"--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts",
                           "--unshare-cgroup-try"});
  const std::vector<std::string> system = system_arguments();
  argv.insert(argv.end(), system.begin(), system.end());
  argv.insert(argv.end(), {"--perms", "1777", "--size", std::to_string(command.view->scratch_bytes),
                           "--tmpfs", "/tmp"});
  add_parents(argv, *command.view);
  for (const fs::path& path : command.view->read_only) bind(argv, "--ro-bind", path.string());
  for (const fs::path& path : command.view->writable) bind(argv, "--bind", path.string());
  argv.insert(
      argv.end(),
      {"--chdir", command.working_folder.empty() ? "/tmp" : command.working_folder.string()});
  argv.insert(argv.end(), {"--seccomp", std::to_string(kFilterDescriptor), "--json-status-fd",
                           std::to_string(kStatusDescriptor), "--"});
  if (getuid() == 0) {
    const std::string uid = std::to_string(ready.identity.uid);
    argv.insert(argv.end(), {"/usr/bin/setpriv", "--reuid=" + uid,
                             "--regid=" + std::to_string(ready.identity.gid), "--clear-groups",
                             "--bounding-set=-all", "--inh-caps=-all", "--"});
  }
  argv.insert(argv.end(), ready.argv.begin(), ready.argv.end());
  ready.argv = std::move(argv);
  ready.folder = "/";
  ready.filter_file = memory_file("filter", {reinterpret_cast<const char*>(ready.filter.data()),
                                             ready.filter.size() * sizeof(sock_filter)});
  ready.status_file = memory_file("status");
  ready.descriptors.push_back({ready.filter_file.get(), kFilterDescriptor});
  ready.descriptors.push_back({ready.status_file.get(), kStatusDescriptor});
  add_temporary_folder(ready, "/tmp");
}

// May a user who is neither owner nor in the group get there and read it?
bool open_to_everybody(const fs::path& path) {
  struct stat about {};
  if (stat(path.c_str(), &about) != 0) return true;
  if ((about.st_mode & S_IROTH) == 0) return false;
  for (fs::path folder = path.parent_path(); folder != folder.parent_path();
       folder = folder.parent_path()) {
    if (stat(folder.c_str(), &about) == 0 && (about.st_mode & S_IXOTH) == 0) return false;
  }
  return true;
}

void add_rules(const Command& command, Prepared& ready) {
  std::vector<bool> writable;
  const auto add = [&](const std::string& path, bool write) {
    ready.rule_paths.push_back(path);
    writable.push_back(write);
  };
  add("/usr", false);
  for (const char* path : kSystemFolders) add(path, false);
  for (const char* path : kSystemFiles) add(path, false);
  for (const char* path : kDevices) add(path, true);
  for (const fs::path& path : command.view->read_only) add(path.string(), false);
  for (const fs::path& path : command.view->writable) add(path.string(), true);
  add(ready.scratch->path().string(), true);
  for (std::size_t i = 0; i < writable.size(); ++i) {
    ready.rules.push_back({ready.rule_paths[i].c_str(), writable[i]});
  }
}

void restrict_directly(const Command& command, Prepared& ready, Rung rung) {
  ready.scratch.emplace("course-box");
  add_temporary_folder(ready, ready.scratch->path().string());
  ready.folder = command.working_folder.empty() ? ready.scratch->path().string()
                                                : command.working_folder.string();
  ready.filter_in_target = true;
  if (rung == Rung::Landlock) {
    ready.landlock_version = landlock::version();
    add_rules(command, ready);
  }
  if (getuid() != 0) return;
  ready.new_namespaces = true;
  ready.drop_capabilities = true;
  const auto open = [](const fs::path& path) { return open_to_everybody(path); };
  ready.change_user = ready.identity.uid != 0 && std::all_of(command.view->read_only.begin(),
                                                             command.view->read_only.end(), open);
  if (!ready.change_user) ready.identity = Identity{getuid(), getgid()};
}

void hand_over(const Prepared& ready, const fs::path& folder) {
  if (getuid() != 0) return;
  if (chown(folder.c_str(), ready.identity.uid, ready.identity.gid) != 0) {
    throw SandboxError("cannot hand " + folder.string() +
                       " to the unprivileged user: " + std::strerror(errno));
  }
}

}  // namespace

Prepared prepare(const Command& command, Rung rung) {
  if (command.argv.empty()) throw SandboxError("nothing to run");
  Prepared ready;
  ready.argv = command.argv;
  const std::optional<fs::path> program = find_program(command.argv.front());
  if (!program) throw SandboxError("no such program: " + command.argv.front());
  ready.argv.front() = program->string();
  ready.environment = command.environment;
  ready.descriptors = command.descriptors;
  ready.identity = Identity{getuid(), getgid()};
  if (!command.view) {
    ready.folder = command.working_folder.empty() ? "/" : command.working_folder.string();
    set_limits(command, ready);
    return ready;
  }
  if (getuid() == 0) ready.identity = command.identity.value_or(Identity::fresh());
  ready.filter = system_call_filter();
  if (rung == Rung::Bubblewrap) {
    wrap_in_bubblewrap(command, ready);
  } else {
    restrict_directly(command, ready, rung);
    hand_over(ready, ready.scratch->path());
  }
  for (const fs::path& folder : command.view->writable) hand_over(ready, folder);
  set_limits(command, ready);
  return ready;
}

}  // namespace sandbox
