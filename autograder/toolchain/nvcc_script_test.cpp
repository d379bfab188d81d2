// SPDX-License-Identifier: MIT
#include "toolchain/nvcc_script.h"

#include <catch2/catch.hpp>

using Catch::Matchers::Contains;
using toolchain::side_by_side_script;

namespace {

// The form of nvcc 13.0.
const std::string kVariables =
    "#$ _SPACE_= \n#$ CICC_PATH=/opt/cuda/nvvm/bin\n#$ PATH=/opt/it's/bin:/usr/bin\n"
    "#$ INCLUDES=\"-I/opt/cuda/include\"  \n";
const std::string kHost =
    "#$ gcc -std=c++20 -E -x c++ \"a b.cu\" -o \"/w/a.ii\" \n"
    "#$ cudafe++ --c++20 --gen_module_id_file --module_id_file_name \"/w/a.id\" \"/w/a.ii\" \n";
const std::string kDevice =
    "#$ gcc -D__CUDA_ARCH__=750 -E -x c++ \"a b.cu\" -o \"/w/a.cpp1.ii\" \n"
    "#$ \"$CICC_PATH/cicc\" --module_id_file_name \"/w/a.id\" \"/w/a.cpp1.ii\" -o \"/w/a.ptx\"\n"
    "#$ fatbinary -64 --embedded-fatbin=\"/w/a.fatbin.c\" \n#$ rm /w/a.fatbin\n";
const std::string kEnd =
    "#$ gcc -D__CUDA_ARCH__=750 -c -x c++ \"/w/a.cpp\" -o \"/w/a.o\" \n"
    "#$ g++ \"/w/a.o\" -shared -o \"/out/a.so\" \n";

}  // namespace

TEST_CASE("both halves run side by side under one module name", "[toolchain][nvcc]") {
  const auto script = side_by_side_script(kVariables + kHost + kDevice + kEnd);
  REQUIRE(script.has_value());
  CHECK_THAT(*script, Contains("export PATH='/opt/it'\\''s/bin:/usr/bin'\n") &&
                          Contains("export _SPACE_=' '\n"));
  CHECK_THAT(*script, Contains("> \"/w/a.id\"\n(gcc -D__CUDA_ARCH__=750 -E") &&
                          Contains("cudafe++ --c++20 --module_id_file_name") &&
                          !Contains("--gen_module_id_file") && !Contains("rm /w"));
}

TEST_CASE("a dry run of another form is left to nvcc", "[toolchain][nvcc]") {
  CHECK_FALSE(side_by_side_script("").has_value());
  CHECK_FALSE(side_by_side_script("nvcc fatal : no such option\n").has_value());
  CHECK_FALSE(side_by_side_script(kVariables + kHost + kDevice).has_value());
  CHECK_FALSE(side_by_side_script(kVariables + kDevice + kHost + kEnd).has_value());
  CHECK_FALSE(side_by_side_script(kVariables + kHost + kDevice + kEnd + kEnd).has_value());
  CHECK_FALSE(side_by_side_script(kHost + kDevice + "#$ ptxas \"/w/a.ptx\"\n" + kEnd).has_value());
  std::string other_names = kHost + kDevice + kEnd;
  other_names.replace(other_names.rfind("/w/a.id"), 7, "/w/b.id");
  CHECK_FALSE(side_by_side_script(other_names).has_value());
}
