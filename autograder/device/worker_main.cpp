// SPDX-License-Identifier: MIT
// vgpu-worker SOCKET: the number of the inherited descriptor that leads to the grader.
#include <fcntl.h>

#include <cstdio>
#include <cstdlib>
#include <exception>

#include "device/backends.h"
#include "device/worker.h"

int main(int argc, char** argv) {
  char* end = nullptr;
  const long socket = argc == 2 ? std::strtol(argv[1], &end, 10) : -1;
  if (socket < 0 || *end != '\0' || fcntl(static_cast<int>(socket), F_SETFD, FD_CLOEXEC) != 0) {
    std::fputs("vgpu-worker is started by the autograder, with a socket\n", stderr);
    return 64;
  }
  try {
    device::Worker(protocol::Channel(protocol::FileDescriptor(static_cast<int>(socket))),
                   device::make_backend)
        .run();
  } catch (const std::exception& fault) {
    std::fprintf(stderr, "vgpu-worker: %s\n", fault.what());
    return 70;
  }
  return 0;
}
