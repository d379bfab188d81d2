// SPDX-License-Identifier: MIT
#include "protocol/file_descriptor.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace protocol {

void FileDescriptor::reset(int fd) {
  const int old = std::exchange(fd_, fd);
  if (old >= 0) ::close(old);
}

FileDescriptor FileDescriptor::duplicate() const {
  const int copy = fcntl(fd_, F_DUPFD_CLOEXEC, 0);
  if (copy < 0) throw std::system_error(errno, std::generic_category(), "cannot duplicate");
  return FileDescriptor(copy);
}

std::pair<FileDescriptor, FileDescriptor> socket_pair() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    throw std::system_error(errno, std::generic_category(), "cannot make a pair of sockets");
  }
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

}  // namespace protocol
