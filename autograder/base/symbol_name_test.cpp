// SPDX-License-Identifier: MIT
#include "base/symbol_name.h"

#include <catch2/catch.hpp>

TEST_CASE("kernels get the names that people wrote", "[base][symbol_name]") {
  const auto [mangled, demangled, bare] = GENERATE(table<std::string, std::string, std::string>({
      {"_Z7reversePfPKfi", "reverse(float*, float const*, int)", "reverse"},
      {"_Z9tr_sharedILi0EEvPfS0_", "void tr_shared<0>(float*, float*)", "tr_shared"},
      {"_ZN4mine4copyIN5other3BoxIiEEEEvT_", "void mine::copy<other::Box<int> >(other::Box<int>)",
       "copy"},
      {"_ZN12_GLOBAL__N_16hiddenEPi", "(anonymous namespace)::hidden(int*)", "hidden"},
      {"plain_c_name", "plain_c_name", "plain_c_name"},
      {"_Zgarbage", "_Zgarbage", "_Zgarbage"},
      {"", "", ""},
  }));
  CHECK(base::demangle(mangled) == demangled);
  CHECK(base::bare_name(base::demangle(mangled)) == bare);
}
