// SPDX-License-Identifier: MIT
// The library as the dynamic loader sees it.
#include <dlfcn.h>

#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <vector>

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

TEST_CASE("nothing else is exported", "[cudart][api]") {
  void* library = dlopen(CUDART_LIBRARY, RTLD_NOW);
  REQUIRE(library != nullptr);
  Dl_info info{};
  void* hidden = dlsym(library, "_ZN6cudart6Client3getEv");
  CHECK((hidden == nullptr || (dladdr(hidden, &info) != 0 &&
                               std::string(info.dli_fname).find("cudart") == std::string::npos)));
}
