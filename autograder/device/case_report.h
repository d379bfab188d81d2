// SPDX-License-Identifier: MIT
/// \file
/// Collects the run result of one case and folds what repeats. Tested by case_report_test.cpp.
///
/// Names, texts and numbers of things are the program's choice, and the report travels in one
/// message: so all of it is bounded in bytes. What is left out is said in a note.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "device/backend.h"
#include "protocol/run_result.h"

namespace device {

/// The run result as it grows.
class CaseReport {
 public:
  /// \param max_findings folded findings that are kept
  explicit CaseReport(std::uint32_t max_findings = 100) : max_findings_(max_findings) {}

  /// Takes over what a launch gave.
  void add_launch(LaunchReport report);
  /// Records a launch that could not start.
  void add_refused_launch(protocol::Launch record, std::uint32_t error);
  /// Folds into an equal finding of the same kernel, kind and lines, or appends.
  void add_finding(protocol::Finding finding);
  /// Folds notes of the same kind and text.
  void add_note(protocol::HostNote note);
  /// Keeps each text once.
  void add_not_modelled(protocol::NotModelled entry);
  /// Text that kernels printed and no program has fetched.
  void add_printed(const std::string& text);
  /// Hands the printed text over.
  std::string take_printed();

  /// All of it.
  const protocol::RunResult& result() const { return result_; }

 private:
  void list(protocol::Launch launch);

  protocol::RunResult result_;
  std::size_t launch_bytes_ = 0;        ///< of the launches listed, as JSON
  std::size_t printed_json_bytes_ = 0;  ///< of the text held
  std::size_t late_failures_ = 0;       ///< failed launches listed after the room was used up
  std::uint32_t max_findings_;
};

}  // namespace device
