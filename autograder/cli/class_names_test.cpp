// SPDX-License-Identifier: MIT
#include "cli/class_names.h"

#include <sys/stat.h>

#include <catch2/catch.hpp>

#include "base/files.h"

namespace {

namespace fs = std::filesystem;

std::string text_of(const std::vector<cli::Student>& students) {
  std::string text;
  for (const cli::Student& student : students) {
    text += student.id + "|" + student.name + (student.late ? "|late" : "");
    for (const cli::Upload& upload : student.uploads) text += "|" + upload.file_name;
    text += "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("Canvas: user numbers, late marks, several files and attempts", "[cli][class]") {
  const base::TemporaryFolder folder;
  for (const char* name :
       {"doejane_1234_9001_map.cu", "doejane_1234_9002_zip.cu", "doejane_1234_9001_map-1.cu",
        "roerichard_LATE_77_9100_work-2.zip", "poe_88_9200_report.pdf"}) {
    base::write_file(folder.path() / name, "x");
  }
  CHECK(text_of(cli::students_in(folder.path())) ==
        "1234|doejane|map.cu|map.cu|zip.cu\n"
        "77|roerichard|late|work.zip\n"
        "88|poe|report.pdf\n");
}

TEST_CASE("Moodle: folders or single files with a number behind the name", "[cli][class]") {
  const base::TemporaryFolder folder;
  base::write_file(folder.path() / "Jane Doe_123456_assignsubmission_file_/map.cu", "x");
  base::write_file(folder.path() / "Ann_Lee_7_assignsubmission_file_map.cu", "x");
  CHECK(text_of(cli::students_in(folder.path())) == "123456|Jane Doe|\n7|Ann_Lee|map.cu\n");
}

TEST_CASE("Gradescope: its list says who is behind a number, by student number or mail",
          "[cli][class]") {
  const base::TemporaryFolder folder;
  const fs::path inner = folder.path() / "assignment_5_export";
  base::write_file(inner / "submission_metadata.yml",
                   "submission_11:\n  :submitters:\n  - :name: Jane Doe\n    :sid: '4711'\n"
                   "    :email: jane@example.edu\n  :created_at: 2026\n"
                   "submission_12:\n  :submitters:\n  - :name: Ann Lee\n    :sid:\n"
                   "    :email: ann@example.edu\n");
  for (const char* name : {"submission_11", "submission_12", "submission_13"}) {
    fs::create_directories(inner / name);
  }
  CHECK(text_of(cli::students_in(folder.path())) ==
        "4711|Jane Doe|\nann@example.edu|Ann Lee|\nsubmission_13||\n");
}

TEST_CASE("GitHub Classroom: what all clones have in front is the assignment", "[cli][class]") {
  const base::TemporaryFolder folder;
  for (const char* name : {"cuda-course-ann", "cuda-course-anna", "cuda-course-bob-b"}) {
    fs::create_directories(folder.path() / name / ".git");
  }
  CHECK(text_of(cli::students_in(folder.path())) == "ann||\nanna||\nbob-b||\n");
}

TEST_CASE("plain folders and archives are named as they are, resubmissions together",
          "[cli][class]") {
  const base::TemporaryFolder folder;
  for (const char* name : {"team-a", "team-b"}) fs::create_directories(folder.path() / name);
  for (const char* name : {"ada.tar.gz", "ada.zip", "bob.cu", "grades.xlsx", ".hidden.zip"}) {
    base::write_file(folder.path() / name, "x");
  }
  CHECK(text_of(cli::students_in(folder.path())) ==
        "ada||ada.tar.gz|ada.zip\nbob||bob.cu\nteam-a||\nteam-b||\n");
}

TEST_CASE("nobody is dropped: links and pipes make a student with a note, the rest is named",
          "[cli][class]") {
  const base::TemporaryFolder folder;
  fs::create_directories(folder.path() / "ada");
  fs::create_symlink("/etc", folder.path() / "bob");
  fs::create_symlink("nowhere.zip", folder.path() / "cyd.zip");
  fs::create_symlink(".", folder.path() / "loop");
  REQUIRE(mkfifo((folder.path() / "pipe.zip").c_str(), 0600) == 0);
  base::write_file(folder.path() / "stray.txt", "x");
  fs::create_directories(folder.path() / "..dots");
  fs::create_directories(folder.path() / "__MACOSX");
  std::vector<std::string> left_aside;
  const std::vector<cli::Student> students = cli::students_in(folder.path(), &left_aside);
  std::string text;
  for (const cli::Student& student : students) {
    text += student.id + "|" + std::to_string(student.uploads.size());
    for (const std::string& note : student.notes) text += "|" + note;
    text += "\n";
  }
  CHECK(text ==
        "ada|1\nbob|0|bob is a link, not followed\ncyd|0|cyd.zip is a link, not followed\n"
        "loop|0|loop is a link, not followed\npipe|0|pipe.zip is no regular file, not read\n");
  CHECK(left_aside == std::vector<std::string>{"..dots", "stray.txt"});
}

TEST_CASE("an id becomes a folder of its own, whatever is in it", "[cli][class]") {
  CHECK(cli::folder_name("ada") == "ada");
  CHECK(cli::folder_name("jane@example.edu") == "jane@example.edu");
  for (const char* id : {"../x", "a/b", "a\nb", ".", "..", "", "a b", "\xff"}) {
    const std::string name = cli::folder_name(id);
    CAPTURE(name);
    CHECK(name.find_first_of("/\n ") == std::string::npos);
    CHECK_FALSE(name.starts_with('.'));
  }
  CHECK(cli::folder_name("a b") != cli::folder_name("a\tb"));
  CHECK(cli::folder_name(std::string(300, 'x')).size() < 100);
}
