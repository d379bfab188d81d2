// SPDX-License-Identifier: MIT
#include "sandbox/seccomp.h"

#include <linux/audit.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>

namespace sandbox {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#else
#error "the system call filter knows x86-64 and arm64"
#endif

constexpr auto kRefused = std::to_array<std::uint32_t>({
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_kcmp,
    SYS_pidfd_getfd,
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_setns,
    SYS_unshare,
    SYS_open_tree,
    SYS_move_mount,
    SYS_fsopen,
    SYS_fsmount,
    SYS_fsconfig,
    SYS_fspick,
    SYS_mount_setattr,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_userfaultfd,
    SYS_io_uring_setup,
    SYS_io_uring_enter,
    SYS_io_uring_register,
    SYS_add_key,
    SYS_request_key,
    SYS_keyctl,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_kexec_load,
    SYS_kexec_file_load,
    SYS_reboot,
    SYS_swapon,
    SYS_swapoff,
    SYS_acct,
    SYS_quotactl,
    SYS_syslog,
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_adjtimex,
    SYS_clock_adjtime,
    SYS_sethostname,
    SYS_setdomainname,
    SYS_open_by_handle_at,
    SYS_name_to_handle_at,
    SYS_lookup_dcookie,
    SYS_vhangup,
    SYS_fanotify_init,
    SYS_mbind,
    SYS_move_pages,
    SYS_migrate_pages,
});

constexpr std::uint32_t kNewNamespaces = CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER |
                                         CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWCGROUP;

sock_filter load(std::size_t offset) {
  return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
}

sock_filter skip_unless(std::uint16_t test, std::uint32_t value, std::uint8_t skipped) {
  return BPF_JUMP(static_cast<std::uint16_t>(BPF_JMP | test | BPF_K), value, 0, skipped);
}

sock_filter answer(std::uint32_t verdict) {
  return BPF_STMT(BPF_RET | BPF_K, verdict);
}

sock_filter refuse(int error) {
  return answer(SECCOMP_RET_ERRNO | (static_cast<std::uint32_t>(error) & SECCOMP_RET_DATA));
}

}  // namespace

std::vector<sock_filter> system_call_filter() {
  constexpr std::size_t kNumber = offsetof(seccomp_data, nr);
  constexpr std::size_t kFirstArgument = offsetof(seccomp_data, args);
  std::vector<sock_filter> program = {
      load(offsetof(seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 1, 0),
      answer(SECCOMP_RET_KILL_PROCESS),
      load(kNumber),
  };
#if defined(__x86_64__)
  // The x32 calls are the same ones under other numbers.
  program.push_back(skip_unless(BPF_JGE, 0x40000000U, 1));
  program.push_back(answer(SECCOMP_RET_KILL_PROCESS));
#endif
  for (const std::uint32_t number : kRefused) {
    program.push_back(skip_unless(BPF_JEQ, number, 1));
    program.push_back(refuse(EPERM));
  }
  // clone3 hides its flags behind a pointer; glibc falls back to clone when it does not exist.
  program.push_back(skip_unless(BPF_JEQ, SYS_clone3, 1));
  program.push_back(refuse(ENOSYS));
  program.push_back(skip_unless(BPF_JEQ, SYS_clone, 4));
  program.push_back(load(kFirstArgument));
  program.push_back(skip_unless(BPF_JSET, kNewNamespaces, 1));
  program.push_back(refuse(EPERM));
  program.push_back(answer(SECCOMP_RET_ALLOW));
  program.push_back(skip_unless(BPF_JEQ, SYS_socket, 4));
  program.push_back(load(kFirstArgument));
  program.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_UNIX, 1, 0));
  program.push_back(refuse(EPERM));
  program.push_back(answer(SECCOMP_RET_ALLOW));
  program.push_back(answer(SECCOMP_RET_ALLOW));
  return program;
}

}  // namespace sandbox
