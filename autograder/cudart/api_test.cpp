// SPDX-License-Identifier: MIT
// The library as the dynamic loader sees it.
#include <dlfcn.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"

namespace {

const std::vector<std::string>& all_names() {
  static const std::vector<std::string> names = {
#define CUDART_FUNCTION(name) #name,
#define CUDART_ALIAS(name, other) #name,
#define CUDART_UNSUPPORTED(name) #name,
#include "cudart/api.def"
#undef CUDART_FUNCTION
#undef CUDART_ALIAS
#undef CUDART_UNSUPPORTED
  };
  return names;
}

}  // namespace

TEST_CASE("every name of the runtime is exported", "[cudart][api]") {
  void* library = dlopen(CUDART_LIBRARY, RTLD_NOW);
  REQUIRE(library != nullptr);
  for (const std::string& name : all_names()) {
    CAPTURE(name);
    CHECK(dlsym(library, name.c_str()) != nullptr);
  }
}

TEST_CASE("the table names each of the 407 public functions once", "[cudart][api]") {
  const std::set<std::string> once(all_names().begin(), all_names().end());
  CHECK(once.size() == all_names().size());
  std::size_t public_names = 0;
  for (const std::string& name : once) public_names += name.starts_with("__") ? 0 : 1;
  CHECK(public_names == 407);
}

/// What docs/supported_runtime.md says: which functions work and which only name themselves.
std::string runtime_page() {
  std::string working, naming;
#define CUDART_FUNCTION(name) \
  if (#name[0] != '_') working += "- `" #name "`\n";
#define CUDART_ALIAS(name, other)
#define CUDART_UNSUPPORTED(name)                                                        \
  if (#name[0] != '_' && std::string_view(#name).find("_pt") == std::string_view::npos) \
    naming += "- `" #name "`\n";
#include "cudart/api.def"
#undef CUDART_FUNCTION
#undef CUDART_ALIAS
#undef CUDART_UNSUPPORTED
  return "# CUDA runtime functions {#supported_runtime}\n\n"
         "Made from the table of functions by api_test.cpp (COURSE_UPDATE_GOLDEN=1 writes it).\n\n"
         "## Work\n\n" +
         working +
         "\n## Name themselves and return cudaErrorNotSupported\n\n"
         "A program that calls one goes on, and the run result lists the call.\n\n" +
         naming;
}

TEST_CASE("the page in docs/ lists what works", "[cudart][api]") {
  const std::filesystem::path file = std::filesystem::path(COURSE_DOCS) / "supported_runtime.md";
  if (std::getenv("COURSE_UPDATE_GOLDEN") != nullptr) base::write_file(file, runtime_page());
  CHECK(base::read_file(file).value() == runtime_page());
}

TEST_CASE("nothing else is exported", "[cudart][api]") {
  void* library = dlopen(CUDART_LIBRARY, RTLD_NOW);
  REQUIRE(library != nullptr);
  Dl_info info{};
  void* hidden = dlsym(library, "_ZN6cudart6Client3getEv");
  CHECK((hidden == nullptr || (dladdr(hidden, &info) != 0 &&
                               std::string(info.dli_fname).find("cudart") == std::string::npos)));
}
