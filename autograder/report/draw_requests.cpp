// SPDX-License-Identifier: MIT
#include "report/draw_requests.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include "base/text.h"
#include "report/draw_model.h"

namespace report::draw {

namespace {

using protocol::TracedAccess;
using protocol::TracedArray;
using protocol::TraceKind;
using protocol::TraceSpace;

constexpr double kMargin = 20;
constexpr double kCell = 26;
constexpr double kHeight = 24;
constexpr std::int64_t kSector = 32;
constexpr std::size_t kMostSectorRows = 16;
constexpr std::size_t kMostPasses = 32;
constexpr unsigned kBanks = 32;

std::int64_t floor_divide(std::int64_t a, std::int64_t b) {
  return a >= 0 ? a / b : -((-a + b - 1) / b);
}

/// Calls `visit(lane, offset)` for each lane.
template <class Visit>
void each_lane(const TracedAccess& access, Visit visit) {
  std::size_t next = 0;
  for (std::uint32_t rest = access.lanes; rest != 0; rest &= rest - 1) {
    visit(static_cast<unsigned>(std::countr_zero(rest)), access.offsets[next++]);
  }
}

/// The chosen request that `measure` says most of, the first of equals, and how many there are.
struct Found {
  const TracedAccess* access = nullptr;
  std::size_t among = 0;
  std::size_t most = 0;   ///< what `measure` says of it
  std::size_t least = 0;  ///< of any of them
};

/// How the drawn request compares with the others; empty when there are none. `what` it is measured
/// in: "sectors", and what a request does with them: "moves", "move".
std::string comparison(const Found& found, const char* what, const char* one, const char* all) {
  if (found.among <= 1) return "";
  const std::string start =
      fmt::format("{} such requests were recorded; ", base::with_thousands(found.among));
  if (found.least == found.most) {
    return start + fmt::format("all {} equally many {}.", all, what);
  }
  return start + fmt::format("none {} more {} than this one, some {} only {}.", one, what, all,
                             base::with_thousands(found.least));
}

template <class Measure>
Found find(const protocol::Trace& trace, TraceSpace space, const RequestChoice& choice,
           Measure measure) {
  Found found;
  for (const TracedAccess& access : trace.accesses) {
    const TracedArray& array = trace.arrays[access.array];
    if (array.space != space || access.outside) continue;
    if (choice.line != 0 && trace.places[access.place].line != choice.line) continue;
    const bool named = array.name == choice.array || shown_name(array) == choice.array;
    if (!choice.array.empty() && !named) continue;
    if (array.role == "metadata" && choice.array.empty()) continue;
    ++found.among;
    const std::size_t size = measure(access, array);
    found.least = found.access == nullptr ? size : std::min(found.least, size);
    if (found.access == nullptr || size > found.most) {
      found.access = &access;
      found.most = size;
    }
  }
  return found;
}

base::Diagnostic nothing(const protocol::Trace& trace, TraceSpace space,
                         const RequestChoice& choice) {
  std::set<std::string> places;
  for (const TracedAccess& access : trace.accesses) {
    const TracedArray& array = trace.arrays[access.array];
    if (array.space != space) continue;
    places.insert(choice.array.empty() ? std::to_string(trace.places[access.place].line)
                                       : shown_name(array));
  }
  std::string list;
  for (const std::string& place : places) list += (list.empty() ? "" : ", ") + place;
  const char* memory = space == TraceSpace::Shared ? "shared" : "global";
  const std::string where =
      choice.array.empty() ? fmt::format("line {}", choice.line) : "array " + choice.array;
  return {{},
          fmt::format("no recorded access of {} memory at {}", memory, where),
          list.empty() ? fmt::format("the recorded block does not touch {} memory", memory)
                       : fmt::format("there are some at: {}", list)};
}

const char* verb_of(TraceKind kind) {
  return kind == TraceKind::Read ? "reads" : kind == TraceKind::Write ? "writes" : "changes";
}

/// The start of every picture: headings, and where the rest begins.
double headings(Scene& scene, const std::string& title, const std::vector<std::string>& lines) {
  scene.width = kWidest;
  scene.title = title;
  double y = kMargin + 14;
  for (const std::string& line : wrapped(title, 16, kWidest - 2 * kMargin)) {
    scene.texts.push_back({{kMargin, y}, line, 16, Anchor::Start, true});
    y += 21;
  }
  for (const std::string& text : lines) {
    scene.description += (scene.description.empty() ? "" : " ") + text;
    for (const std::string& line : wrapped(text, 12, kWidest - 2 * kMargin)) {
      scene.texts.push_back({{kMargin, y}, line, 12, Anchor::Start, false, true});
      y += 17;
    }
  }
  return y + 8;
}

/// The warp's 32 lanes in a row; those that take no part are idle.
double lane_row(Scene& scene, const TracedAccess& access, double y, double left, double pitch) {
  scene.texts.push_back({{left, y + 10},
                         fmt::format("the 32 lanes (threads) of warp {}", access.warp),
                         kSmallText,
                         Anchor::Start,
                         false,
                         true});
  y += 16;
  for (unsigned lane = 0; lane < 32; ++lane) {
    const bool active = (access.lanes >> lane & 1) != 0;
    scene.shapes.push_back({{left + lane * pitch + 1, y, pitch - 2, kHeight},
                            active ? Look::Thread : Look::Idle,
                            active ? static_cast<int>(lane % kColours) : kNoColour,
                            std::to_string(lane),
                            "lane " + std::to_string(lane),
                            false,
                            1});
  }
  return y + kHeight;
}

std::string place_text(const protocol::Trace& trace, const TracedAccess& access,
                       const RequestChoice& choice) {
  const protocol::TracedPlace& place = trace.places[access.place];
  if (choice.line == 0 || place.line == 0) return "";
  return fmt::format("{}:{}: ", place.file, place.line);
}

std::string lanes_text(const std::vector<unsigned>& lanes) {
  if (lanes.size() == 1) return std::to_string(lanes.front());
  return fmt::format("{}x", lanes.size());
}

/// Where a sector stands: four in a row.
struct Seat {
  std::size_t row = 0;
  std::size_t column = 0;
};

/// A row for each line of 128 bytes; but where no line has two, one sector after the other.
std::vector<Seat> seats_of(const std::vector<std::int64_t>& sectors) {
  constexpr std::int64_t kColumns = 4;
  std::set<std::int64_t> lines;
  for (const std::int64_t sector : sectors) lines.insert(floor_divide(sector, kColumns));
  const bool scattered = lines.size() == sectors.size();
  std::vector<Seat> seats;
  for (std::size_t i = 0; i < sectors.size(); ++i) {
    const std::int64_t line = floor_divide(sectors[i], kColumns);
    seats.push_back(
        scattered ? Seat{i / kColumns, i % kColumns}
                  : Seat{static_cast<std::size_t>(std::distance(lines.begin(), lines.find(line))),
                         static_cast<std::size_t>(sectors[i] - line * kColumns)});
  }
  return seats;
}

/// "a[0..7]", with less of the name where it is long.
std::string sector_name(const std::string& name, std::int64_t first, std::int64_t last,
                        double width) {
  const std::string range =
      first == last ? fmt::format("[{}]", first) : fmt::format("[{}..{}]", first, last);
  return fitted(name, kSmallText, width - text_width(range, kSmallText)) + range;
}

}  // namespace

std::vector<std::int64_t> sectors_of(const TracedAccess& access, const TracedArray& array) {
  std::set<std::int64_t> sectors;
  const std::int64_t start = array.start % kSector;
  each_lane(access, [&](unsigned, std::int64_t offset) {
    const std::int64_t last = floor_divide(start + offset + access.bytes - 1, kSector);
    for (std::int64_t s = floor_divide(start + offset, kSector); s <= last; ++s) sectors.insert(s);
  });
  return {sectors.begin(), sectors.end()};
}

std::vector<std::vector<BankWord>> passes_of(const TracedAccess& access, const TracedArray& array) {
  const unsigned group = access.bytes <= 4    ? 32
                         : access.bytes <= 8  ? 16
                         : access.bytes <= 16 ? 8
                                              : 4;
  std::vector<std::vector<BankWord>> passes;
  for (unsigned first = 0; first < 32; first += group) {
    std::map<std::int64_t, BankWord> words;
    each_lane(access, [&](unsigned lane, std::int64_t offset) {
      if (lane / group * group != first) return;
      const std::int64_t at = array.start + offset;
      for (std::int64_t word = floor_divide(at, 4); word * 4 < at + access.bytes; ++word) {
        words[word].word = word;
        words[word].lanes.push_back(lane);
      }
    });
    std::map<unsigned, std::size_t> used;  // by bank
    const std::size_t before = passes.size();
    for (const auto& [number, word] : words) {
      const std::size_t pass = before + used[word.bank()]++;
      if (pass >= passes.size()) passes.resize(pass + 1);
      passes[pass].push_back(word);
    }
  }
  return passes;
}

base::Result<Scene> draw_sectors(const protocol::Launch& launch, const RequestChoice& choice) {
  const protocol::Trace& trace = *launch.trace;
  const Found found =
      find(trace, TraceSpace::Global, choice,
           [](const auto& access, const auto& array) { return sectors_of(access, array).size(); });
  if (found.access == nullptr) return nothing(trace, TraceSpace::Global, choice);
  const TracedAccess& access = *found.access;
  const TracedArray& array = trace.arrays[access.array];
  const std::vector<std::int64_t> sectors = sectors_of(access, array);
  const std::int64_t size = array.element_bytes;
  const std::int64_t start = array.start % kSector;
  std::map<std::int64_t, std::vector<unsigned>> lanes;  // by element
  each_lane(access, [&](unsigned lane, std::int64_t offset) {
    const std::int64_t last = floor_divide(offset + access.bytes - 1, size);
    for (std::int64_t e = floor_divide(offset, size); e <= last; ++e) lanes[e].push_back(lane);
  });
  const std::uint64_t moved = sectors.size() * kSector;
  const std::uint64_t wanted = lanes.size() * static_cast<std::uint64_t>(size);
  const auto active = static_cast<std::uint64_t>(std::popcount(access.lanes));
  Scene scene;
  const std::string name = shown_name(array);
  double y = headings(
      scene,
      fmt::format("{}one request of a warp {} {}: {}", place_text(trace, access, choice),
                  verb_of(access.kind), name, base::counted(sectors.size(), "sector")),
      {fmt::format("{} want {} of {}; memory moves whole sectors of 32 bytes: {} bytes.",
                   base::counted(active, "lane"), base::counted(wanted, "byte"), name,
                   base::with_thousands(moved)),
       fmt::format(
           "{:g} % of what is moved is used. Each cell is an element; its number is the lane "
           "that wants it.",
           static_cast<double>(wanted * 1000 / moved) / 10)});
  const double left = kMargin + 10;
  y = lane_row(scene, access, y, left, 29) + 24;
  const std::int64_t per_sector = std::max<std::int64_t>(kSector / size, 1);
  const double pitch = std::min(kCell, 208.0 / static_cast<double>(per_sector));
  const double sector_width = pitch * static_cast<double>(per_sector) + 8;
  const std::vector<Seat> seats = seats_of(sectors);
  std::size_t left_out = 0;
  for (std::size_t i = 0; i < sectors.size(); ++i) {
    const auto [row, column] = seats[i];
    if (row >= kMostSectorRows) {
      ++left_out;
      continue;
    }
    const std::int64_t sector = sectors[i];
    const double x = left + static_cast<double>(column) * (sector_width + 22);
    const double top = y + static_cast<double>(row) * 58;
    const std::int64_t first_element = floor_divide(sector * kSector - start, size);
    const std::int64_t last_element = first_element + per_sector - 1;
    scene.texts.push_back({{x, top + 10},
                           sector_name(name, first_element, last_element, sector_width),
                           kSmallText,
                           Anchor::Start,
                           false,
                           true});
    scene.shapes.push_back({{x, top + 15, sector_width, kHeight + 8},
                            Look::Frame,
                            kNoColour,
                            "",
                            fmt::format("a sector of 32 bytes: {}[{}] to {}[{}]", name,
                                        first_element, name, last_element),
                            false,
                            1});
    for (std::int64_t element = first_element; element <= last_element; ++element) {
      const Box box{x + 4 + static_cast<double>(element - first_element) * pitch, top + 19, pitch,
                    kHeight};
      const auto who = lanes.find(element);
      Shape shape{box,
                  Look::Unused,
                  kNoColour,
                  "",
                  fmt::format("{}[{}]: moved, not asked for", name, element),
                  false,
                  1};
      if (who != lanes.end()) {
        shape.look = Look::Cell;
        shape.colour = who->second.size() == 1 ? static_cast<int>(who->second.front() % kColours)
                                               : kManyColour;
        shape.tip =
            fmt::format("{}[{}]: wanted by {}", name, element,
                        who->second.size() == 1 ? "lane " + std::to_string(who->second.front())
                                                : base::counted(who->second.size(), "lane"));
        const std::string label = lanes_text(who->second);
        if (text_width(label, kSmallText) <= pitch) shape.label = label;
      }
      scene.shapes.push_back(std::move(shape));
    }
  }
  y += static_cast<double>(std::min(seats.back().row + 1, kMostSectorRows)) * 58 + 8;
  std::string note = comparison(found, "sectors", "moves", "move");
  if (!note.empty()) scene.description += " " + note;
  if (left_out != 0) note += fmt::format(" {} are not shown.", base::counted(left_out, "sector"));
  if (!note.empty()) {
    scene.texts.push_back({{kMargin, y + 10}, note, 12, Anchor::Start, false, true});
    y += 18;
  }
  scene.height = y + kMargin;
  return scene;
}

base::Result<Scene> draw_banks(const protocol::Launch& launch, const RequestChoice& choice) {
  const protocol::Trace& trace = *launch.trace;
  const Found found =
      find(trace, TraceSpace::Shared, choice,
           [](const auto& access, const auto& array) { return passes_of(access, array).size(); });
  if (found.access == nullptr) return nothing(trace, TraceSpace::Shared, choice);
  const TracedAccess& access = *found.access;
  const TracedArray& array = trace.arrays[access.array];
  const std::vector<std::vector<BankWord>> passes = passes_of(access, array);
  const std::string name = shown_name(array);
  std::set<unsigned> banks;
  for (const auto& pass : passes) {
    for (const BankWord& word : pass) banks.insert(word.bank());
  }
  const std::size_t least =
      access.bytes <= 4
          ? 1
          : std::max<std::size_t>(
                1, static_cast<std::size_t>(std::popcount(access.lanes)) * access.bytes / 128);
  const bool clean = passes.size() <= least;
  Scene scene;
  double y = headings(
      scene,
      fmt::format("{}one request of a warp {} {}: {}", place_text(trace, access, choice),
                  verb_of(access.kind), name,
                  clean ? passes.size() == 1
                              ? "one pass, no bank conflict"
                              : fmt::format("{} passes, the least possible", passes.size())
                        : fmt::format("{} passes, {}-way bank conflict", passes.size(),
                                      passes.size() / least)),
      {fmt::format("{} want words from {} of the 32 banks. In one pass a bank delivers one word "
                   "(to any number of lanes).",
                   base::counted(static_cast<std::uint64_t>(std::popcount(access.lanes)), "lane"),
                   banks.size()),
       "Each column is a bank; the number in a cell is the lane that gets its word there."});
  const double label_width = 62;
  const double left = kMargin + label_width;
  constexpr double kPitch = 28;
  y = lane_row(scene, access, y, left, kPitch) + 22;
  for (unsigned bank = 0; bank < kBanks; ++bank) {
    scene.texts.push_back({{left + (bank + 0.5) * kPitch, y + 10},
                           std::to_string(bank),
                           kSmallText,
                           Anchor::Middle,
                           false,
                           true});
  }
  scene.texts.push_back({{left - 8, y + 10}, "bank", kSmallText, Anchor::End, false, true});
  y += 16;
  const std::size_t shown = std::min(passes.size(), kMostPasses);
  for (std::size_t pass = 0; pass < shown; ++pass) {
    scene.texts.push_back(
        {{left - 8, y + 16}, fmt::format("pass {}", pass + 1), kSmallText, Anchor::End});
    std::map<unsigned, const BankWord*> by_bank;
    for (const BankWord& word : passes[pass]) by_bank[word.bank()] = &word;
    for (unsigned bank = 0; bank < kBanks; ++bank) {
      const Box box{left + bank * kPitch, y, kPitch, kHeight};
      const auto word = by_bank.find(bank);
      Shape shape{box, Look::Unused, kNoColour, "", "", false, 1};
      if (word != by_bank.end()) {
        const std::vector<unsigned>& lanes = word->second->lanes;
        shape.look = Look::Cell;
        shape.colour = lanes.size() == 1 ? static_cast<int>(lanes.front() % kColours) : kManyColour;
        shape.label = lanes_text(lanes);
        const std::int64_t bytes = word->second->word * 4 - array.start;
        shape.tip = fmt::format("{}[{}] for {}", name, floor_divide(bytes, array.element_bytes),
                                lanes.size() == 1 ? "lane " + std::to_string(lanes.front())
                                                  : base::counted(lanes.size(), "lane"));
      }
      scene.shapes.push_back(std::move(shape));
    }
    y += kHeight + 6;
  }
  const std::string note = comparison(found, "passes", "takes", "take");
  if (!note.empty()) scene.description += " " + note;
  if (!note.empty()) {
    scene.texts.push_back({{kMargin, y + 14}, note, 12, Anchor::Start, false, true});
    y += 22;
  }
  scene.height = y + kMargin;
  return scene;
}

}  // namespace report::draw
