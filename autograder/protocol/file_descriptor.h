// SPDX-License-Identifier: MIT
/// \file
/// A file descriptor with one owner, and pairs of connected sockets. Tested by channel_test.cpp.
#pragma once

#include <utility>

namespace protocol {

/// Owns an open file descriptor and closes it at the end of its life.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  /// Takes over `fd`; -1 means none.
  explicit FileDescriptor(int fd) : fd_(fd) {}
  ~FileDescriptor() { reset(); }
  FileDescriptor(FileDescriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    if (this != &other) reset(std::exchange(other.fd_, -1));
    return *this;
  }

  /// The number, or -1.
  int get() const { return fd_; }
  /// Is one open?
  explicit operator bool() const { return fd_ >= 0; }
  /// Gives the number away without closing it.
  [[nodiscard]] int release() { return std::exchange(fd_, -1); }
  /// Closes what is held and holds `fd` instead.
  void reset(int fd = -1);
  /// A second descriptor of the same file. Throws std::system_error.
  FileDescriptor duplicate() const;

 private:
  int fd_ = -1;
};

/// Two connected Unix stream sockets, closed on exec. Throws std::system_error.
std::pair<FileDescriptor, FileDescriptor> socket_pair();

}  // namespace protocol
