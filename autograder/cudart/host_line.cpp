// SPDX-License-Identifier: MIT
#include "cudart/host_line.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <link.h>

#include <cstdint>
#include <cstdlib>
#include <string_view>

#ifdef COURSE_HAVE_BACKTRACE
#include <backtrace.h>
#include <unwind.h>
#endif

extern "C" {
// libbacktrace sorts the symbols of every loaded object before it answers for the first time, which
// is more work than all else that a small case does. So it is shown the program's objects alone:
// the linker option --wrap sends its calls to the second of these.
int __real_dl_iterate_phdr(int (*callback)(dl_phdr_info*, std::size_t, void*), void* data);
int __wrap_dl_iterate_phdr(int (*callback)(dl_phdr_info*, std::size_t, void*), void* data);
}

namespace cudart {
namespace {

std::string function_name(const void* return_address) {
  Dl_info info{};
  if (dladdr(return_address, &info) == 0 || info.dli_sname == nullptr) return {};
  int status = 0;
  char* demangled = abi::__cxa_demangle(info.dli_sname, nullptr, nullptr, &status);
  std::string name = status == 0 ? demangled : info.dli_sname;
  std::free(demangled);
  return name.substr(0, name.find('(')) + "()";
}

#ifdef COURSE_HAVE_BACKTRACE

using PhdrCallback = int (*)(dl_phdr_info*, std::size_t, void*);

/// One that asks for all objects, and what it asks with.
struct Asking {
  PhdrCallback callback;
  void* data;
};

/// May the object hold lines of the program? The C library, ours, and the runner itself do not.
bool may_be_programs(std::string_view object) {
  for (const char* folder : {"/usr/", "/lib/", "/lib64/"}) {
    if (object.starts_with(folder)) return false;
  }
  return !object.empty() && !object.ends_with("/libcourse_cudart.so");
}

int show_programs_own(dl_phdr_info* info, std::size_t size, void* data) {
  const Asking& asking = *static_cast<Asking*>(data);
  return may_be_programs(info->dlpi_name) ? asking.callback(info, size, asking.data) : 0;
}

/// Files whose lines tell a student nothing: `template <class T> cudaMalloc(T**, ...)` and its
/// like.
bool is_compilers_own(const std::string& file) {
  const std::size_t dot = file.rfind('.');
  const bool is_source = dot != std::string::npos && file.find('/', dot) == std::string::npos &&
                         (file.compare(dot, 2, ".c") == 0);
  if (is_source) return file.find(".cudafe1.") != std::string::npos;
  for (const char* name : {"/usr/", "cuda_runtime", "runtime_templates", "/tmpxft_"}) {
    if (file.find(name) != std::string::npos) return true;
  }
  return false;
}

void ignore_trouble(void*, const char*, int) {}

/// Called for the innermost inlined call first; anything but 0 ends the search.
int take_line(void* result, std::uintptr_t, const char* file, int line, const char*) {
  if (file == nullptr || line <= 0 || is_compilers_own(file)) return 0;
  *static_cast<std::string*>(result) = std::string(file) + ":" + std::to_string(line);
  return 1;
}

/// The line of the call that returns to `address`; empty for code without lines.
std::string line_of_call(std::uintptr_t address) {
  // Made once, after the program was opened: it reads what is loaded at that time.
  static backtrace_state* const state =
      backtrace_create_state(nullptr, /*threaded=*/0, ignore_trouble, nullptr);
  std::string line;
  // One less: the call, not what comes after it.
  if (state != nullptr) backtrace_pcinfo(state, address - 1, take_line, ignore_trouble, &line);
  return line;
}

/// A walk from our own frames outwards.
struct Walk {
  std::uintptr_t caller = 0;   ///< where our function returns to
  bool beyond_caller = false;  ///< has the walk come past it?
  unsigned left = 3;           ///< frames that are still looked at beyond it
  std::string line;
};

_Unwind_Reason_Code visit(_Unwind_Context* context, void* data) {
  Walk& walk = *static_cast<Walk*>(data);
  const std::uintptr_t address = _Unwind_GetIP(context);
  if (walk.beyond_caller) {
    walk.line = line_of_call(address);
    return walk.line.empty() && --walk.left > 0 ? _URC_NO_REASON : _URC_END_OF_STACK;
  }
  walk.beyond_caller = address == walk.caller;
  return _URC_NO_REASON;
}

std::string source_line(const void* return_address) {
  const auto address = reinterpret_cast<std::uintptr_t>(return_address);
  std::string line = line_of_call(address);
  if (!line.empty()) return line;
  // Unoptimised, the compiler's `cudaMalloc<T>` is a function of its own between us and the
  // program.
  Walk walk;
  walk.caller = address;
  _Unwind_Backtrace(visit, &walk);
  return walk.line;
}

#else

std::string source_line(const void*) {
  return {};
}

#endif

}  // namespace

std::string host_line(const void* return_address) {
  std::string line = source_line(return_address);
  return line.empty() ? function_name(return_address) : line;
}

}  // namespace cudart

#ifdef COURSE_HAVE_BACKTRACE
int __wrap_dl_iterate_phdr(int (*callback)(dl_phdr_info*, std::size_t, void*), void* data) {
  cudart::Asking asking{callback, data};
  return __real_dl_iterate_phdr(cudart::show_programs_own, &asking);
}
#endif
