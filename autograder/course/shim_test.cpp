// SPDX-License-Identifier: MIT
#include "course/shim.h"

#include <catch2/catch.hpp>

#include "course/reader.h"

using Catch::Matchers::Contains;

namespace {

course::Exercise exercise(const std::string& entry) {
  const std::string text = "title=\"T\"\nminutes=5\nobjectives=[\"o\"]\n[[entry]]\nname=\"f\"\n" +
                           entry + "[[case]]\nkey=\"one\"\n";
  auto result = course::read_exercise(
      {course::ExerciseKind::Lesson, "a01_map", "exercise.toml", text, "", {}});
  REQUIRE(base::to_string(result.errors()) == "");
  return std::move(result).value();
}

const std::string kOut =
    "[[entry.parameter]]\nname=\"out\"\ntype=\"float* __restrict__\"\nrole=\"output\"\nshape=[4]\n";
const std::string kLayout =
    "[[entry.parameter]]\nname=\"view\"\ntype=\"Strided\"\nlayout_of=\"out\"\n";
const std::string kCount =
    "[[entry.parameter]]\nname=\"n\"\ntype=\"const int\"\nvalue=4\nspec_only=true\n";
const std::string kScratch =
    "[[entry.parameter]]\nname=\"room\"\ntype=\"int*\"\nrole=\"scratch\"\nshape=[9]\n";

}  // namespace

TEST_CASE("signatures leave out what a function does not take", "[course][shim]") {
  const auto kernel = exercise("kind=\"kernel\"\nspec=\"s\"\ngrid=[1]\nblock=[4]\n" + kOut +
                               kLayout + kCount + kScratch);
  const course::Entry& entry = kernel.entries[0];
  CHECK(course::signature(entry) ==
        "__global__ void f(float* __restrict__ out, Strided view, int* room)");
  CHECK(course::spec_signature(entry) ==
        "void s(float* __restrict__ out, Strided view, const int n)");
}

TEST_CASE("host functions get a call, kernels only a check of their type", "[course][shim]") {
  const auto host = exercise("kind=\"host\"\nspec=\"s\"\n" + kOut + kLayout);
  CHECK_THAT(course::entry_shim(host),
             Contains("void autograder_call_f(void* const* args)") &&
                 Contains("f(*static_cast<float* const*>(args[0]),\n      *static_cast<Strided "
                          "const*>(args[1]));") &&
                 Contains("static_assert(sizeof(autograder_fits_f(&f)) == 2, \"the signature must "
                          "be: void f(float* __restrict__ out, Strided view)\");"));
  const auto kernel =
      exercise("kind=\"kernel\"\nspec=\"s\"\ngrid=[1]\nblock=[4]\n" + kOut + kCount);
  CHECK_THAT(course::entry_shim(kernel),
             Contains("autograder_fits_f(&f)") && !Contains("autograder_call_"));
  CHECK_THAT(course::spec_shim(kernel), Contains("autograder_call_s(void* const* args)") &&
                                            Contains("*static_cast<int const*>(args[1])"));
}

TEST_CASE("a result is stored behind the last argument", "[course][shim]") {
  const auto host =
      exercise("kind=\"host\"\nspec=\"s\"\nreturns=\"int\"\n" +
               std::string("[[entry.parameter]]\nname=\"n\"\ntype=\"int\"\nvalue=3\n"));
  CHECK_THAT(course::entry_shim(host),
             Contains("*static_cast<int*>(args[1]) = f(*static_cast<int const*>(args[0]));"));
}

TEST_CASE("an open backslash before the shim does no harm", "[course][shim]") {
  const auto host = exercise("kind=\"host\"\nspec=\"s\"\n" + kOut);
  CHECK(course::entry_shim(host).starts_with("\n\n#line 1 \"autograder_shim\"\n"));
}

TEST_CASE("declarations tell other files what an exercise defines, and where", "[course][shim]") {
  const auto host = exercise("kind=\"host\"\nspec=\"s\"\n" + kOut + kLayout);
  const std::string wanted = "void f(float* __restrict__ out, Strided view);\n";
  CHECK(course::entry_declarations(host, "#include \"strided.h\"\n\nvoid f() {}\n") ==
        "#include \"strided.h\"\n" + wanted);
  CHECK(course::entry_declarations(host, "namespace mine {\n}\nusing mine::f;\nusing mine::s;\n") ==
        "namespace mine {\n" + wanted + "}\nusing mine::f;\n");
  const auto kernel = exercise("kind=\"kernel\"\nspec=\"s\"\ngrid=[1]\nblock=[4]\n" + kOut);
  CHECK(course::entry_declarations(kernel, "void f() {}\n").empty());
}
