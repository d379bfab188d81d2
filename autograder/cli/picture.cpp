// SPDX-License-Identifier: MIT
#include "cli/picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <regex>

#include "base/files.h"
#include "base/text.h"
#include "report/draw.h"
#include "report/draw_requests.h"

namespace cli {

namespace {

namespace fs = std::filesystem;
using report::draw::LaunchModel;
using report::draw::model_of;
using report::draw::Scene;

constexpr std::size_t kMostLaunches = 3;
constexpr std::size_t kMostNotes = 2;

std::optional<std::uint32_t> number_of(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

report::draw::RowShapes rows_of(const course::RealCase* real) {
  report::draw::RowShapes rows;
  if (real == nullptr) return rows;
  for (const course::RealParameter& parameter : real->parameters) {
    if (!parameter.is_pointer) continue;
    const auto shape = report::draw::row_shape(parameter.view.shape, parameter.view.strides);
    if (shape.row != 0 && parameter.view.offset == 0) rows[parameter.name] = shape;
  }
  return rows;
}

report::draw::RequestChoice choice_of(const std::string& text) {
  if (const auto line = number_of(text)) return {*line, ""};
  return {0, text};
}

/// The recorded launches that are to be drawn.
base::Result<std::vector<const protocol::Launch*>> launches_of(const protocol::RunResult& run,
                                                               const PictureRequest& request) {
  std::vector<const protocol::Launch*> launches;
  for (const protocol::Launch& launch : run.launches) {
    if (launch.trace) launches.push_back(&launch);
  }
  if (launches.empty()) {
    return base::Diagnostic{{}, "nothing was launched, so there is nothing to draw", ""};
  }
  if (request.launch) {
    if (*request.launch == 0 || *request.launch > launches.size()) {
      return base::Diagnostic{
          {},
          fmt::format("there is no recorded launch {}", *request.launch),
          fmt::format("{} recorded", base::counted(launches.size(), "launch is"))};
    }
    return std::vector{launches[*request.launch - 1]};
  }
  if (launches.size() > kMostLaunches) launches.resize(kMostLaunches);
  return launches;
}

/// Sectors or banks: the first launch that has such a request.
base::Result<Scene> request_picture(const std::vector<const protocol::Launch*>& launches,
                                    const PictureRequest& request) {
  const bool sectors = !request.sectors.empty();
  const auto choice = choice_of(sectors ? request.sectors : request.banks);
  std::optional<base::Result<Scene>> last;
  for (const protocol::Launch* launch : launches) {
    last = sectors ? draw_sectors(*launch, choice) : draw_banks(*launch, choice);
    if (last->ok()) break;
  }
  return *last;
}

report::draw::DrawOptions options_of(const std::string& title,
                                     const std::vector<std::string>& notes,
                                     const PictureRequest& request) {
  report::draw::DrawOptions options;
  options.title = title;
  options.notes = notes;
  options.warp = request.warp;
  return options;
}

std::vector<std::string> case_keys(const course::Exercise& exercise) {
  std::vector<std::string> keys;
  for (const course::Case& one : exercise.cases) {
    if (!one.hidden) keys.push_back(one.key);
  }
  return keys;
}

}  // namespace

protocol::TraceRequest trace_request(const PictureRequest& request) {
  protocol::TraceRequest trace;
  trace.wanted = true;
  if (request.block) {
    trace.block = *request.block;
    trace.all_blocks_threads = 0;
  }
  return trace;
}

base::Result<std::array<std::uint32_t, 3>> parse_block(std::string_view text) {
  std::array<std::uint32_t, 3> block{0, 0, 0};
  const std::vector<std::string> parts = base::split(text, ',');
  bool good = parts.size() <= 3;
  for (std::size_t i = 0; good && i < parts.size(); ++i) {
    const auto number = number_of(base::trim(parts[i]));
    good = number.has_value();
    if (good) block[i] = *number;
  }
  if (good) return block;
  return base::Diagnostic{{}, fmt::format("'{}' is no block", text), "for example 2 or 0,1,0"};
}

base::Result<const course::Case*> find_case(const course::Exercise& exercise,
                                            const std::string& key) {
  for (const course::Case& one : exercise.cases) {
    if (one.hidden) continue;
    const course::Entry* entry = exercise.find_entry(one.entry);
    const bool drawable = entry != nullptr && entry->kind != course::EntryKind::Check;
    if (key.empty() ? drawable : one.key == key) return &one;
  }
  if (key.empty()) {
    return base::Diagnostic{{exercise.path}, "the exercise has no case that can be drawn", ""};
  }
  const std::vector<std::string> keys = case_keys(exercise);
  std::string help = base::did_you_mean(key, keys);
  if (help.empty()) help = fmt::format("its cases are {}", fmt::join(keys, ", "));
  return base::Diagnostic{
      {exercise.path}, fmt::format("there is no case '{}'", key), std::move(help)};
}

base::Result<Scene> picture_of(const protocol::RunResult& run, const course::RealCase* real,
                               const std::string& title, const std::vector<std::string>& notes,
                               const PictureRequest& request) {
  const auto launches = launches_of(run, request);
  if (!launches.ok()) return launches.errors();
  if (!request.sectors.empty() || !request.banks.empty()) {
    return request_picture(*launches, request);
  }
  std::vector<Scene> scenes;
  auto options = options_of(title, notes, request);
  for (const protocol::Launch* launch : *launches) {
    scenes.push_back(draw_launch(*model_of(*launch, rows_of(real)), options));
    options.title.clear();
    options.notes.clear();
  }
  return report::draw::stacked(scenes);
}

base::Result<Scene> picture_beside(const grader::TracedCase& mine,
                                   const grader::TracedCase& reference, const std::string& title,
                                   const std::vector<std::string>& notes,
                                   const PictureRequest& request) {
  const auto here = launches_of(mine.run, request);
  const auto there = launches_of(reference.run, request);
  const bool whole = request.sectors.empty() && request.banks.empty();
  if (!here.ok() || !there.ok() || !whole) {
    return picture_of(mine.run, &mine.real, title, notes, request);
  }
  LaunchModel yours = *model_of(*here->front(), rows_of(&mine.real));
  LaunchModel theirs = *model_of(*there->front(), rows_of(&reference.real));
  std::string difference = mark_difference(yours, theirs);
  if (difference.empty() && !request.beside) {
    return picture_of(mine.run, &mine.real, title, notes, request);
  }
  if (difference.empty()) difference = "Both touch global memory in the same way.";
  return draw_pair(yours, theirs, difference, options_of(title, notes, request));
}

std::vector<std::string> notes_of(const protocol::RunResult& run, const std::string& ending) {
  std::vector<std::string> notes;
  if (!ending.empty()) notes.push_back("the run ended early: " + ending);
  for (const protocol::Finding& finding : run.findings) {
    if (notes.size() == kMostNotes) break;
    if (finding.severity != protocol::Severity::Error) continue;
    notes.push_back(finding.message.substr(0, finding.message.find('\n')));
  }
  return notes;
}

base::Result<PictureRequest> parse_figure_name(std::string_view name) {
  PictureRequest request;
  const std::vector<std::string> parts = base::split(name, '.');
  request.case_key = parts.front();
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const std::string& part = parts[i];
    const std::size_t dash = part.find('-');
    const std::string word = part.substr(0, dash);
    std::string value = dash == std::string::npos ? "" : part.substr(dash + 1);
    const auto number = number_of(value);
    bool good = true;
    if (word == "beside" && value.empty()) {
      request.beside = true;
    } else if (word == "warp" && number) {
      request.warp = *number;
    } else if (word == "launch" && number) {
      request.launch = *number;
    } else if (word == "sectors" && !value.empty()) {
      request.sectors = value;
    } else if (word == "banks" && !value.empty()) {
      request.banks = value;
    } else if (word == "answer" && !value.empty()) {
      request.answer = value;
    } else if (word == "block") {
      std::ranges::replace(value, '-', ',');
      const auto block = parse_block(value);
      good = block.ok();
      if (good) request.block = *block;
    } else {
      good = false;
    }
    if (!good) {
      return base::Diagnostic{{std::string(name) + ".svg"},
                              fmt::format("the figure's name has the unknown part '{}'", part),
                              "docs/instructors.md says what the parts mean"};
    }
  }
  return request;
}

std::vector<std::string> figures_of_page(std::string_view markdown) {
  static const std::regex link("\\]\\(figures/([A-Za-z0-9_.-]+)\\.svg\\)");
  std::vector<std::string> names;
  const std::string text(markdown);
  for (std::sregex_iterator m(text.begin(), text.end(), link), end; m != end; ++m) {
    const std::string name = (*m)[1].str();
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  return names;
}

base::Result<Scene> make_figure(const course::Course& course, const grader::Setup& setup,
                                const course::Exercise& exercise, std::string_view name) {
  const auto request = parse_figure_name(name);
  if (!request.ok()) return request.errors();
  const auto the_case = find_case(exercise, request->case_key);
  if (!the_case.ok()) return the_case.errors();
  const grader::Tracer tracer(course, setup, trace_request(*request));
  const std::string title = exercise.name + ": " + (*the_case)->say;
  const auto reference = tracer.reference(exercise, **the_case);
  if (!reference.ok()) return reference.errors();
  if (request->answer.empty()) {
    return picture_of(reference->run, &reference->real, title,
                      notes_of(reference->run, reference->ending), *request);
  }
  const base::TemporaryFolder folder("course-figure");
  const fs::path file =
      course.root / "autograder/tests/answers" / exercise.name / (request->answer + ".cu");
  const auto text = base::read_file(file);
  if (!text.ok()) return text.errors();
  base::write_file(folder.path() / exercise.source, *text);
  const auto mine = tracer.submission(exercise, **the_case, folder.path());
  if (!mine.ok()) return mine.errors();
  const auto notes = notes_of(mine->run, mine->ending);
  if (request->beside) return picture_beside(*mine, *reference, title, notes, *request);
  return picture_of(mine->run, &mine->real, title, notes, *request);
}

}  // namespace cli
