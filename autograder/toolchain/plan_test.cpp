// SPDX-License-Identifier: MIT
#include "toolchain/plan.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <stdexcept>

namespace {

using toolchain::BuildPlan;
using toolchain::BuildRequest;
using toolchain::BuildStep;
using toolchain::Compiler;
using toolchain::CompilerKind;

const Compiler kNvcc{CompilerKind::Nvcc, "/usr/bin/nvcc", "/opt/cuda", 13, 0, "13.0"};
const Compiler kClang{CompilerKind::Clang, "/usr/bin/clang++", "/opt/llvm", 14, 0, "14.0.6"};

BuildRequest request() {
  BuildRequest result;
  result.source = "/students/ann/map.cu";
  result.work_folder = "/scratch/work";
  result.output = "/scratch/out/map.so";
  return result;
}

bool has(const BuildStep& step, const std::string& word) {
  return std::count(step.command.begin(), step.command.end(), word) > 0;
}

bool shows(const BuildPlan& plan, const std::string& path) {
  return std::count(plan.readable.begin(), plan.readable.end(), path) > 0;
}

}  // namespace

TEST_CASE("clang's host step waits for the PTX of its device step", "[toolchain][plan]") {
  const BuildPlan plan = toolchain::plan_build(kClang, request());
  REQUIRE(plan.steps.size() == 2);
  CHECK(plan.steps[0].name == "device");
  CHECK(plan.steps[0].after.empty());
  CHECK(plan.steps[1].after == std::vector<std::size_t>{0});
  REQUIRE(plan.steps[0].outputs.size() == 1);
  CHECK(std::count(plan.steps[1].inputs.begin(), plan.steps[1].inputs.end(),
                   plan.steps[0].outputs[0]) == 1);
  CHECK(plan.steps[1].outputs == std::vector<std::filesystem::path>{"/scratch/out/map.so"});
}

TEST_CASE("a plan says which folders a sandbox must show", "[toolchain][plan]") {
  BuildRequest with_includes = request();
  with_includes.include_folders = {"/course/common", "/usr/include/extra"};
  const BuildPlan clang = toolchain::plan_build(kClang, with_includes);
  CHECK(clang.working_folder == "/students/ann");
  CHECK(shows(clang, "/students/ann"));
  CHECK(shows(clang, "/course/common"));
  CHECK(shows(clang, "/opt/llvm"));
  CHECK(shows(clang, toolchain::header_folder().string()));
  CHECK_FALSE(shows(clang, "/usr/include/extra"));
  CHECK(clang.writable == std::vector<std::filesystem::path>{"/scratch/work", "/scratch/out"});
  const BuildPlan nvcc = toolchain::plan_build(kNvcc, request());
  CHECK(shows(nvcc, "/opt/cuda"));
  CHECK_FALSE(shows(nvcc, toolchain::header_folder().string()));
}

TEST_CASE("temporary files go to the work folder", "[toolchain][plan]") {
  for (const Compiler& compiler : {kNvcc, kClang}) {
    const BuildPlan plan = toolchain::plan_build(compiler, request());
    CHECK(std::count(plan.environment.begin(), plan.environment.end(), "TMPDIR=/scratch/work") ==
          1);
  }
}

TEST_CASE("an exercise raises the architecture", "[toolchain][plan]") {
  BuildRequest asynchronous = request();
  CHECK(has(toolchain::plan_build(kClang, asynchronous).steps[0], "--cuda-gpu-arch=sm_70"));
  CHECK(
      has(toolchain::plan_build(kNvcc, asynchronous).steps[0], "arch=compute_75,code=compute_75"));
  asynchronous.architecture = 80;
  CHECK(has(toolchain::plan_build(kClang, asynchronous).steps[0], "--cuda-gpu-arch=sm_80"));
  CHECK(
      has(toolchain::plan_build(kNvcc, asynchronous).steps[0], "arch=compute_80,code=compute_80"));
}

TEST_CASE("defines and include folders reach every step", "[toolchain][plan]") {
  BuildRequest with_words = request();
  with_words.defines = {{"N", "3"}, {"FAST", ""}};
  with_words.include_folders = {"/course/common"};
  for (const Compiler& compiler : {kNvcc, kClang}) {
    for (const BuildStep& step : toolchain::plan_build(compiler, with_words).steps) {
      CAPTURE(step.name);
      CHECK(has(step, "-DN=3"));
      CHECK(has(step, "-DFAST"));
      CHECK(has(step, "-I/course/common"));
      CHECK(step.command.back() == "map.cu");
    }
  }
}

TEST_CASE("appended text is a file of its own, compiled after the source", "[toolchain][plan]") {
  BuildRequest with_shim = request();
  with_shim.appended = "extern \"C\" void shim() {}";
  for (const Compiler& compiler : {kNvcc, kClang}) {
    const BuildPlan plan = toolchain::plan_build(compiler, with_shim);
    REQUIRE(plan.files.size() == 1);
    CHECK(plan.files[0].content == "#line 1 \"<course shim>\"\nextern \"C\" void shim() {}\n");
    for (const BuildStep& step : plan.steps) {
      CHECK(step.command.back() == plan.files[0].path.string());
      CHECK(*(step.command.end() - 2) == "map.cu");
    }
  }
}

TEST_CASE("the linker that was found is asked for, and none where none was", "[toolchain][plan]") {
  for (Compiler compiler : {kNvcc, kClang}) {
    compiler.linker = "";
    for (const BuildStep& step : toolchain::plan_build(compiler, request()).steps) {
      CHECK_FALSE(has(step, "-fuse-ld=gold"));
    }
    compiler.linker = "gold";
    CHECK(has(toolchain::plan_build(compiler, request()).steps.back(), "-fuse-ld=gold"));
  }
}

TEST_CASE("precompiled headers stand in clang's commands in the place of the text",
          "[toolchain][plan]") {
  BuildRequest quick = request();
  quick.headers = {"/scratch/headers/device.pch", "/scratch/headers/host.pch"};
  const BuildPlan plan = toolchain::plan_build(kClang, quick);
  CHECK(has(plan.steps[0], "/scratch/headers/device.pch"));
  CHECK(has(plan.steps[1], "/scratch/headers/host.pch"));
  CHECK(shows(plan, "/scratch/headers"));
  for (const BuildStep& step : plan.steps) CHECK_FALSE(has(step, "cuda_runtime.h"));
  for (const BuildStep& step : toolchain::plan_build(kNvcc, quick).steps) {
    CHECK_FALSE(has(step, "-include-pch"));
  }
}

TEST_CASE("precompiled headers are made with the flags of the builds that take them",
          "[toolchain][plan]") {
  BuildRequest like = request();
  like.architecture = 80;
  like.little_host_work = true;
  const BuildPlan headers = toolchain::plan_headers(kClang, like, "/scratch/headers");
  const BuildPlan build = toolchain::plan_build(kClang, like);
  REQUIRE(headers.steps.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(headers.steps[i].name == build.steps[i].name);
    for (const std::string& word : headers.steps[i].command) {
      const bool own = word == "-emit-pch" || word == "-DCOURSE_PRECOMPILED" || word == "-MD" ||
                       word == "-MF" || word == "-c" || word == "/dev/null" ||
                       word.starts_with("/scratch/headers/");
      CAPTURE(word);
      CHECK((own || has(build.steps[i], word)));
    }
  }
}

TEST_CASE("a relative path in a request is our own mistake", "[toolchain][plan]") {
  BuildRequest relative = request();
  relative.source = "map.cu";
  CHECK_THROWS_AS(toolchain::plan_build(kClang, relative), std::invalid_argument);
}

TEST_CASE("the fingerprint tells compilers and versions apart", "[toolchain][plan]") {
  Compiler newer = kClang;
  newer.full_version = "14.0.7";
  CHECK(toolchain::fingerprint(kClang) == toolchain::fingerprint(kClang));
  CHECK(toolchain::fingerprint(kClang) != toolchain::fingerprint(newer));
  CHECK(toolchain::fingerprint(kClang) != toolchain::fingerprint(kNvcc));
}
