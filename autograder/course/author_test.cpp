// SPDX-License-Identifier: MIT
#include "course/author.h"

#include <catch2/catch.hpp>

#include "base/files.h"

using Catch::Matchers::Contains;
namespace fs = std::filesystem;

namespace {

const std::string kFolder = "lessons/c09_shuffles/";

/// A course with one new lesson, in sync.
class NewLesson {
 public:
  NewLesson() {
    const auto made = course::new_exercise(root(), course::ExerciseKind::Lesson, "c09_shuffles");
    REQUIRE(base::to_string(made.errors()) == "");
    REQUIRE(course::sync(course::load_course(root())).ok());
  }
  const fs::path& root() const { return folder_.path(); }
  std::string read(const std::string& file) const { return *base::read_file(root() / file); }
  void write(const std::string& file, const std::string& text) const {
    base::write_file(root() / file, text);
  }
  void replace(const std::string& file, const std::string& from, const std::string& to) const {
    std::string text = read(file);
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    write(file, text.replace(at, from.size(), to));
  }
  std::string check(const course::RunCheck& run = {}) const {
    return base::to_string(course::check(course::load_course(root()), {}, run));
  }

 private:
  base::TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("a new lesson is complete and in order from the start", "[course][author]") {
  const NewLesson lesson;
  CHECK(lesson.check() == "");
  for (const char* file : {"lessons/c09_shuffles/exercise.toml", "lessons/c09_shuffles/README.md",
                           "lessons/c09_shuffles/shuffles.cu",
                           "reference/lessons/c09_shuffles/shuffles.cu", "lessons/README.md"})
    CHECK(fs::exists(lesson.root() / file));
  CHECK_THAT(lesson.read(kFolder + "shuffles.cu"), !Contains("SOLUTION") && !Contains("blockIdx"));
  CHECK_THAT(lesson.read("lessons/README.md"),
             Contains("## C: cooperation") &&
                 Contains("| [c09_shuffles](c09_shuffles/README.md) | Shuffles | 10 |"));
}

TEST_CASE("a new assignment is complete as well", "[course][author]") {
  const base::TemporaryFolder folder;
  REQUIRE(course::new_exercise(folder.path(), course::ExerciseKind::Assignment, "scan").ok());
  const course::Course loaded = course::load_course(folder.path());
  REQUIRE(loaded.assignments.size() == 1);
  CHECK(loaded.assignments[0].source == "scan.cu");
}

TEST_CASE("new refuses names that do not fit and folders that exist", "[course][author]") {
  const NewLesson lesson;
  const auto refused = [&](course::ExerciseKind kind, const char* name) {
    return base::to_string(course::new_exercise(lesson.root(), kind, name).errors());
  };
  CHECK_THAT(refused(course::ExerciseKind::Lesson, "shuffles"), Contains("does not fit"));
  CHECK_THAT(refused(course::ExerciseKind::Lesson, "c09_../x"), Contains("does not fit"));
  CHECK_THAT(refused(course::ExerciseKind::Assignment, "A"), Contains("does not fit"));
  CHECK_THAT(refused(course::ExerciseKind::Lesson, "c09_shuffles"), Contains("exists already"));
}

TEST_CASE("sync writes what differs and nothing else", "[course][author]") {
  const NewLesson lesson;
  CHECK(course::sync(course::load_course(lesson.root()))->empty());
  lesson.replace("reference/" + kFolder + "shuffles.cu", "guard the tail", "mind the tail");
  const auto written = course::sync(course::load_course(lesson.root()));
  REQUIRE(written.ok());
  CHECK(*written == std::vector<fs::path>{kFolder + "shuffles.cu"});
  CHECK_THAT(lesson.read(kFolder + "shuffles.cu"), Contains("mind the tail"));
}

TEST_CASE("check names what is not in order", "[course][author]") {
  const NewLesson lesson;
  const std::string reference = "reference/" + kFolder + "shuffles.cu";
  SECTION("a skeleton that was edited") {
    lesson.replace(kFolder + "shuffles.cu", "/// What is wanted.", "/// What we want.");
    CHECK_THAT(lesson.check(), Contains("shuffles.cu:7: the skeleton differs"));
  }
  SECTION("a marker without its end") {
    lesson.replace(reference, "  // END(kernel)\n", "");
    CHECK_THAT(lesson.check(), Contains("shuffles.cu:13: region 'kernel' has no END(kernel)"));
  }
  SECTION("a function that does not exist") {
    lesson.replace(kFolder + "exercise.toml", "name = \"shuffles\"", "name = \"shuffle\"");
    CHECK_THAT(lesson.check(), Contains("there is no function 'shuffle'"));
  }
  SECTION("a region that is too long") {
    std::string lines;
    for (int i = 0; i < 21; ++i) lines += "  ;\n";
    lesson.replace(reference, "  // SOLUTION\n", "  // SOLUTION\n" + lines);
    CHECK_THAT(lesson.check(), Contains("region 'kernel' asks for 23 lines"));
  }
  SECTION("a lesson that is too long") {
    lesson.write(reference, lesson.read(reference) + std::string(140, '\n'));
    CHECK_THAT(lesson.check(), Contains("a lesson has at most 150"));
  }
  SECTION("stray files") {
    lesson.write(kFolder + "notes.txt", "");
    lesson.write("reference/" + kFolder + "old.cu", "");
    CHECK_THAT(lesson.check(), Contains("notes.txt: a file that nothing names") &&
                                   Contains("old.cu: a file that nothing names"));
  }
  SECTION("links and places in the page") {
    lesson.write(kFolder + "README.md",
                 "[a](none.md) [b](shuffles.cu#x) [c](https://example.org) `shuffles.cu:kernel`\n"
                 "`shuffles.cu:kernl` `shuffles.cu:999` `shuffles.cu:3`\n```\n[d](none.md)\n```\n");
    const std::string problems = lesson.check();
    CHECK_THAT(problems, Contains("README.md:1: the link to 'none.md' leads nowhere"));
    CHECK_THAT(problems, Contains("README.md:2: 'shuffles.cu' has no region 'kernl'"));
    CHECK_THAT(problems, Contains("README.md:2: 'shuffles.cu' has no line 999"));
    CHECK(std::count(problems.begin(), problems.end(), '\n') == 3);
  }
  SECTION("an old index page") {
    lesson.write("lessons/README.md", "old");
    CHECK_THAT(lesson.check(), Contains("lessons/README.md: the page differs"));
  }
  SECTION("an exercise that cannot be read") {
    lesson.replace(kFolder + "exercise.toml", "title", "titel");
    CHECK_THAT(lesson.check(), Contains("unknown key 'titel'"));
    const auto named = course::check(course::load_course(lesson.root()), {"c09_shuffles"}, {});
    CHECK_THAT(base::to_string(named), Contains("unknown key 'titel'") && !Contains("is called"));
  }
}

TEST_CASE("what compiles and runs is asked only for exercises in order", "[course][author]") {
  const NewLesson lesson;
  int calls = 0;
  const course::RunCheck run = [&](const course::Exercise& exercise) {
    ++calls;
    return std::vector<base::Diagnostic>{{{exercise.name, 0, 0}, "the reference fails", ""}};
  };
  CHECK_THAT(lesson.check(run), Contains("c09_shuffles: the reference fails"));
  CHECK(calls == 1);
  lesson.write(kFolder + "notes.txt", "");
  CHECK_THAT(lesson.check(run), !Contains("the reference fails"));
  CHECK(calls == 1);
}

TEST_CASE("check of a name that does not exist says so", "[course][author]") {
  const NewLesson lesson;
  CHECK_THAT(
      base::to_string(course::check(course::load_course(lesson.root()), {"c09_shufles"}, {})),
      Contains("no lesson or assignment is called 'c09_shufles'"));
}
