// SPDX-License-Identifier: MIT
/// \file
/// A run of a program as text for people: a profile of its launches, its findings with their source
/// lines, notes about host code.
///
/// Tested by profile_test.cpp.
#pragma once

#include <filesystem>
#include <string>

#include "protocol/run_result.h"

namespace cli {

/// How to write.
struct TextStyle {
  bool colour = false;
};

/// The text of the line that `text` names at its end, as in "... reads at sum.cu:12"; empty where
/// it names none. Only files below the folder are opened.
std::string named_source(const std::string& text, const std::filesystem::path& folder);

/// The message of a finding with the text of each source line that it names, taken from below
/// `folder`; a place of the finding that it does not name gets a line of its own.
std::string quoted_message(const protocol::Finding& finding, const std::filesystem::path& folder);

/// A heading, and the finding in four lines at most: quoted_message() and help.
std::string finding_text(const protocol::Finding& finding, const std::filesystem::path& folder,
                         const TextStyle& style);

/// One line for each launch (equal ones that follow each other share one): requests, sectors, bank
/// conflicts.
std::string profile_text(const protocol::RunResult& result);

/// Findings, notes, what is not modelled, and the profile.
std::string run_text(const protocol::RunResult& result, const std::filesystem::path& folder,
                     const TextStyle& style);

}  // namespace cli
