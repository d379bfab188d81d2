// SPDX-License-Identifier: MIT
#include "toolchain/compiler.h"

#include <catch2/catch.hpp>

#include "base/files.h"

namespace {

namespace fs = std::filesystem;
using toolchain::CompilerChoice;
using toolchain::CompilerKind;

/// A machine with compilers that nobody could start: only files are looked at.
class FakeMachine {
 public:
  void add_toolkit(const std::string& folder, int version) {
    add_program(folder + "/bin/nvcc");
    add_file(folder + "/include/cuda_runtime_api.h",
             "#pragma once\n#define CUDART_VERSION  " + std::to_string(version) + "\n");
  }

  void add_clang(const std::string& folder, const std::string& version) {
    add_program(folder + "/bin/clang++");
    fs::create_directories(root() / folder / "lib/clang" / version / "include");
  }

  void add_program(const std::string& name) {
    add_file(name, "");
    fs::permissions(root() / name, fs::perms::owner_all);
  }

  void link(const std::string& target, const std::string& name) {
    fs::create_directories((root() / name).parent_path());
    fs::create_symlink(root() / target, root() / name);
  }

  fs::path root() const { return folder_.path(); }

  toolchain::Found find(const std::vector<std::string>& path, const std::string& cuda = "") const {
    toolchain::SearchPlaces places;
    for (const std::string& folder : path) places.path += (root() / folder).string() + ":";
    if (!cuda.empty()) places.cuda_home = (root() / cuda).string();
    return toolchain::find_compilers(places);
  }

 private:
  void add_file(const std::string& name, const std::string& text) {
    fs::create_directories((root() / name).parent_path());
    base::write_file(root() / name, text);
  }

  base::TemporaryFolder folder_;
};

std::vector<std::string> labels(const toolchain::Found& found, const fs::path& below) {
  std::vector<std::string> result;
  for (const toolchain::Compiler& compiler : found.usable) {
    // This machine's own toolkit may stand in its usual place.
    if (compiler.program.string().starts_with(below.string())) result.push_back(compiler.label());
  }
  return result;
}

}  // namespace

TEST_CASE("nvcc's version comes from the headers beside it", "[toolchain][compiler]") {
  FakeMachine machine;
  machine.add_toolkit("cuda", 13000);
  machine.add_toolkit("old/cuda", 12080);
  CHECK(labels(machine.find({"cuda/bin"}), machine.root()) ==
        std::vector<std::string>{"nvcc 13.0"});
  CHECK(labels(machine.find({"cuda/bin"}, "old/cuda"), machine.root()) ==
        std::vector<std::string>{"nvcc 12.8"});
}

TEST_CASE("clang's version comes from its resource folder", "[toolchain][compiler]") {
  FakeMachine machine;
  machine.add_clang("llvm-14", "14.0.6");
  machine.add_clang("llvm-19", "19");
  machine.link("llvm-14/bin/clang++", "bin/clang++");
  machine.link("llvm-14/bin/clang++", "bin/clang++-14");
  machine.link("llvm-19/bin/clang++", "bin/clang++-19");
  CHECK(labels(machine.find({"bin"}), machine.root()) ==
        std::vector<std::string>{"clang 14", "clang 19"});
}

TEST_CASE("a compiler that is too old or stands alone is named with its fault",
          "[toolchain][compiler]") {
  FakeMachine machine;
  machine.add_clang("llvm-13", "13.0.1");
  machine.add_toolkit("cuda", 11080);
  machine.add_program("lone/clang++");
  const toolchain::Found old = machine.find({"llvm-13/bin", "cuda/bin"});
  CHECK(labels(old, machine.root()).empty());
  REQUIRE(old.faulty.size() == 2);
  CHECK(old.faulty[0].message == "the CUDA Toolkit is version 11.8; 12 or newer is needed");
  CHECK(old.faulty[1].message == "clang is version 13.0.1; 14 or newer is needed");
  CHECK(machine.find({"lone"}).faulty.back().message ==
        "clang's own headers are not beside it, so its version is not known");
}

TEST_CASE("relative folders of PATH are not searched", "[toolchain][compiler]") {
  FakeMachine machine;
  machine.add_clang("llvm-14", "14.0.6");
  const fs::path before = fs::current_path();
  fs::current_path(machine.root());
  const toolchain::Found found = toolchain::find_compilers({"llvm-14/bin:.::", "llvm-14"});
  fs::current_path(before);
  CHECK(labels(found, "llvm-14").empty());
}

TEST_CASE("a quicker linker is used where the PATH has one", "[toolchain][compiler]") {
  FakeMachine machine;
  machine.add_clang("llvm-14", "14.0.6");
  const auto linker = [&] {
    const toolchain::Found found = machine.find({"llvm-14/bin"});
    REQUIRE_FALSE(found.usable.empty());
    return found.usable.back().linker;
  };
  CHECK(linker().empty());
  machine.add_program("llvm-14/bin/ld.gold");
  CHECK(linker() == "gold");
}

TEST_CASE("auto takes nvcc where there is one", "[toolchain][compiler]") {
  toolchain::Compiler nvcc{CompilerKind::Nvcc, "/c/bin/nvcc", "/c", 13, 0, "13.0"};
  toolchain::Compiler clang{CompilerKind::Clang, "/bin/clang++", "/l", 14, 0, "14.0.6"};
  CHECK(toolchain::choose(CompilerChoice::Auto, {{nvcc, clang}, {}})->label() == "nvcc 13.0");
  CHECK(toolchain::choose(CompilerChoice::Auto, {{clang}, {}})->label() == "clang 14");
  CHECK(toolchain::choose(CompilerChoice::Clang, {{nvcc, clang}, {}})->label() == "clang 14");
}

TEST_CASE("a missing compiler is a diagnostic that says what to install", "[toolchain][compiler]") {
  const auto nvcc = toolchain::choose(CompilerChoice::Nvcc, {});
  REQUIRE_FALSE(nvcc.ok());
  CHECK(nvcc.errors()[0].message == "nvcc was not found");
  const auto any = toolchain::choose(CompilerChoice::Auto, {});
  REQUIRE_FALSE(any.ok());
  CHECK_THAT(any.errors()[0].hint, Catch::Contains("apt-get install clang"));
}

TEST_CASE("the option --compiler takes three words", "[toolchain][compiler]") {
  CHECK(*toolchain::parse_choice("auto") == CompilerChoice::Auto);
  CHECK(*toolchain::parse_choice("nvcc") == CompilerChoice::Nvcc);
  CHECK(*toolchain::parse_choice("clang") == CompilerChoice::Clang);
  const auto wrong = toolchain::parse_choice("clan");
  REQUIRE_FALSE(wrong.ok());
  CHECK(wrong.errors()[0].hint == "did you mean 'clang'?");
}
