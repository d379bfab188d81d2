// SPDX-License-Identifier: MIT
/// \file
/// Whose is what in the folder of a class, by the names that learning systems give to uploads:
/// Canvas, Moodle, Gradescope, GitHub Classroom, or simply a folder or an archive for each student.
///
/// Names are as hostile as contents. Tested by class_names_test.cpp.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace cli {

/// One thing that a student handed in.
struct Upload {
  std::filesystem::path source;  ///< folder, archive or single file
  std::string file_name;         ///< a single file: its name as the student gave it
  std::uint64_t order = 0;       ///< later ones have larger numbers, as far as names tell
};

/// A student and everything that he or she handed in, the latest last.
struct Student {
  std::string id;    ///< the system's number or user name; else the name of folder or archive
  std::string name;  ///< in words, where the system says it
  bool late = false;
  std::vector<Upload> uploads;
  std::vector<std::string> notes;  ///< what was handed in and cannot be taken: links, pipes
};

/// The students of a class, sorted by id. Who handed in nothing but a link or a pipe is among them,
/// with a note. Names of entries that are no submission go to `left_aside`, where it is given.
std::vector<Student> students_in(const std::filesystem::path& folder,
                                 std::vector<std::string>* left_aside = nullptr);

/// The id as a folder's name: letters, digits, and . - _ @ + only, never hidden, never long. What
/// had to be changed makes the name end in a number of its own, so that no two ids meet.
std::string folder_name(const std::string& id);

}  // namespace cli
