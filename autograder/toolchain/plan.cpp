// SPDX-License-Identifier: MIT
#include "toolchain/plan.h"

#include <algorithm>
#include <stdexcept>

#include "base/files.h"
#include "base/hash.h"
#include "toolchain/clang_script.h"

namespace toolchain {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr const char* kStandard = "-std=c++20";
constexpr int kNvccArchitecture = 75;
constexpr int kClangArchitecture = 70;
/// From compute capability 9.0 on the back end wants PTX 7.8.
constexpr int kArchitectureOfPtx78 = 89;

/// The files of one build.
struct Names {
  std::string source;  ///< relative to the working folder, so that messages and __FILE__ are short
  fs::path shim;
  fs::path ptx;
};

void append(Words& words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
}

Names names_of(const BuildRequest& request) {
  const fs::path base = request.work_folder / request.output.stem();
  return {request.source.filename().string(), base.string() + ".shim.cu", base.string() + ".ptx"};
}

/// -I and -D, and flags of the user's own.
Words option_words(const BuildRequest& request) {
  Words words;
  for (const fs::path& folder : request.include_folders) words.push_back("-I" + folder.string());
  for (const auto& [name, value] : request.defines) {
    words.push_back("-D" + name + (value.empty() ? "" : "=" + value));
  }
  // The guard of the header that <cmath> includes last of all.
  if (request.lean_mathematics) words.push_back("-D_GLIBCXX_BITS_SPECFUN_H");
  append(words, request.flags);
  return words;
}

/// The same, and what is compiled: the source, or the shim with the source before it.
Words request_words(const BuildRequest& request, const Names& names) {
  Words words = option_words(request);
  if (request.appended.empty()) {
    words.push_back(names.source);
  } else {
    append(words, {"-include", names.source, names.shim.string()});
  }
  return words;
}

int clang_architecture(const BuildRequest& request) {
  return request.architecture ? request.architecture : kClangArchitecture;
}

/// Flags that both of clang's steps share. \param header our headers precompiled, or empty
Words clang_words(const Compiler& clang, int architecture, const fs::path& header = {}) {
  Words words = {clang.program.string(), "-x", "cuda", kStandard, "-nocudainc", "-nocudalib",
                 "--cuda-gpu-arch=sm_" + std::to_string(architecture),
                 // Launches through __cudaPushCallConfiguration and cudaLaunchKernel.
                 "-Xclang", "-target-sdk-version=11.2",
                 // threadIdx.x is a property (device_builtins.h).
                 "-fdeclspec", "-Wno-unknown-cuda-version", "-fno-color-diagnostics", "-isystem",
                 header_folder().string()};
  if (header.empty()) {
    append(words, {"-include", "cuda_runtime.h"});
  } else {
    // Whoever made the file answers for its being of this compiler and these flags.
    append(words, {"-include-pch", header.string(), "-Xclang", "-fno-validate-pch", "-include",
                   "course_cuda/new.h"});
  }
  return words;
}

/// Flags of the device step beyond the shared ones.
Words clang_device_words(int architecture) {
  const bool new_ptx = architecture >= kArchitectureOfPtx78;
  return {"--cuda-device-only", "-S", "-O2", "-gline-tables-only", "-Wall",
          // nvcc keeps allocations that nobody reads, and the faults in them.
          "-fno-builtin-malloc", "-fno-builtin-free",
          // Without a feature the back end assumes PTX 4.2, which has no _sync.
          "-Xclang", "-target-feature", "-Xclang", new_ptx ? "+ptx78" : "+ptx72"};
}

/// Flags of the host step that makes the program, beyond the shared ones.
Words clang_host_words(const BuildRequest& request) {
  // The device step has given the warnings already. -O1 compiles host code in little more than half
  // the time of -O2, and it is only run once.
  return {"--cuda-host-only", "-w", request.little_host_work ? "-O0" : "-O1", "-gline-tables-only",
          "-fPIC"};
}

/// What makes clang link a program.
Words clang_link_words(const Compiler& clang) {
  Words words = {"-shared", "-Wl,-Bsymbolic"};
  if (!clang.linker.empty()) words.push_back("-fuse-ld=" + clang.linker);
  return words;
}

/// One more file of the program becomes an object: a .cu in two steps like the first file, a .c by
/// the C compiler within clang, any other as host code that knows CUDA's names.
void add_clang_object(const Compiler& clang, const BuildRequest& request, int architecture,
                      const fs::path& source, const fs::path& object,
                      std::vector<BuildStep>& steps) {
  const std::string kind = source.extension().string();
  const std::string name = source.filename().string();
  if (kind == ".c") {
    BuildStep step{
        name,
        {clang.program.string(), "-x", "c", "-O1", "-w", "-fPIC", "-c", "-o", object.string()},
        {},
        {source},
        {object}};
    append(step.command, option_words(request));
    step.command.push_back(source.string());
    steps.push_back(std::move(step));
    return;
  }
  Words host = {"--cuda-host-only", "-w", "-O1", "-gline-tables-only", "-fPIC", "-c", "-o",
                object.string()};
  BuildStep last{name, clang_words(clang, architecture), {}, {source}, {object}};
  if (kind == ".cu") {
    const fs::path ptx = object.string() + ".ptx";
    BuildStep device{name, clang_words(clang, architecture), {}, {source}, {ptx}};
    append(device.command, clang_device_words(architecture));
    append(device.command, {"-o", ptx.string()});
    append(device.command, option_words(request));
    device.command.push_back(source.string());
    last.after = {steps.size()};
    last.inputs.push_back(ptx);
    append(host, {"-Xclang", "-fcuda-include-gpubinary", "-Xclang", ptx.string()});
    steps.push_back(std::move(device));
  }
  append(last.command, host);
  append(last.command, option_words(request));
  last.command.push_back(source.string());
  steps.push_back(std::move(last));
}

std::vector<BuildStep> clang_steps(const Compiler& clang, const BuildRequest& request,
                                   const Names& names) {
  const int architecture = clang_architecture(request);
  const Words sources = request_words(request, names);

  std::vector<BuildStep> steps;
  Words objects;
  std::vector<std::size_t> before;
  for (const fs::path& source : request.more_sources) {
    const fs::path object = request.work_folder / ("more" + std::to_string(objects.size()) + ".o");
    add_clang_object(clang, request, architecture, source, object, steps);
    objects.push_back(object.string());
    before.push_back(steps.size() - 1);
  }

  BuildStep device{"device",
                   clang_words(clang, architecture, request.headers.device),
                   {},
                   {request.source},
                   {names.ptx}};
  append(device.command, clang_device_words(architecture));
  append(device.command, {"-o", names.ptx.string()});
  append(device.command, sources);

  const bool links = request.link_command.empty();
  const fs::path object = links ? request.output : fs::path(names.ptx).replace_extension(".o");
  BuildStep host{"host",
                 clang_words(clang, architecture, request.headers.host),
                 before,
                 {request.source, names.ptx},
                 {object}};
  host.after.push_back(steps.size());
  append(host.command, clang_host_words(request));
  append(host.command, {"-Xclang", "-fcuda-include-gpubinary", "-Xclang", names.ptx.string(), "-o",
                        object.string()});
  append(host.command, links ? clang_link_words(clang) : Words{"-c"});
  append(host.command, sources);
  if (!objects.empty()) {
    append(host.command, {"-x", "none"});
    append(host.command, objects);
  }
  // clang takes no notice of the pragmas on this platform's library; its functions are there.
  if (request.threads_by_pragma) host.command.push_back("-lgomp");
  // The device code goes into the object last of all.
  host.streamed = names.ptx;
  steps.push_back(std::move(device));
  steps.push_back(std::move(host));
  if (!links) {
    BuildStep link{"link", request.link_command, {steps.size() - 1}, {object}, {request.output}};
    std::ranges::replace(link.command, kLinkedObject, object.string());
    std::ranges::replace(link.command, kLinkedOutput, request.output.string());
    steps.push_back(std::move(link));
  }
  return steps;
}

std::vector<BuildStep> nvcc_steps(const Compiler& nvcc, const BuildRequest& request,
                                  const Names& names) {
  const int architecture = request.architecture ? request.architecture : kNvccArchitecture;
  const std::string virtual_architecture = "compute_" + std::to_string(architecture);
  BuildStep build{
      "build",
      // The resolved path: nvcc looks for its parts beside itself.
      {(nvcc.root / "bin" / "nvcc").string(), kStandard,
       // Of the host code alone.
       request.little_host_work ? "-O0" : "-O3", "-lineinfo", "-cudart", "none", "-no-compress",
       "-gencode", "arch=" + virtual_architecture + ",code=" + virtual_architecture,
       "-Wno-deprecated-gpu-targets",
       // Takes what clang takes.
       "--expt-relaxed-constexpr", "-Xcompiler", "-fPIC,-g1", "-shared", "-Xlinker", "-Bsymbolic",
       "-o", request.output.string()},
      {},
      {request.source},
      {request.output}};
  if (!nvcc.linker.empty()) {
    append(build.command, {"-Xcompiler", "-fuse-ld=" + nvcc.linker});
  }
  if (request.device_lambdas) build.command.push_back("--extended-lambda");
  // Alone, a file is CUDA whatever its name; of several, each is what its name says.
  if (request.more_sources.empty()) append(build.command, {"-x", "cu"});
  if (request.threads_by_pragma) append(build.command, {"-Xcompiler", "-fopenmp"});
  append(build.command, request_words(request, names));
  for (const fs::path& source : request.more_sources) {
    build.command.push_back(source.string());
    build.inputs.push_back(source);
  }
  build.dry_run = build.command;
  build.dry_run.insert(build.dry_run.begin() + 1, "--dryrun");
  return {std::move(build)};
}

/// Every sandbox shows /usr; the rest must be asked for.
void add_readable(std::vector<fs::path>& readable, const fs::path& path) {
  const bool below_usr = path.string().starts_with("/usr/");
  if (below_usr || std::count(readable.begin(), readable.end(), path) > 0) return;
  readable.push_back(path);
}

Words environment_of(const Compiler& compiler, const fs::path& temporary) {
  return {"PATH=" + (compiler.root / "bin").string() + ":/usr/local/bin:/usr/bin:/bin",
          "LC_ALL=C.UTF-8", "TMPDIR=" + temporary.string()};
}

void require_absolute(const fs::path& path, const char* what) {
  if (!path.is_absolute()) {
    throw std::invalid_argument(std::string("plan_build: ") + what + " '" + path.string() +
                                "' is not an absolute path");
  }
}

}  // namespace

BuildPlan plan_build(const Compiler& compiler, const BuildRequest& request) {
  require_absolute(request.source, "source");
  require_absolute(request.work_folder, "work folder");
  require_absolute(request.output, "output");
  for (const fs::path& source : request.more_sources) require_absolute(source, "source");
  const Names names = names_of(request);
  const bool is_clang = compiler.kind == CompilerKind::Clang;

  BuildPlan plan;
  plan.working_folder = request.source.parent_path();
  plan.output = request.output;
  plan.steps =
      is_clang ? clang_steps(compiler, request, names) : nvcc_steps(compiler, request, names);
  if (!request.appended.empty()) {
    plan.files.push_back(
        {names.shim, "#line 1 \"" + std::string(kAppendedName) + "\"\n" + request.appended + "\n"});
    for (BuildStep& step : plan.steps) step.inputs.push_back(names.shim);
  }
  plan.environment = environment_of(compiler, request.work_folder);
  add_readable(plan.readable, plan.working_folder);
  for (const fs::path& folder : request.include_folders) add_readable(plan.readable, folder);
  for (const fs::path& source : request.more_sources) {
    add_readable(plan.readable, source.parent_path());
  }
  add_readable(plan.readable, compiler.root);
  if (is_clang) add_readable(plan.readable, header_folder());
  for (const fs::path& header : {request.headers.device, request.headers.host}) {
    if (!header.empty()) add_readable(plan.readable, header.parent_path());
  }
  plan.writable = {request.work_folder};
  if (request.output.parent_path() != request.work_folder) {
    plan.writable.push_back(request.output.parent_path());
  }
  return plan;
}

BuildPlan plan_headers(const Compiler& clang, const BuildRequest& request, const fs::path& folder) {
  require_absolute(folder, "folder");
  const int architecture = clang_architecture(request);
  BuildPlan plan;
  plan.working_folder = folder;
  for (const char* name : {"device", "host"}) {
    const fs::path output = folder / (std::string(name) + ".pch");
    BuildStep step{name, clang_words(clang, architecture), {}, {}, {output}};
    if (name == std::string_view("device")) {
      append(step.command, clang_device_words(architecture));
    } else {
      append(step.command, clang_host_words(request));
      step.command.push_back("-c");
    }
    // The headers come before an empty file.
    append(step.command, {"-DCOURSE_PRECOMPILED", "-Xclang", "-emit-pch", "-MD", "-MF",
                          output.string() + ".d", "-o", output.string(), "/dev/null"});
    plan.steps.push_back(std::move(step));
  }
  plan.environment = environment_of(clang, folder);
  add_readable(plan.readable, clang.root);
  add_readable(plan.readable, header_folder());
  plan.writable = {folder};
  return plan;
}

BuildPlan plan_link_question(const Compiler& clang, const fs::path& folder) {
  require_absolute(folder, "folder");
  BuildPlan plan;
  plan.working_folder = folder;
  BuildStep step{"link", {clang.program.string(), "-###"}, {}, {}, {}};
  append(step.command, clang_link_words(clang));
  append(step.command, {"-o", kLinkedOutput, kLinkedObject});
  plan.steps = {std::move(step)};
  plan.files = {{folder / kLinkedObject, ""}};  // or it would be left out of the answer
  plan.environment = environment_of(clang, folder);
  add_readable(plan.readable, clang.root);
  plan.writable = {folder};
  return plan;
}

fs::path header_folder() {
  return COURSE_CUDA_HEADERS;
}

std::string fingerprint(const Compiler& compiler) {
  base::HashBuilder hash;
  hash.add(compiler.label()).add(compiler.full_version);
  // A plan with fixed names stands for all flags.
  BuildRequest request;
  request.source = "/source/a.cu";
  request.work_folder = "/build";
  request.output = "/build/a.so";
  for (const BuildStep& step : plan_build(compiler, request).steps) {
    for (const std::string& word : step.command) hash.add(word);
  }
  if (compiler.kind == CompilerKind::Clang) {
    std::vector<fs::path> headers;
    for (const auto& entry : fs::recursive_directory_iterator(header_folder())) {
      if (entry.is_regular_file()) headers.push_back(entry.path());
    }
    std::sort(headers.begin(), headers.end());
    for (const fs::path& header : headers) {
      hash.add(header.lexically_relative(header_folder()).string());
      hash.add(base::read_file(header).value());
    }
  }
  return hash.hex();
}

}  // namespace toolchain
