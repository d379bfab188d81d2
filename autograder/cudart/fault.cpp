// SPDX-License-Identifier: MIT
// Explains the most common crash of a CUDA beginner: host code that dereferences a device pointer.
//
// Device pointers of the virtual GPU are no canonical addresses, so the processor reports no fault
// address; but some register holds the pointer. Everything here runs in a signal handler of a
// process that is about to die: no allocation, no lock, write(2) and send(2) only.
#include <signal.h>
#include <sys/socket.h>
#include <ucontext.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "cudart/client.h"
#include "cudart/connect.h"

namespace cudart {

namespace {

constexpr const char kMessage[] =
    "CUDA: host code used a device pointer: memory from cudaMalloc can only be read and written by "
    "kernels\n  help: copy with cudaMemcpy between host and device\n";

/// What the handler needs, made before.
struct FaultPlan {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  protocol::Bytes frame;  ///< the note for the run result, with its header
};

FaultPlan& plan() {
  static FaultPlan& one = *new FaultPlan;
  return one;
}

bool is_device_pointer(std::uint64_t value) {
  return plan().last != 0 && value >= plan().first && value <= plan().last;
}

/// Does any general register hold a device pointer?
bool registers_hold_device_pointer(const ucontext_t& context) {
#if defined(__x86_64__)
  for (int i = REG_R8; i <= REG_RIP; ++i) {
    if (is_device_pointer(static_cast<std::uint64_t>(context.uc_mcontext.gregs[i]))) return true;
  }
  return false;
#elif defined(__aarch64__)
  for (const auto value : context.uc_mcontext.regs) {
    if (is_device_pointer(value)) return true;
  }
  return false;
#else
  static_cast<void>(context);
  return false;
#endif
}

void write_all(int fd, const void* data, std::size_t size) {
  const ssize_t ignored = write(fd, data, size);
  static_cast<void>(ignored);
}

void on_fault(int signal_number, siginfo_t* info, void* raw_context) {
  const auto& context = *static_cast<const ucontext_t*>(raw_context);
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  if (is_device_pointer(address) || registers_hold_device_pointer(context)) {
    write_all(STDERR_FILENO, kMessage, sizeof kMessage - 1);
    const int socket = Client::get().idle_socket();
    if (socket >= 0) {
      send(socket, plan().frame.data(), plan().frame.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    }
  }
  // SA_RESETHAND has restored the default: the instruction runs again and ends the process.
  static_cast<void>(signal_number);
}

/// The frame of a note, as Channel would send it.
protocol::Bytes note_frame() {
  const protocol::Note note{false, "device_pointer_on_host",
                            "host code used a device pointer: memory from cudaMalloc can only be "
                            "read and written by kernels",
                            "copy with cudaMemcpy between host and device: lesson a05_five_steps"};
  const protocol::Bytes body = protocol::encode(note);
  protocol::Writer writer;
  writer.put(protocol::kFrameMagic);
  writer.put(static_cast<std::uint32_t>(protocol::Note::kType));
  writer.put(static_cast<std::uint32_t>(body.size()));
  writer.put(std::uint32_t{0});
  protocol::Bytes frame = writer.take();
  frame.insert(frame.end(), body.begin(), body.end());
  return frame;
}

}  // namespace

}  // namespace cudart

void course_cudart_explain_faults() {
  using namespace cudart;
  const Lock lock;
  const protocol::DeviceInfo& device = Client::get().device();
  plan() = {device.first_address, device.last_address, note_frame()};

  // A stack of its own: the fault may be an overflow of the program's.
  static char stack[64 << 10];
  stack_t alternate{};
  alternate.ss_sp = stack;
  alternate.ss_size = sizeof stack;
  sigaltstack(&alternate, nullptr);
  struct sigaction action {};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND;
  for (const int number : {SIGSEGV, SIGBUS}) sigaction(number, &action, nullptr);
}
