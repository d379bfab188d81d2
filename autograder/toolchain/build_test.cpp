// SPDX-License-Identifier: MIT
// Builds the programs of tests/programs with every compiler of this machine.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <regex>
#include <set>

#include "base/files.h"
#include "base/text.h"
#include "tests/support/run_plan.h"
#include "tests/support/skip.h"
#include "toolchain/messages.h"
#include "toolchain/plan.h"

namespace {

namespace fs = std::filesystem;
using toolchain::CompilerChoice;

const fs::path kPrograms = COURSE_TEST_PROGRAMS;

base::Result<toolchain::Compiler> compiler_for(CompilerChoice choice) {
  return toolchain::choose(choice,
                           toolchain::find_compilers(toolchain::SearchPlaces::of_environment()));
}

/// One program built in a folder of its own.
class Build {
 public:
  Build(const toolchain::Compiler& compiler, const fs::path& source, std::string appended = {},
        toolchain::BuildRequest request = {}) {
    request.source = source;
    request.work_folder = folder_.path();
    request.output = folder_.path() / "program.so";
    request.appended = std::move(appended);
    const toolchain::BuildPlan plan = toolchain::plan_build(compiler, request);
    outcome_ = test_support::run_plan(plan);
    messages_ = toolchain::parse_messages(outcome_.output, plan.working_folder);
  }

  const test_support::PlanOutcome& outcome() const { return outcome_; }
  const std::vector<toolchain::CompilerMessage>& messages() const { return messages_; }
  fs::path shared_object() const { return folder_.path() / "program.so"; }

  /// The PTX text that stands in the shared object.
  std::string ptx() const {
    const std::string bytes = base::read_file(shared_object()).value();
    const std::size_t start = bytes.find("\n.version ");
    if (start == std::string::npos) return {};
    return bytes.substr(start, bytes.find('\0', start) - start);
  }

 private:
  base::TemporaryFolder folder_;
  test_support::PlanOutcome outcome_;
  std::vector<toolchain::CompilerMessage> messages_;
};

/// The host's machine code, disassembled.
std::string host_code_of(const Build& build) {
  const fs::path object = build.shared_object();
  return test_support::run_command({"/usr/bin/objdump", "-d", object.filename().string()}, {},
                                   object.parent_path())
      .output;
}

std::string dynamic_symbols(const Build& build, const std::string& option) {
  return test_support::run_command({"/usr/bin/nm", "-D", option, build.shared_object().string()},
                                   {}, "/")
      .output;
}

void check_program(const toolchain::Compiler& compiler, const std::string& name) {
  CAPTURE(compiler.label(), name);
  const Build build(compiler, kPrograms / name);
  CAPTURE(build.outcome().output);
  REQUIRE(build.outcome().succeeded);
  CHECK(build.messages().empty());
  const std::string ptx = build.ptx();
  CHECK(ptx.find(".visible .entry") != std::string::npos);
  CHECK(ptx.find(".loc") != std::string::npos);
  CHECK_THAT(dynamic_symbols(build, "--defined-only"), Catch::Contains(" T main\n"));
  CHECK_THAT(dynamic_symbols(build, "--undefined-only"),
             Catch::Contains("__cudaRegisterFatBinary"));
}

constexpr const char* kAllPrograms[] = {
    "vector_add.cu",    "tiled_matmul.cu", "warp_operations.cu",
    "atomics.cu",       "language.cu",     "host_api.cu",
    "half.cu",          "groups.cu",       "device_environment.cu",
    "math_functions.cu"};

/// A program of one kernel whose source is given.
class Source {
 public:
  explicit Source(const std::string& text) { base::write_file(path(), text); }
  fs::path path() const { return folder_.path() / "program.cu"; }

 private:
  base::TemporaryFolder folder_;
};

/// "W program.cu:3", one a message.
std::vector<std::string> places(const Build& build) {
  std::vector<std::string> result;
  for (const toolchain::CompilerMessage& message : build.messages()) {
    const bool is_error = message.severity == toolchain::Severity::Error;
    const base::SourceLocation& where = message.diagnostic.where;
    result.push_back((is_error ? "E " : "W ") + where.file + ":" + std::to_string(where.line));
  }
  return result;
}

void check_programs(const toolchain::Compiler& compiler) {
  for (const char* program : kAllPrograms) check_program(compiler, program);
}

void check_messages(const toolchain::Compiler& compiler) {
  CAPTURE(compiler.label());
  const Source warned("__global__ void k(int* p) {\n  int unused;\n  p[0] = 1;\n}\n");
  const Build warning(compiler, warned.path());
  CHECK(warning.outcome().succeeded);
  CHECK(places(warning) == std::vector<std::string>{"W program.cu:2"});
  const Source broken("__global__ void k(int* p) {\n  p[0] = not_declared_anywhere;\n}\n");
  const Build error(compiler, broken.path());
  CHECK_FALSE(error.outcome().succeeded);
  CHECK(places(error) == std::vector<std::string>{"E program.cu:2"});
}

void check_shim(const toolchain::Compiler& compiler) {
  CAPTURE(compiler.label());
  const Source source("void map(float* out, int n) { out[n] = 0; }\n");
  const Build fits(compiler, source.path(),
                   "extern \"C\" void course_entry(float* o, int n) { map(o, n); }");
  CAPTURE(fits.outcome().output);
  CHECK(fits.outcome().succeeded);
  CHECK_THAT(dynamic_symbols(fits, "--defined-only"), Catch::Contains(" T course_entry\n"));
  const Build wrong(compiler, source.path(),
                    "extern \"C\" void course_entry(float* o) {\n  map(o); }");
  CHECK_FALSE(wrong.outcome().succeeded);
  CHECK(places(wrong) == std::vector<std::string>{"E <course shim>:2"});
}

void check_lean_mathematics(const toolchain::Compiler& compiler) {
  toolchain::BuildRequest lean;
  lean.lean_mathematics = true;
  for (const char* program : {"math_functions.cu", "tiled_matmul.cu", "vector_add.cu"}) {
    CAPTURE(compiler.label(), program);
    const Build one(compiler, kPrograms / program), other(compiler, kPrograms / program, {}, lean);
    CAPTURE(other.outcome().output);
    REQUIRE(other.outcome().succeeded);
    CHECK(one.outcome().output == other.outcome().output);
    CHECK(one.ptx() == other.ptx());
  }
  const Source special("#include <cmath>\nint main() { return std::beta(1.0, 2.0) > 1; }\n");
  CHECK(Build(compiler, special.path()).outcome().succeeded);
  CHECK_FALSE(Build(compiler, special.path(), {}, lean).outcome().succeeded);
}

void check_abi(const toolchain::Compiler& compiler) {
  std::string text = "#include <cstddef>\n";
  const std::string types = base::read_file(toolchain::header_folder() / "driver_types.h").value();
  const std::regex enumerator(R"(\n  (cuda\w+) = (-?\d+),)");
  for (std::sregex_iterator it(types.begin(), types.end(), enumerator), end; it != end; ++it) {
    text += "static_assert(" + (*it)[1].str() + " == " + (*it)[2].str() + ");\n";
  }
  // Read off CUDA 13.0; the layout changed with that version.
  for (const char* fact :
       {"sizeof(cudaDeviceProp) == 1008", "offsetof(cudaDeviceProp, totalGlobalMem) == 288",
        "offsetof(cudaDeviceProp, multiProcessorCount) == 384",
        "offsetof(cudaDeviceProp, maxThreadsPerMultiProcessor) == 604",
        "offsetof(cudaDeviceProp, sharedMemPerBlockOptin) == 672",
        "offsetof(cudaDeviceProp, reserved) == 784", "sizeof(cudaFuncAttributes) == 144",
        "sizeof(cudaPointerAttributes) == 88", "sizeof(cudaMemLocation) == 8", "sizeof(dim3) == 12",
        "alignof(float4) == 16", "alignof(double4) == 16", "alignof(long2) == 16",
        "alignof(float3) == 4", "sizeof(char3) == 3"}) {
    text += "static_assert(" + std::string(fact) + ");\n";
  }
  const Source source(text);
  if (compiler.kind == toolchain::CompilerKind::Nvcc && compiler.major != 13) {
    COURSE_SKIP("the layouts are those of CUDA 13, this toolkit is another");
  }
  const Build build(compiler, source.path());
  CAPTURE(compiler.label(), build.outcome().output);
  CHECK(build.outcome().succeeded);
}

}  // namespace

#define REQUIRE_COMPILER(compiler, choice)    \
  const auto compiler = compiler_for(choice); \
  if (!compiler.ok()) COURSE_SKIP(compiler.errors()[0].message)

// Two test cases, so that a missing compiler skips its own only.
#define TEST_WITH_EACH_COMPILER(promise, tags, check)        \
  TEST_CASE(promise " (clang)", "[toolchain][build]" tags) { \
    REQUIRE_COMPILER(clang, CompilerChoice::Clang);          \
    check(*clang);                                           \
  }                                                          \
  TEST_CASE(promise " (nvcc)", "[toolchain][build]" tags) {  \
    REQUIRE_COMPILER(nvcc, CompilerChoice::Nvcc);            \
    check(*nvcc);                                            \
  }

TEST_WITH_EACH_COMPILER("every program of a course builds", "", check_programs)
TEST_WITH_EACH_COMPILER("errors and warnings reach the student with their lines", "",
                        check_messages)
TEST_WITH_EACH_COMPILER("a shim that does not fit the source is an error in the shim", "",
                        check_shim)
TEST_WITH_EACH_COMPILER("lean mathematics changes no code", "", check_lean_mathematics)
TEST_WITH_EACH_COMPILER("our types have the toolkit's values and layout", "[abi]", check_abi)

TEST_CASE("line numbers stay in the student's file with clang", "[toolchain][build][clang]") {
  REQUIRE_COMPILER(clang, CompilerChoice::Clang);
  for (const char* program :
       {"vector_add.cu", "tiled_matmul.cu", "warp_operations.cu", "atomics.cu"}) {
    CAPTURE(program);
    const std::string ptx = Build(*clang, kPrograms / program).ptx();
    std::set<std::string> files;
    for (const std::string& line : base::split_lines(ptx)) {
      if (line.starts_with("\t.file\t")) files.insert(line.substr(line.rfind('/') + 1));
    }
    CHECK(files == std::set<std::string>{std::string(program) + "\""});
  }
}

TEST_CASE("precompiled headers change neither code nor messages", "[toolchain][build][clang]") {
  REQUIRE_COMPILER(clang, CompilerChoice::Clang);
  const base::TemporaryFolder folder;
  toolchain::BuildRequest plain;
  plain.little_host_work = true;
  const auto made = test_support::run_plan(toolchain::plan_headers(*clang, plain, folder.path()));
  CAPTURE(made.output);
  REQUIRE(made.succeeded);
  toolchain::BuildRequest quick = plain;
  quick.headers = {folder.path() / "device.pch", folder.path() / "host.pch"};
  const Source warned(
      "#include <cuda_runtime.h>\n#include <cmath>\n__global__ void k() { int unused; }\n");
  std::vector<fs::path> programs{warned.path()};
  for (const auto& entry : fs::directory_iterator(kPrograms)) {
    if (entry.path().extension() == ".cu") programs.push_back(entry.path());
  }
  REQUIRE(programs.size() > 5);
  for (const fs::path& program : programs) {
    CAPTURE(program);
    const Build one(*clang, program, {}, plain), other(*clang, program, {}, quick);
    CAPTURE(other.outcome().output);
    REQUIRE(one.outcome().succeeded == other.outcome().succeeded);
    CHECK(one.outcome().output == other.outcome().output);
    if (one.outcome().succeeded) {
      CHECK(one.ptx() == other.ptx());
      CHECK(host_code_of(one) == host_code_of(other));
    }
  }
}

TEST_CASE("clang's PTX calls no function that the engine does not know",
          "[toolchain][build][clang]") {
  REQUIRE_COMPILER(clang, CompilerChoice::Clang);
  const std::map<std::string, std::string> natives = {
#define NATIVE(name, signature) {#name, signature},
#include "toolchain/native_functions.def"
#undef NATIVE
  };
  // .extern .func (.param .b32 func_retval0) NAME ( .param .b32 NAME_param_0, ... )
  const std::regex declaration(
      R"(\.extern \.func\s*(\(\.param (\.[a-z0-9]+) \w+\))?\s*(\w+)\s*\(([^)]*)\))");
  const std::regex parameter(R"(\.param (\.[a-z0-9]+))");
  const auto width = [](char letter) {
    return std::string(letter == 'f' || letter == 'i' || letter == 'u' ? ".b32" : ".b64");
  };
  std::size_t found = 0;
  for (const char* program : {"math_functions.cu", "device_environment.cu"}) {
    const std::string ptx = Build(*clang, kPrograms / program).ptx();
    for (std::sregex_iterator it(ptx.begin(), ptx.end(), declaration), end; it != end; ++it) {
      const std::string name = (*it)[3], list = (*it)[4];
      CAPTURE(name, list);
      REQUIRE(natives.count(name) == 1);
      const std::string& signature = natives.at(name);
      CHECK(((*it)[1].matched ? (*it)[2].str() == width(signature[0]) : signature[0] == 'v'));
      std::string expected = "(", actual = "(";
      for (std::sregex_iterator p(list.begin(), list.end(), parameter); p != end; ++p) {
        actual += (*p)[1].str();
      }
      for (const char letter : signature.substr(2, signature.size() - 3)) expected += width(letter);
      CHECK(actual == expected);
      ++found;
    }
  }
  CHECK(found > 100);
}
