// SPDX-License-Identifier: MIT
/// \file
/// Pictures of exercises and programs: what `draw` writes, and the figures of the course's pages.
///
/// A figure's file name says what it shows, so that a page only has to refer to it. Tested by
/// picture_test.cpp and autograder/tests/draw.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "course/catalog.h"
#include "grader/trace.h"
#include "report/draw_scene.h"

namespace cli {

/// What is to be drawn.
struct PictureRequest {
  std::string case_key;                               ///< empty: the first visible case
  std::optional<std::array<std::uint32_t, 3>> block;  ///< of launches too large to draw whole
  std::optional<std::uint32_t> warp;                  ///< only this one
  std::string sectors;                ///< a line or an array: draw the sectors of its request
  std::string banks;                  ///< a line or an array: draw the banks of its request
  std::optional<std::size_t> launch;  ///< which one, from 1; nothing: the first ones
  std::string answer;                 ///< figures: a file of tests/answers instead of the reference
  bool beside = false;                ///< beside the course's answer
  friend bool operator==(const PictureRequest&, const PictureRequest&) = default;
};

/// The blocks that are recorded for a request.
protocol::TraceRequest trace_request(const PictureRequest& request);

/// "x,y,z", "x,y" or "x".
base::Result<std::array<std::uint32_t, 3>> parse_block(std::string_view text);

/// The case asked for, or the first that students see.
base::Result<const course::Case*> find_case(const course::Exercise& exercise,
                                            const std::string& key);

/// The picture of a run alone. `real` gives shapes where an exercise has them (may be null).
base::Result<report::draw::Scene> picture_of(const protocol::RunResult& run,
                                             const course::RealCase* real, const std::string& title,
                                             const std::vector<std::string>& notes,
                                             const PictureRequest& request);

/// The picture of a run beside that of the course's answer; alone when they do not differ and
/// `request.beside` does not insist.
base::Result<report::draw::Scene> picture_beside(const grader::TracedCase& mine,
                                                 const grader::TracedCase& reference,
                                                 const std::string& title,
                                                 const std::vector<std::string>& notes,
                                                 const PictureRequest& request);

/// What a person should know of how a run ended: why it stopped, its findings.
std::vector<std::string> notes_of(const protocol::RunResult& run, const std::string& ending);

/// Reads a figure's name without folder and ".svg": the case, then any of "block-1-0-0", "warp-3",
/// "sectors-a", "banks-tile", "launch-2", "answer-no_guard", "beside", with points in between.
base::Result<PictureRequest> parse_figure_name(std::string_view name);

/// The figures that an exercise's page refers to, as "figures/<name>.svg", in order.
std::vector<std::string> figures_of_page(std::string_view markdown);

/// The figure of that name.
base::Result<report::draw::Scene> make_figure(const course::Course& course,
                                              const grader::Setup& setup,
                                              const course::Exercise& exercise,
                                              std::string_view name);

}  // namespace cli
