// SPDX-License-Identifier: MIT
#include "base/files.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <system_error>
#include <utility>

namespace base {

namespace fs = std::filesystem;

Result<std::string> read_file(const fs::path& path, std::uintmax_t limit_bytes) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) return Diagnostic{{path.string()}, "no such file", ""};
  if (!fs::is_regular_file(status)) return Diagnostic{{path.string()}, "is not a regular file", ""};
  const std::uintmax_t size = fs::file_size(path, error);
  if (error) return Diagnostic{{path.string()}, "cannot be read: " + error.message(), ""};
  if (size > limit_bytes) {
    return Diagnostic{{path.string()},
                      "has " + std::to_string(size) + " bytes, more than the limit of " +
                          std::to_string(limit_bytes),
                      ""};
  }
  std::ifstream in(path, std::ios::binary);
  std::string content(size, '\0');
  in.read(content.data(), static_cast<std::streamsize>(size));
  if (!in)
    return Diagnostic{{path.string()}, std::string("cannot be read: ") + std::strerror(errno), ""};
  return content;
}

namespace {

[[noreturn]] void fail(const fs::path& path, int error, const char* what) {
  throw std::system_error(error, std::generic_category(), std::string(what) + " " + path.string());
}

}  // namespace

namespace {

/// Writes all of it; 0 or the error number.
int write_all(int fd, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = write(fd, content.data(), content.size());
    if (written >= 0) {
      content.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

/// Terminals, pipes and devices (/dev/stdout) are written to: a rename would put a file in their
/// place.
void write_stream(const fs::path& path, std::string_view content) {
  const int fd = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (fd < 0) fail(path, errno, "cannot open");
  int error = write_all(fd, content);
  if (close(fd) != 0 && error == 0) error = errno;
  if (error != 0) fail(path, error, "cannot write");
}

}  // namespace

void write_file(const fs::path& wanted, std::string_view content) {
  std::error_code ignored;
  const fs::file_status status = fs::status(wanted, ignored);
  if (fs::is_character_file(status) || fs::is_fifo(status)) return write_stream(wanted, content);
  // A link keeps pointing to its file, which gets the new content.
  const fs::path path = fs::is_symlink(wanted) ? fs::weakly_canonical(wanted) : wanted;
  const fs::path folder = path.parent_path();
  if (!folder.empty()) fs::create_directories(folder);
  std::string neighbour = path.string() + ".XXXXXX";
  const int fd = mkostemp(neighbour.data(), O_CLOEXEC);
  if (fd < 0) fail(path, errno, "cannot create");
  int error = write_all(fd, content);
  const mode_t mask = umask(0);
  umask(mask);
  if (error == 0 && fchmod(fd, 0666 & ~mask) != 0) error = errno;
  if (close(fd) != 0 && error == 0) error = errno;
  if (error == 0 && std::rename(neighbour.c_str(), path.c_str()) != 0) error = errno;
  if (error != 0) {
    unlink(neighbour.c_str());
    fail(path, error, "cannot write");
  }
}

namespace {

/// The process in the name of a temporary folder, "course-run.1234.Ab3dEf"; 0 where there is none.
pid_t process_of(const std::string& name) {
  const std::size_t last = name.rfind('.');
  const std::size_t first =
      last == std::string::npos || last == 0 ? std::string::npos : name.rfind('.', last - 1);
  if (first == std::string::npos || !name.starts_with("course")) return 0;
  const std::string digits = name.substr(first + 1, last - first - 1);
  const bool number = !digits.empty() && digits.size() < 10 &&
                      digits.find_first_not_of("0123456789") == std::string::npos;
  return number ? static_cast<pid_t>(std::stol(digits)) : 0;
}

}  // namespace

void remove_abandoned_folders(const fs::path& place, std::time_t before) {
  std::error_code ignored;
  for (fs::directory_iterator entry(place, ignored), end; entry != end; entry.increment(ignored)) {
    const pid_t process = process_of(entry->path().filename().string());
    if (process == 0 || kill(process, 0) == 0 || errno != ESRCH) continue;
    struct stat status {};
    const bool ours = lstat(entry->path().c_str(), &status) == 0 && S_ISDIR(status.st_mode) &&
                      status.st_uid == geteuid();
    if (ours && status.st_mtime < before) fs::remove_all(entry->path(), ignored);
  }
}

TemporaryFolder::TemporaryFolder(std::string_view prefix) {
  std::string name =
      (fs::temp_directory_path() / prefix).string() + "." + std::to_string(getpid()) + ".XXXXXX";
  if (mkdtemp(name.data()) == nullptr) fail(name, errno, "cannot create");
  path_ = name;
}

TemporaryFolder::TemporaryFolder(TemporaryFolder&& other) noexcept
    : path_(std::exchange(other.path_, fs::path())) {}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

}  // namespace base
