// SPDX-License-Identifier: MIT
/// \file
/// The compilers that turn a `.cu` file into one shared object: which are there, and their
/// versions.
///
/// Found by looking at files only (no process is started, so that a hostile PATH runs nothing).
/// plan.h says how they are called. Tested by compiler_test.cpp.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace toolchain {

/// The two families that the course supports.
enum class CompilerKind {
  Nvcc,   ///< NVIDIA's compiler, with its CUDA Toolkit
  Clang,  ///< clang with the headers of toolchain/include, no toolkit
};

/// What `--compiler` asks for.
enum class CompilerChoice {
  Auto,   ///< nvcc where there is one, else clang
  Nvcc,   ///< nvcc or an error
  Clang,  ///< clang or an error
};

/// One compiler that can be used.
struct Compiler {
  CompilerKind kind = CompilerKind::Clang;
  std::filesystem::path program;  ///< as found: /usr/bin/clang++
  std::filesystem::path root;     ///< toolkit or LLVM folder, links resolved: /usr/lib/llvm-14
  int major = 0;                  ///< 13 of "nvcc 13.0"
  int minor = 0;                  ///< 0 of "nvcc 13.0"
  std::string full_version;       ///< "14.0.6", "13.0"
  std::string linker = {};        ///< for -fuse-ld=, where one is there that is quicker: "gold"

  /// "nvcc 13.0", "clang 14": the name that results carry.
  std::string label() const;
};

/// Where to look. Only the command line and tests read the environment; everybody else is given one
/// of these.
struct SearchPlaces {
  std::string path;       ///< value of PATH
  std::string cuda_home;  ///< value of CUDA_HOME or CUDA_PATH, may be empty

  /// The places that this process's environment names.
  static SearchPlaces of_environment();
};

/// The oldest clang whose PTX back end has what the header needs.
inline constexpr int kOldestClang = 14;
/// The oldest toolkit that takes our flags.
inline constexpr int kOldestToolkit = 12;

/// Compilers found and those that are there but cannot be used, with the reason.
struct Found {
  std::vector<Compiler>
      usable;  ///< best first: nvcc, then clang++, then clang++-NN from the newest
  std::vector<base::Diagnostic> faulty;  ///< "clang++ is version 11; 14 or newer is needed"
};

/// Looks for nvcc (CUDA_HOME, PATH, /usr/local/cuda) and clang (PATH).
Found find_compilers(const SearchPlaces& places);

/// "auto", "nvcc" or "clang"; anything else is a diagnostic with a suggestion.
base::Result<CompilerChoice> parse_choice(std::string_view text);

/// The compiler to use; when there is none, what is missing and how to install it.
base::Result<Compiler> choose(CompilerChoice choice, const Found& found);

}  // namespace toolchain
