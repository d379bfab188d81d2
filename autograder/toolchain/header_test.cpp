// SPDX-License-Identifier: MIT
// Our headers for clang, together with the standard library's, without producing code.
#include <algorithm>
#include <catch2/catch.hpp>
#include <regex>
#include <set>

#include "base/files.h"
#include "tests/support/run_plan.h"
#include "tests/support/skip.h"
#include "toolchain/plan.h"

namespace {

const std::vector<std::string> kStandardHeaders = {"algorithm",
                                                   "array",
                                                   "atomic",
                                                   "bit",
                                                   "bitset",
                                                   "cassert",
                                                   "cfloat",
                                                   "chrono",
                                                   "climits",
                                                   "cmath",
                                                   "complex",
                                                   "concepts",
                                                   "cstddef",
                                                   "cstdint",
                                                   "cstdio",
                                                   "cstdlib",
                                                   "cstring",
                                                   "ctime",
                                                   "deque",
                                                   "exception",
                                                   "fstream",
                                                   "functional",
                                                   "initializer_list",
                                                   "iomanip",
                                                   "iostream",
                                                   "iterator",
                                                   "limits",
                                                   "list",
                                                   "map",
                                                   "memory",
                                                   "mutex",
                                                   "new",
                                                   "numbers",
                                                   "numeric",
                                                   "optional",
                                                   "queue",
                                                   "random",
                                                   "set",
                                                   "span",
                                                   "sstream",
                                                   "stack",
                                                   "stdexcept",
                                                   "string",
                                                   "string_view",
                                                   "thread",
                                                   "tuple",
                                                   "type_traits",
                                                   "unordered_map",
                                                   "utility",
                                                   "variant",
                                                   "vector",
                                                   "math.h",
                                                   "stdio.h",
                                                   "stdlib.h",
                                                   "string.h",
                                                   "assert.h",
                                                   "time.h",
                                                   "stdint.h"};

const std::vector<std::string> kCudaHeaders = {"cuda_runtime.h",
                                               "cuda_runtime_api.h",
                                               "device_launch_parameters.h",
                                               "vector_types.h",
                                               "vector_functions.h",
                                               "math_constants.h",
                                               "cuda_fp16.h",
                                               "cuda_bf16.h",
                                               "cooperative_groups.h",
                                               "cooperative_groups/reduce.h",
                                               "cooperative_groups/memcpy_async.h",
                                               "cuda_pipeline.h",
                                               "cuda_pipeline_primitives.h",
                                               "cuda/barrier",
                                               "cuda/atomic",
                                               "cooperative_groups/scan.h",
                                               "driver_types.h",
                                               "device_functions.h",
                                               "cuda_profiler_api.h"};

/// Runs both of clang's steps on a program, as far as the syntax.
std::string syntax_errors(const toolchain::Compiler& clang, const std::string& text) {
  const base::TemporaryFolder folder;
  toolchain::BuildRequest request;
  request.source = folder.path() / "program.cu";
  request.work_folder = folder.path();
  request.output = folder.path() / "program.so";
  base::write_file(request.source, text);
  toolchain::BuildPlan plan = toolchain::plan_build(clang, request);
  for (toolchain::BuildStep& step : plan.steps) {
    // No PTX is made that could be embedded.
    auto& words = step.command;
    const auto embed = std::find(words.begin(), words.end(), "-fcuda-include-gpubinary");
    if (embed != words.end()) words.erase(embed - 1, embed + 3);
    words.insert(words.end() - 1, "-fsyntax-only");
  }
  const test_support::PlanOutcome outcome = test_support::run_plan(plan);
  return outcome.output + (outcome.succeeded ? "" : "failed");
}

std::string includes(const std::vector<std::string>& headers) {
  std::string text;
  for (const std::string& header : headers) text += "#include <" + header + ">\n";
  return text +
         "__global__ void k(float* p) { p[threadIdx.x] = std::sqrt(p[0]) + expf(p[1]); }\n"
         "int main() { k<<<1, 32>>>(nullptr); }\n";
}

base::Result<toolchain::Compiler> clang_here() {
  return toolchain::choose(toolchain::CompilerChoice::Clang,
                           toolchain::find_compilers(toolchain::SearchPlaces::of_environment()));
}

}  // namespace

TEST_CASE("all standard headers live together with ours, in any order", "[toolchain][header]") {
  const auto clang = clang_here();
  if (!clang.ok()) COURSE_SKIP(clang.errors()[0].message);
  std::vector<std::string> headers = kStandardHeaders;
  headers.insert(headers.end(), kCudaHeaders.begin(), kCudaHeaders.end());
  CHECK(syntax_errors(*clang, includes(headers)) == "");
  std::reverse(headers.begin(), headers.end());
  CHECK(syntax_errors(*clang, includes(headers)) == "");
}

TEST_CASE("each standard header compiles alone", "[.slow][toolchain][header]") {
  const auto clang = clang_here();
  if (!clang.ok()) COURSE_SKIP(clang.errors()[0].message);
  for (const auto& list : {kStandardHeaders, kCudaHeaders}) {
    for (const std::string& header : list) {
      CAPTURE(header);
      CHECK(syntax_errors(*clang, includes({header})) == "");
    }
  }
}

TEST_CASE("what nvcc refuses in host or device code is refused", "[toolchain][header]") {
  const auto clang = clang_here();
  if (!clang.ok()) COURSE_SKIP(clang.errors()[0].message);
  const auto [text, complaint] = GENERATE(table<std::string, std::string>(
      {{"int main() { return threadIdx.x; }\n", "__device__ function"},
       {"int main() { return __popc(1u); }\n", "__device__ function"},
       {"void host(); __global__ void k() { host(); }\n", "__host__ function"},
       {"__global__ void k(cudaTextureObject_t t) {}\n", "textures and surfaces are not modelled"},
       {"int main() { cudaResourceDesc d; }\n", "textures and surfaces are not modelled"},
       {"__managed__ int m; int main() { return m; }\n", "__managed__ needs nvcc"},
       {"__global__ void k(long* p) { atomicAdd(p, 1L); }\n", "no matching function"}}));
  CAPTURE(text);
  CHECK_THAT(syntax_errors(*clang, text), Catch::Contains(complaint));
}

TEST_CASE("every function that the headers leave to the engine is in the list",
          "[toolchain][header]") {
  std::set<std::string> listed;
#define NATIVE(name, signature) listed.insert(#name);
#include "toolchain/native_functions.def"
#undef NATIVE
  // The header writes most names with the macros COURSE_NATIVE_1 and COURSE_NATIVE_2.
  const std::string text =
      base::read_file(toolchain::header_folder() / "course_cuda" / "math.h").value();
  std::set<std::string> used;
  const std::regex by_macro(R"(\nCOURSE_NATIVE_[12]\((\w+)\))"), by_name(R"(\b__nv_(\w+)\()");
  for (std::sregex_iterator it(text.begin(), text.end(), by_macro), end; it != end; ++it) {
    used.insert("__nv_" + (*it)[1].str());
    used.insert("__nv_" + (*it)[1].str() + "f");
  }
  for (std::sregex_iterator it(text.begin(), text.end(), by_name), end; it != end; ++it) {
    used.insert("__nv_" + (*it)[1].str());
  }
  CHECK(used.size() > 100);
  for (const std::string& name : used) {
    CAPTURE(name);
    CHECK(listed.count(name) == 1);
  }
}
