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
};

/// The students of a class, sorted by id. Links are passed over; so are files that are no
/// submission.
std::vector<Student> students_in(const std::filesystem::path& folder);

/// The id as a folder's name: letters, digits, and . - _ @ + only, never hidden, never long. What
/// had to be changed makes the name end in a number of its own, so that no two ids meet.
std::string folder_name(const std::string& id);

}  // namespace cli
