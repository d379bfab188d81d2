// SPDX-License-Identifier: MIT
#include "cli/class_files.h"

#include <catch2/catch.hpp>

#include "base/files.h"
#include "cli/archive.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::Contains;

std::string skeleton(const std::string& name) {
  return "// Assignment " + name + "\n#include \"common.h\"\nnamespace " + name +
         "_assignment {\nvoid " + name +
         "() {\n  // FILL-ME-IN(launch): about 1 line\n"
         "  // END(launch)\n}\n}  // namespace\n";
}

std::string answer(const std::string& name, const std::string& text = "  launch();\n") {
  std::string file = skeleton(name);
  return file.insert(file.find("  // END"), text);
}

/// Two exercises, one student, and what the tests hand in for them.
struct Desk {
  base::TemporaryFolder folder;
  course::Exercise map, zip;
  std::vector<cli::Wanted> wanted;
  cli::Student student{"ada", "", false, {}, {}};
  fs::path upload = folder.path() / "in/ada";
  fs::path stage = folder.path() / "stage";

  Desk() {
    for (auto [exercise, name] : {std::pair(&map, "map"), std::pair(&zip, "zip")}) {
      exercise->name = name;
      exercise->path = std::string("assignments/") + name;
      exercise->source = std::string(name) + ".cu";
      wanted.push_back({exercise, skeleton(name)});
    }
    fs::create_directories(upload);
    fs::create_directories(stage);
  }

  void hand_in(const fs::path& what, const std::string& file_name = "") {
    student.uploads.push_back({what, file_name, student.uploads.size()});
  }

  cli::Collected collect() { return cli::collect(student, wanted, folder.path() / "work", stage); }

  std::string staged(const std::string& name) const {
    const auto text = base::read_file(stage / "assignments" / name / (name + ".cu"));
    return text.ok() ? *text : "nothing";
  }
};

}  // namespace

TEST_CASE("files are found where the course has them, in folders, or loose", "[cli][class]") {
  Desk desk;
  const std::string place = GENERATE("assignments/map/map.cu", "map/map.cu", "map.cu",
                                     "cuda-course-main/assignments/map/map.cu", "a/b/map.cu");
  base::write_file(desk.upload / place, answer("map"));
  desk.hand_in(desk.upload);
  const cli::Collected found = desk.collect();
  CHECK(desk.staged("map") == answer("map"));
  CHECK(desk.staged("zip") == "nothing");
  CHECK(found.sources.at("map") == place);
  CHECK(found.notes.empty());
}

TEST_CASE("a renamed file is known by what it holds, a stranger's is not", "[cli][class]") {
  Desk desk;
  base::write_file(desk.upload / "My Map (final).CU", answer("map"));
  base::write_file(desk.upload / "other.cu", "int main() {}\n");
  desk.hand_in(desk.upload);
  const cli::Collected found = desk.collect();
  CHECK(desk.staged("map") == answer("map"));
  CHECK(desk.staged("zip") == "nothing");
  CHECK(found.notes == std::vector<std::string>{"My Map (final).CU taken for map.cu"});
}

TEST_CASE("an archive in an archive comes out, and the copy of the course in it is left aside",
          "[cli][class]") {
  Desk desk;
  base::write_file(desk.folder.path() / "tree/assignments/map/map.cu", answer("map"));
  base::write_file(desk.folder.path() / "tree/autograder/golden/map/map.cu", skeleton("map"));
  fs::create_directories(desk.folder.path() / "outer");
  cli::pack(desk.folder.path() / "tree", "course", desk.folder.path() / "outer/work.tar.gz");
  cli::pack(desk.folder.path() / "outer", "mine", desk.folder.path() / "ada.tar.gz");
  desk.hand_in(desk.folder.path() / "ada.tar.gz");
  const cli::Collected found = desk.collect();
  CHECK(desk.staged("map") == answer("map"));
  CHECK(found.sources.at("map") == "mine/work.tar.gz/course/assignments/map/map.cu");
}

TEST_CASE("of several archives the last counts, and single files add up", "[cli][class]") {
  Desk desk;
  for (const char* version : {"one", "two"}) {
    const fs::path tree = desk.folder.path() / version;
    base::write_file(tree / "map.cu", answer("map", std::string("  ") + version + "();\n"));
    cli::pack(tree, "x", desk.folder.path() / (std::string(version) + ".tar.gz"));
    desk.hand_in(desk.folder.path() / (std::string(version) + ".tar.gz"));
  }
  base::write_file(desk.folder.path() / "77_88_zip.cu", answer("zip"));
  desk.hand_in(desk.folder.path() / "77_88_zip.cu", "zip.cu");
  const cli::Collected found = desk.collect();
  CHECK_THAT(desk.staged("map"), Contains("two();"));
  CHECK(desk.staged("zip") == answer("zip"));
  CHECK(found.notes == std::vector<std::string>{"handed in again, not used: one.tar.gz"});
}

TEST_CASE("links are not followed, empty files and huge ones are told", "[cli][class]") {
  Desk desk;
  base::write_file(desk.folder.path() / "secret.cu", answer("map"));
  fs::create_symlink(desk.folder.path() / "secret.cu", desk.upload / "map.cu");
  base::write_file(desk.upload / "zip.cu", "");
  fs::resize_file(desk.upload / "zip.cu", 0);
  base::write_file(desk.upload / "large.cu", "x");
  fs::resize_file(desk.upload / "large.cu", std::uintmax_t{50} << 20);
  desk.hand_in(desk.upload);
  const cli::Collected found = desk.collect();
  CHECK(desk.staged("map") == "nothing");
  CHECK(found.sources.empty());
  CHECK(found.problem.empty());
  CHECK(found.notes ==
        std::vector<std::string>{"map.cu is a link, not followed", "zip.cu is empty"});

  Desk huge;
  base::write_file(huge.upload / "map.cu", "x");
  fs::resize_file(huge.upload / "map.cu", std::uintmax_t{50} << 20);
  huge.hand_in(huge.upload);
  CHECK(huge.collect().sources.size() == 1);
  CHECK(fs::file_size(huge.stage / "assignments/map/map.cu") == std::uintmax_t{50} << 20);
}

TEST_CASE("an archive that cannot be read is a problem, not an empty submission", "[cli][class]") {
  Desk desk;
  base::write_file(desk.folder.path() / "ada.zip", "no zip");
  desk.hand_in(desk.folder.path() / "ada.zip");
  CHECK_THAT(desk.collect().problem, Contains("ada.zip"));
  Desk nothing;
  nothing.hand_in(nothing.upload);
  CHECK(nothing.collect().problem.empty());
}

TEST_CASE("who handed in nothing but a link is unreadable, and the note says why", "[cli][class]") {
  Desk desk;
  desk.student.notes = {"ada is a link, not followed"};
  CHECK(desk.collect().problem == "ada is a link, not followed");
  base::write_file(desk.upload / "map.cu", answer("map"));
  desk.hand_in(desk.upload);
  const cli::Collected found = desk.collect();
  CHECK(found.problem.empty());
  CHECK(found.notes == desk.student.notes);
}

TEST_CASE("the hash follows the contents", "[cli][class]") {
  Desk one, other;
  base::write_file(one.upload / "map.cu", answer("map"));
  base::write_file(other.upload / "map.cu", answer("map", "  different();\n"));
  one.hand_in(one.upload);
  other.hand_in(other.upload);
  const std::string hash = one.collect().hash;
  CHECK(hash == one.collect().hash);
  CHECK(hash != other.collect().hash);
}
