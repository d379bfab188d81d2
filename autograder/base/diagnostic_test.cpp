// SPDX-License-Identifier: MIT
#include "base/diagnostic.h"

#include <catch2/catch.hpp>

TEST_CASE("a diagnostic prints place, message and help, leaving out what is not known", "[base]") {
  using base::Diagnostic;
  const auto [diagnostic, text] = GENERATE(table<Diagnostic, std::string>({
      {{{"a.toml", 3, 7}, "unknown key", "did you mean 'title'?"},
       "a.toml:3:7: unknown key\n  help: did you mean 'title'?"},
      {{{"a.toml", 3, 0}, "unknown key", ""}, "a.toml:3: unknown key"},
      {{{"a.toml", 0, 0}, "cannot be read", ""}, "a.toml: cannot be read"},
      {{{"", 4, 0}, "odd", ""}, "line:4: odd"},
      {{{}, "odd", ""}, "odd"},
  }));
  CHECK(base::to_string(diagnostic) == text);
}
