// SPDX-License-Identifier: MIT
#include "course/keys.h"

#include <catch2/catch.hpp>
#include <cstdlib>

#include "base/files.h"
#include "course/schema.h"

using Catch::Matchers::Contains;

TEST_CASE("every key of the table is described on the format's page", "[course][keys]") {
  const auto page = base::read_file(COURSE_ROOT "/docs/formats/exercise_toml.md");
  REQUIRE(page.ok());
  for (int i = 0; i <= static_cast<int>(course::TableKind::Question); ++i) {
    const auto kind = static_cast<course::TableKind>(i);
    for (const course::Key& key : course::keys_of(kind)) {
      CAPTURE(course::table_name(kind), key.name);
      const bool described = page->find("`" + key.name + "`") != std::string::npos ||
                             page->find("`" + key.name + ".") != std::string::npos ||
                             page->find("." + key.name + "`") != std::string::npos ||
                             page->find("[" + key.name + "]") != std::string::npos;
      CHECK(described);
      for (const std::string& choice : key.choices)
        if (key.name != "counter" && key.name != "finding") CHECK_THAT(*page, Contains(choice));
    }
  }
}

TEST_CASE("the committed JSON schema is the one made from the table", "[course][keys][golden]") {
  const std::string file = COURSE_ROOT "/docs/formats/exercise.schema.json";
  if (std::getenv("COURSE_UPDATE_GOLDEN") != nullptr)
    base::write_file(file, course::exercise_schema());
  const auto committed = base::read_file(file);
  REQUIRE(committed.ok());
  CHECK(*committed == course::exercise_schema());
}
