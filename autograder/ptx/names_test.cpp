// SPDX-License-Identifier: MIT
#include "ptx/names.h"

#include <catch2/catch.hpp>

namespace {

using ptx::SpecialRegister;
using ptx::Type;

TEST_CASE("every type is found by the name it prints as") {
  for (unsigned i = 1; i <= static_cast<unsigned>(Type::E5M2x2); ++i) {
    const auto type = static_cast<Type>(i);
    INFO(i);
    CHECK_FALSE(ptx::to_string(type).empty());
    CHECK(ptx::find_type(ptx::to_string(type)) == type);
  }
  CHECK(ptx::find_type("") == Type::None);
  CHECK(ptx::find_type("u128") == Type::None);
}

TEST_CASE("special registers are found by the name they print as") {
  struct Case {
    const char* name;
    SpecialRegister special;
    int bits;
  };
  const Case cases[] = {
      {"%tid.x", SpecialRegister::TidX, 32},
      {"%nctaid.z", SpecialRegister::NctaidZ, 32},
      {"%clock64", SpecialRegister::Clock64, 64},
      {"%globaltimer", SpecialRegister::GlobalTimer, 64},
      {"%lanemask_lt", SpecialRegister::LanemaskLt, 32},
      {"%envreg2", SpecialRegister::EnvReg, 32},
      {"%cluster_ctarank", SpecialRegister::Other, 0},
  };
  for (const Case& c : cases) {
    INFO(c.name);
    const auto found = ptx::find_special(c.name);
    REQUIRE(found);
    CHECK(found->special == c.special);
    CHECK(ptx::bits(found->special) == c.bits);
    CHECK(ptx::to_string(*found) == c.name);
  }
  for (const char* name : {"%tid", "%tid.w", "%envreg32", "%envreg", "%r1", ""}) {
    INFO(name);
    CHECK_FALSE(ptx::find_special(name));
  }
}

}  // namespace
