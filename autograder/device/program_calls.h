// SPDX-License-Identifier: MIT
/// \file
/// The CUDA calls of the program of one case, with CUDA's rules for errors and the case's rules for
/// copies.
///
/// An error of a kernel spoils the context: nothing more runs, and from the next call that waits
/// for the device on every call returns it. Errors of one-way calls that spoil nothing are told
/// with the next Synchronized. Nothing that the program sends is believed. Tested by
/// session_test.cpp.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "device/backend.h"
#include "device/case_report.h"
#include "device/copy_rules.h"
#include "device/launcher.h"
#include "protocol/cuda_messages.h"

namespace device {

/// Name of a file as people know it; empty for files that are not the student's.
using FileNamer = std::function<std::string(const std::string& path)>;

/// One case as the program sees it. Each method serves the message of its argument's type.
class ProgramCalls {
 public:
  /// The first four outlive it; `namer` makes names of files as people know them.
  ProgramCalls(Backend& backend, CopyRules& rules, Launcher& launcher, CaseReport& report,
               FileNamer namer)
      : backend_(backend),
        rules_(rules),
        launcher_(launcher),
        report_(report),
        namer_(std::move(namer)) {}

  /// Loads lazily: the first query of a kernel or symbol does.
  void serve(protocol::RegisterImage request);
  /// Numbers a kernel.
  protocol::KernelInfo serve(const protocol::QueryKernel& request);
  /// cudaFuncSetAttribute.
  protocol::CallStatus serve(const protocol::SetKernelAttribute& request);
  /// Finds a variable.
  /// A __managed__ variable comes with the descriptor of its memory, where sharing is allowed.
  protocol::SymbolInfo query_symbol(const protocol::QuerySymbol& request, int& descriptor);
  /// cudaMalloc and its like; managed memory is served by allocate_managed.
  protocol::Allocated serve(const protocol::Allocate& request);
  /// cudaMallocManaged; the descriptor stays the back end's.
  protocol::Allocated allocate_managed(const protocol::Allocate& request, int& descriptor);
  /// cudaFree.
  protocol::CallStatus serve(const protocol::Free& request);
  /// Host to device.
  void serve(const protocol::CopyToDevice& request);
  /// Device to host.
  protocol::CopiedBytes serve(const protocol::CopyFromDevice& request);
  /// Device to device.
  void serve(const protocol::CopyOnDevice& request);
  /// memset.
  void serve(const protocol::Fill& request);
  /// A launch.
  void serve(const protocol::LaunchKernel& request);
  /// Waits and tells errors.
  protocol::Synchronized serve(const protocol::Synchronize& request);
  /// Virtual time.
  protocol::ClockInfo serve(const protocol::QueryClock& request);
  /// What an address is.
  protocol::PointerInfo serve(const protocol::QueryPointer& request);
  /// Properties.
  protocol::DeviceInfo serve(const protocol::QueryDevice& request);
  /// cudaDeviceReset.
  protocol::CallStatus serve(const protocol::ResetDevice& request);
  /// A note.
  void serve(protocol::Note request);

  /// Notes what the program left behind: memory never freed.
  void note_leaks();

 private:
  void note_heap_leaks();
  void note_unwritten(const Allocation& source, std::uint64_t bytes);

  /// Rows of a copy or memset.
  struct Rows {
    Address first = 0;
    std::uint64_t pitch = 0;
    std::uint64_t width = 0;
    std::uint64_t height = 0;
  };
  /// A registered image; loaded at first use.
  struct Image {
    protocol::Bytes bytes;
    std::optional<ModuleId> module;
    bool tried = false;
  };
  /// A kernel that the program asked for.
  struct Kernel {
    ModuleId module = 0;
    std::string name;
    protocol::KernelInfo info;
  };

  std::optional<ModuleId> module_of(std::uint32_t image);
  const Kernel* kernel(std::uint32_t number) const;
  std::optional<Allocation> target(const Rows& rows, const char* call);
  void fail(std::uint32_t error) { last_error_ = error; }
  void refuse(protocol::Finding finding);
  std::uint32_t reveal();
  std::string take_printed();

  std::string place(const std::string& site) const;

  Backend& backend_;
  CopyRules& rules_;
  Launcher& launcher_;
  CaseReport& report_;
  FileNamer namer_;
  std::map<std::uint32_t, Image> images_;
  std::vector<Kernel> kernels_;
  std::uint32_t sticky_error_ = 0;  ///< spoilt the context; told once revealed_
  bool revealed_ = false;
  std::uint32_t last_error_ = 0;
  std::map<Address, std::string> freed_;  ///< where the program freed what is free
  std::set<Address> own_;                 ///< live allocations that the program made
  std::uint64_t allocations_ = 0;         ///< ever made; their numbers are their names
};

}  // namespace device
