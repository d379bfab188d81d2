// SPDX-License-Identifier: MIT
#include "course/catalog.h"

#include <sys/stat.h>

#include <catch2/catch.hpp>

#include "base/files.h"

using Catch::Matchers::Contains;
namespace fs = std::filesystem;

namespace {

/// A course folder that is filled by the test.
class Folder {
 public:
  const fs::path& path() const { return folder_.path(); }
  void write(const std::string& file, const std::string& text) const {
    fs::create_directories((path() / file).parent_path());
    base::write_file(path() / file, text);
  }
  void lesson(const std::string& name, const std::string& more = "") const {
    write("lessons/" + name + "/exercise.toml",
          "title=\"" + name + "\"\nminutes=5\nobjectives=[\"o\"]\n" + more +
              "[[question]]\nkey=\"q\"\nkind=\"number\"\ntext=\"t\"\nanswer=1\nexplain=\"e\"\n");
  }
  void assignment(const std::string& name, int order, int points,
                  const std::string& more = "") const {
    write("assignments/" + name + "/exercise.toml",
          "title=\"" + name + "\"\norder=" + std::to_string(order) +
              "\npoints=" + std::to_string(points) + "\n" + more +
              "[[entry]]\nname=\"f\"\nkind=\"host\"\nspec=\"s\"\n[[entry.parameter]]\n"
              "name=\"out\"\ntype=\"float*\"\nrole=\"output\"\nshape=[\"n\"]\n[[case]]\n"
              "key=\"one\"\nvariables={n=1}\n");
  }

 private:
  base::TemporaryFolder folder_;
};

std::string check(const Folder& folder) {
  return base::to_string(course::load_course(folder.path()).problems);
}

}  // namespace

TEST_CASE("lessons stand by name, assignments by order, with their hidden cases",
          "[course][catalog]") {
  const Folder folder;
  folder.lesson("b01_machine", "needs=[\"a01_map\"]\n");
  folder.lesson("a01_map");
  folder.assignment("map", 2, 60, "after=\"A\"\nneeds=[\"a01_map\"]\n");
  folder.assignment("zip", 1, 40);
  folder.write("reference/assignments/map/hidden.toml", "[[case]]\nkey=\"two\"\nvariables={n=2}\n");
  folder.write("lessons/common/course.h", "");
  const course::Course loaded = course::load_course(folder.path());
  REQUIRE(base::to_string(loaded.problems) == "");
  REQUIRE(loaded.all().size() == 4);
  CHECK(loaded.all()[0]->name == "a01_map");
  CHECK(loaded.all()[2]->name == "zip");
  CHECK(loaded.find("map")->cases.size() == 2);
  CHECK(loaded.find("assignments/map/") == loaded.find("map"));
  CHECK_THAT(loaded.require("mpa").errors()[0].hint, Contains("did you mean"));
}

TEST_CASE("what stands between exercises is checked", "[course][catalog]") {
  const Folder folder;
  folder.lesson("a01_map");
  SECTION("needs exist") {
    folder.lesson("a02_zip", "needs=[\"a01_mop\"]\n");
    CHECK_THAT(check(folder), Contains("'a01_mop' in 'needs' does not exist\n  help: did you mean "
                                       "'a01_map'?"));
  }
  SECTION("needs come earlier") {
    folder.lesson("a02_zip", "needs=[\"a02_zip\"]\n");
    CHECK_THAT(check(folder), Contains("'a02_zip' in 'needs' does not come earlier"));
  }
  SECTION("assignments need lessons of parts before them") {
    folder.lesson("c01_shared");
    folder.assignment("map", 1, 100, "after=\"A\"\nneeds=[\"c01_shared\"]\n");
    CHECK_THAT(check(folder), Contains("'c01_shared' in 'needs' does not come earlier"));
  }
  SECTION("points add up") {
    folder.assignment("map", 1, 99);
    CHECK_THAT(check(folder), Contains("add up to 99"));
  }
  SECTION("names are unique") {
    folder.assignment("map", 1, 50);
    folder.write("assignments/zip/exercise.toml",
                 *base::read_file(folder.path() / "assignments/map/exercise.toml"));
    CHECK_THAT(check(folder), Contains("the title 'map' is that of assignments/map too"));
  }
  SECTION("one broken exercise does not hide the others") {
    folder.write("lessons/a02_zip/exercise.toml", "titel = 1\n");
    const course::Course loaded = course::load_course(folder.path());
    CHECK(loaded.lessons.size() == 1);
    CHECK_THAT(base::to_string(loaded.problems),
               Contains("lessons/a02_zip/exercise.toml:1: unknown key 'titel'"));
  }
}

TEST_CASE("a submission's file is found in the usual places, never through a link",
          "[course][catalog]") {
  const Folder folder;
  folder.assignment("map", 1, 100);
  const course::Course loaded = course::load_course(folder.path());
  const course::Exercise& map = *loaded.find("map");
  const Folder submission;
  const auto found = [&] { return course::submitted_file(submission.path(), map); };
  CHECK_FALSE(found().has_value());
  submission.write("map.cu", "");
  CHECK(*found() == submission.path() / "map.cu");
  submission.write("assignments/map/map.cu", "");
  CHECK(*found() == submission.path() / "assignments/map/map.cu");

  const Folder linked;
  linked.write("elsewhere/map.cu", "");
  fs::create_directories(linked.path() / "assignments");
  fs::create_directory_symlink(linked.path() / "elsewhere", linked.path() / "assignments/map");
  fs::create_symlink(linked.path() / "elsewhere/map.cu", linked.path() / "map.cu");
  CHECK_FALSE(course::submitted_file(linked.path(), map).has_value());
}

TEST_CASE("what stands in a file's place is said, and that nothing does", "[course][catalog]") {
  const Folder folder;
  folder.assignment("map", 1, 100);
  const course::Course loaded = course::load_course(folder.path());
  const course::Exercise& map = *loaded.find("map");
  const auto why = [&](const Folder& submission) {
    return course::why_no_file(submission.path(), map);
  };
  const std::string place = "assignments/map/map.cu";

  const Folder nothing;
  nothing.write("map", "a file where a folder may be");
  CHECK(why(nothing) == "there is no " + place + " in the submission");
  CHECK_FALSE(course::holds_answers(nothing.path(), loaded));

  const Folder linked;
  fs::create_directories(linked.path() / "assignments/map");
  fs::create_symlink("/etc/passwd", linked.path() / place);
  CHECK(why(linked) == place + " is a link, and links are not followed");
  CHECK(course::holds_answers(linked.path(), loaded));

  const Folder linked_above;
  fs::create_symlink("/etc", linked_above.path() / "assignments");
  CHECK(why(linked_above) == "assignments is a link, and links are not followed");

  const Folder directory;
  fs::create_directories(directory.path() / place);
  CHECK(why(directory) == place + " is a folder, not a file");

  const Folder pipe;
  fs::create_directories(pipe.path() / "assignments/map");
  REQUIRE(mkfifo((pipe.path() / place).c_str(), 0600) == 0);
  CHECK(why(pipe) == place + " is no regular file");
}

TEST_CASE("an exercise is found as people type it; what cannot be told apart is listed",
          "[course][catalog]") {
  const Folder folder;
  folder.lesson("a01_map");
  folder.lesson("a02_zip");
  folder.assignment("map", 1, 100);
  folder.write("lessons/planned.txt", "b02_coalescing\n");
  const course::Course loaded = course::load_course(folder.path());
  for (const char* typed :
       {"a01_map", "A01_MAP", "a01", "A01", "./lessons/a01_map/", "lessons/a01_map/map.cu"}) {
    CAPTURE(typed);
    const auto found = loaded.require(typed);
    REQUIRE(found.ok());
    CHECK((*found)->name == "a01_map");
  }
  CHECK((*loaded.require((folder.path() / "assignments/map/map.cu").string()))->name == "map");
  const auto help = [&](const char* typed) { return loaded.require(typed).errors().at(0).hint; };
  CHECK(help("a0") == "did you mean a01_map or a02_zip?");
  CHECK(help("a12") == "'autograder list' shows what there is");
  CHECK(help("") == "'autograder list' shows what there is");
  CHECK(loaded.require("b02_coalescing").errors().at(0).message ==
        "lesson b02_coalescing is not written yet");
}

TEST_CASE("the next lesson is the first whose needs are solved", "[course][catalog]") {
  const Folder folder;
  folder.lesson("a01_map");
  folder.lesson("a02_zip", "needs=[\"a01_map\"]\n");
  folder.lesson("a03_guard");
  const course::Course loaded = course::load_course(folder.path());
  CHECK(course::next_lesson(loaded, {})->name == "a01_map");
  CHECK(course::next_lesson(loaded, {"a01_map"})->name == "a02_zip");
  CHECK(course::next_lesson(loaded, {"a01_map", "a02_zip"})->name == "a03_guard");
  CHECK(course::next_lesson(loaded, {"a01_map", "a02_zip", "a03_guard"}) == nullptr);
}

TEST_CASE("a hint may name a lesson that is planned, another unknown one is a problem",
          "[course][catalog]") {
  const Folder folder;
  folder.lesson("a01_map", "[[hint]]\ntiers=[\"t\"]\nsee=\"b02_coalescing\"\n");
  CHECK_THAT(check(folder), Contains("'b02_coalescing' in 'see' does not exist"));
  folder.write("lessons/planned.txt", "# to come\nb01_machine\n b02_coalescing # soon\n");
  CHECK(check(folder) == "");
  const course::Course course = course::load_course(folder.path());
  const course::Exercise& lesson = *course.find("a01_map");
  CHECK(lesson.hints.at(0).see == "b02_coalescing");
  CHECK(lesson.lesson_text("b02_coalescing") == "b02_coalescing (to come)");
  CHECK(lesson.lesson_text("a01_map") == "a01_map");
  CHECK(lesson.with_lesson_text("put a barrier: lesson b02_coalescing") ==
        "put a barrier: lesson b02_coalescing (to come)");
  CHECK(lesson.lesson_text("b01_machine") == "b01_machine (to come)");
  CHECK(lesson.with_lesson_text("guard it: lesson a01_map") == "guard it: lesson a01_map");
  CHECK(lesson.with_lesson_text("guard it") == "guard it");
  folder.lesson("b01_machine");
  CHECK_THAT(check(folder), Contains("lessons/planned.txt:2: 'b01_machine' is planned, but"));
}
