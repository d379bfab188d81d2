// SPDX-License-Identifier: MIT
/// \file
/// How one `.cu` file becomes one shared object, as data: command lines, their order, their files.
///
/// Nothing is started here; whoever runs a plan does so in a sandbox. The shared object holds the
/// host code and the kernels as plain PTX text; its CUDA symbols stay undefined and are resolved by
/// our runtime when the host runner opens it. Tested by plan_test.cpp and build_test.cpp.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "toolchain/compiler.h"

namespace toolchain {

/// Our headers in clang's own form, which it reads in a third of the time: a file for each step.
/// They fit builds with the same compiler, architecture and little_host_work.
struct PrecompiledHeaders {
  std::filesystem::path device;  ///< empty: the text is read
  std::filesystem::path host;
};

/// What is to be built.
struct BuildRequest {
  std::filesystem::path source;       ///< absolute; read only
  std::filesystem::path work_folder;  ///< absolute, writable: intermediate files
  std::filesystem::path output;       ///< absolute: the shared object
  /// 75 is compute_75; 0 takes the compiler's usual one (nvcc 75, clang 70). Asynchronous copies
  /// need 80.
  int architecture = 0;
  std::vector<std::filesystem::path> include_folders;        ///< searched after the source's own
  std::vector<std::pair<std::string, std::string>> defines;  ///< name, value (may be empty)
  /// More files of the program, absolute: .cu with kernels of their own, .cpp, .cc, .cxx or .c.
  std::vector<std::filesystem::path> more_sources;
  std::vector<std::string> flags;  ///< for the compiler, as they stand
  bool threads_by_pragma = false;  ///< the program includes <omp.h>
  bool device_lambdas = true;      ///< the program may hold some (lambdas.h); costs nvcc time
  /// Text compiled after the source in the same translation unit (a generated shim). Messages about
  /// it carry the name kAppendedName.
  std::string appended;
  /// Host code that does little is compiled without optimisation: on the reader's machine that
  /// takes half the time. Device code is the same.
  bool little_host_work = false;
  PrecompiledHeaders headers = {};  ///< clang only. What comes out is the same with and without
  /// clang only: its link command (clang_script.h); then linking is a step of its own. Empty: the
  /// host step links.
  std::vector<std::string> link_command = {};
  /// libstdc++'s `<cmath>` comes without its special functions and what they include, two fifths of
  /// what nvcc does for a small file. A program that wants them does not compile then.
  bool lean_mathematics = false;
};

/// The file name under which messages speak of BuildRequest::appended.
inline constexpr const char* kAppendedName = "<course shim>";

/// A file to write before the first step.
struct GeneratedFile {
  std::filesystem::path path;
  std::string content;
};

/// One command.
struct BuildStep {
  std::string name;  ///< "device", "host", "link" or "build": for messages and timings
  std::vector<std::string> command;  ///< command[0] is absolute
  std::vector<std::size_t> after;  ///< steps that must have ended well before; else may run beside
  std::vector<std::filesystem::path> inputs;   ///< files it reads beside headers
  std::vector<std::filesystem::path> outputs;  ///< files it makes
  /// An input that it needs late. Where this stands in the command as "-" instead, the step reads
  /// it from its standard input, and may run beside the step that makes it (clang_script()).
  std::filesystem::path streamed = {};
  /// nvcc only: prints on standard error what `command` would run, for side_by_side_script().
  std::vector<std::string> dry_run = {};
};

/// Everything needed to build, for a process starter that knows nothing of compilers.
struct BuildPlan {
  std::filesystem::path working_folder;  ///< every step's current folder: the source's
  std::vector<GeneratedFile> files;      ///< written first
  std::vector<BuildStep> steps;          ///< in an order that may be followed one by one
  std::vector<std::string> environment;  ///< the whole of it, "NAME=value"
  /// What a sandbox must show read-only: the source's folder, include folders, compiler and headers
  /// where they stand outside /usr (which every sandbox shows).
  std::vector<std::filesystem::path> readable;
  std::vector<std::filesystem::path> writable;  ///< work folder and the output's folder
  std::filesystem::path output;                 ///< the shared object
};

/// The plan for a compiler. Never touches the file system; throws std::invalid_argument on a path
/// that is not absolute.
BuildPlan plan_build(const Compiler& compiler, const BuildRequest& request);

/// How to make the headers for builds like `request`, of which architecture and little_host_work
/// count: two steps, "device" and "host", that may run side by side. Each makes an output in
/// `folder`, and beside it "<output>.d", a makefile rule that names all it was made of.
BuildPlan plan_headers(const Compiler& clang, const BuildRequest& request,
                       const std::filesystem::path& folder);

/// Our headers for clang, as installed with this program.
std::filesystem::path header_folder();

/// Changes whenever the same request could give another result: compiler version, flags, our
/// headers. For names of cache entries.
std::string fingerprint(const Compiler& compiler);

}  // namespace toolchain
