// SPDX-License-Identifier: MIT
#include "base/hash.h"

#include <catch2/catch.hpp>

TEST_CASE("SHA-256 equals the published example", "[base][hash]") {
  // FIPS 180-2, appendix B.1.
  CHECK(base::sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST_CASE("the border between fields counts", "[base][hash]") {
  CHECK(base::HashBuilder().add("ab").add("c").hex() !=
        base::HashBuilder().add("a").add("bc").hex());
  CHECK(base::HashBuilder().add("ab").number() == base::HashBuilder().add("ab").number());
}
