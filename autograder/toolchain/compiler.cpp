// SPDX-License-Identifier: MIT
#include "toolchain/compiler.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <system_error>

#include "base/files.h"
#include "base/text.h"

namespace toolchain {
namespace {

namespace fs = std::filesystem;

/// The newest clang++-NN that is looked for by name.
constexpr int kNewestClang = 29;

bool is_executable_file(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (error || !fs::is_regular_file(status)) return false;
  constexpr fs::perms kAnyExecute =
      fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;
  return (status.permissions() & kAnyExecute) != fs::perms::none;
}

/// The program in the absolute folders of a PATH. Relative entries are left out: what they mean
/// depends on the folder one stands in, which may be a student's.
std::optional<fs::path> on_path(const std::string& path, const std::string& name) {
  for (const std::string& folder : base::split(path, ':')) {
    const fs::path candidate = fs::path(folder) / name;
    if (candidate.is_absolute() && is_executable_file(candidate)) return candidate;
  }
  return std::nullopt;
}

fs::path resolved(const fs::path& path) {
  std::error_code error;
  fs::path result = fs::canonical(path, error);
  return error ? path : result;
}

/// Reads "14.0.6", "18" or "13.0" into the compiler's numbers.
bool set_version(Compiler& compiler, const std::string& text) {
  const std::vector<std::string> parts = base::split(text, '.');
  const auto number = [](const std::string& part, int& value) {
    const auto [end, code] = std::from_chars(part.data(), part.data() + part.size(), value);
    return code == std::errc{} && end == part.data() + part.size();
  };
  compiler.full_version = text;
  if (!number(parts[0], compiler.major)) return false;
  return parts.size() < 2 || number(parts[1], compiler.minor);
}

/// The toolkit's version, from `#define CUDART_VERSION 13000` in its headers.
std::string toolkit_version(const fs::path& root) {
  constexpr std::string_view kMacro = "#define CUDART_VERSION";
  const auto text = base::read_file(root / "include" / "cuda_runtime_api.h");
  if (!text.ok()) return {};
  const std::size_t at = text->find(kMacro);
  if (at == std::string::npos) return {};
  const int number = std::atoi(text->c_str() + at + kMacro.size());
  return std::to_string(number / 1000) + "." + std::to_string(number / 10 % 100);
}

/// clang's version, from its resource folder: <root>/lib/clang/14.0.6 or <root>/lib/clang/18.
std::string resource_version(const fs::path& root) {
  std::string best;
  int best_major = 0;
  for (const char* library : {"lib", "lib64"}) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(root / library / "clang", error)) {
      Compiler parsed;
      if (entry.is_directory(error) && !entry.is_symlink(error) &&
          fs::exists(entry.path() / "include", error) &&
          set_version(parsed, entry.path().filename().string()) && parsed.major >= best_major) {
        best = parsed.full_version;
        best_major = parsed.major;
      }
    }
  }
  return best;
}

void add_nvcc(Found& found, const fs::path& program) {
  const auto faulty = [&](std::string message, std::string hint) {
    found.faulty.push_back({{program.string()}, std::move(message), std::move(hint)});
  };
  Compiler nvcc;
  nvcc.kind = CompilerKind::Nvcc;
  nvcc.program = program;
  nvcc.root = resolved(program).parent_path().parent_path();
  const std::string version = toolkit_version(nvcc.root);
  if (version.empty() || !set_version(nvcc, version)) {
    faulty("nvcc stands in no CUDA Toolkit: its headers are not beside it",
           "set CUDA_HOME to the toolkit's folder");
  } else if (nvcc.major < kOldestToolkit) {
    faulty("the CUDA Toolkit is version " + version + "; " + std::to_string(kOldestToolkit) +
               " or newer is needed",
           "install a newer toolkit, or use --compiler clang");
  } else {
    found.usable.push_back(std::move(nvcc));
  }
}

void find_nvcc(Found& found, const SearchPlaces& places) {
  if (!places.cuda_home.empty()) {
    const fs::path program = fs::path(places.cuda_home) / "bin" / "nvcc";
    if (program.is_absolute() && is_executable_file(program)) return add_nvcc(found, program);
  }
  if (const auto program = on_path(places.path, "nvcc")) return add_nvcc(found, *program);
  const fs::path usual = "/usr/local/cuda/bin/nvcc";
  if (is_executable_file(usual)) add_nvcc(found, usual);
}

void add_clang(Found& found, const fs::path& program) {
  Compiler clang;
  clang.kind = CompilerKind::Clang;
  clang.program = program;
  clang.root = resolved(program).parent_path().parent_path();
  const std::string version = resource_version(clang.root);
  if (version.empty() || !set_version(clang, version)) {
    found.faulty.push_back({{program.string()},
                            "clang's own headers are not beside it, so its version is not known",
                            "install the distribution's clang package"});
  } else if (clang.major < kOldestClang) {
    found.faulty.push_back({{program.string()},
                            "clang is version " + version + "; " + std::to_string(kOldestClang) +
                                " or newer is needed",
                            "install a newer clang"});
  } else {
    const bool known =
        std::any_of(found.usable.begin(), found.usable.end(), [&](const Compiler& other) {
          return other.kind == CompilerKind::Clang && resolved(other.program) == resolved(program);
        });
    if (!known) found.usable.push_back(std::move(clang));
  }
}

}  // namespace

std::string Compiler::label() const {
  if (kind == CompilerKind::Clang) return "clang " + std::to_string(major);
  return "nvcc " + std::to_string(major) + "." + std::to_string(minor);
}

SearchPlaces SearchPlaces::of_environment() {
  const auto value = [](const char* name) {
    const char* text = std::getenv(name);
    return std::string(text ? text : "");
  };
  SearchPlaces places{value("PATH"), value("CUDA_HOME")};
  if (places.cuda_home.empty()) places.cuda_home = value("CUDA_PATH");
  return places;
}

Found find_compilers(const SearchPlaces& places) {
  Found found;
  find_nvcc(found, places);
  if (const auto program = on_path(places.path, "clang++")) add_clang(found, *program);
  for (int version = kNewestClang; version >= kOldestClang; --version) {
    const auto program = on_path(places.path, "clang++-" + std::to_string(version));
    if (program) add_clang(found, *program);
  }
  // Links a small program in a third of ld's time, which counts at every edit.
  if (on_path(places.path, "ld.gold")) {
    for (Compiler& compiler : found.usable) compiler.linker = "gold";
  }
  return found;
}

base::Result<CompilerChoice> parse_choice(std::string_view text) {
  if (text == "auto") return CompilerChoice::Auto;
  if (text == "nvcc") return CompilerChoice::Nvcc;
  if (text == "clang") return CompilerChoice::Clang;
  std::string hint = base::did_you_mean(text, {"auto", "nvcc", "clang"});
  if (hint.empty()) hint = "use auto, nvcc or clang";
  return base::Diagnostic{{}, "unknown compiler '" + std::string(text) + "'", std::move(hint)};
}

base::Result<Compiler> choose(CompilerChoice choice, const Found& found) {
  for (const Compiler& compiler : found.usable) {
    const bool wanted = choice == CompilerChoice::Auto ||
                        (choice == CompilerChoice::Nvcc) == (compiler.kind == CompilerKind::Nvcc);
    if (wanted) return compiler;
  }
  base::Diagnostic missing;
  if (choice == CompilerChoice::Nvcc) {
    missing = {{},
               "nvcc was not found",
               "install the CUDA Toolkit and set CUDA_HOME, or use --compiler clang"};
  } else {
    missing = {{},
               choice == CompilerChoice::Clang ? "clang++ was not found"
                                               : "neither nvcc nor clang++ was found",
               "install clang " + std::to_string(kOldestClang) +
                   " or newer (Debian, Ubuntu: apt-get install clang)"};
  }
  std::vector<base::Diagnostic> errors{std::move(missing)};
  errors.insert(errors.end(), found.faulty.begin(), found.faulty.end());
  return errors;
}

}  // namespace toolchain
