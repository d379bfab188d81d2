// SPDX-License-Identifier: MIT
/// \file
/// hostile COMPILER RUNG [WORD]: grades submissions that want to do harm (those with WORD in their
/// names), on a rung of the sandbox's ladder (auto, landlock, limits). Without WORD, lower rungs
/// and people who are not root get only those about confinement ("// rungs: all"). Each must get
/// the verdict and the points that its file promises, leak nothing and leave nothing; afterwards an
/// honest submission must get what it gets alone. A file's line "// leaks: limits" says on which
/// rung it does get through. Exit 77: skipped, with the reason.
///
/// hostile COMPILER together [WORD]: grades those about confinement (with a WORD, as above, "" for
/// all) while ten honest submissions are graded beside them, over and over; these must get exactly
/// what they get alone, and nothing may be left in the end.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <future>
#include <iostream>
#include <optional>
#include <set>
#include <string_view>

#include "base/files.h"
#include "base/text.h"
#include "cli/context.h"
#include "course/catalog.h"
#include "course/regions.h"
#include "grader/grade.h"
#include "grader/result_json.h"
#include "sandbox/confine.h"
#include "tests/answers/expectation.h"
#include "tests/hostile/witness.h"

namespace {

namespace fs = std::filesystem;

constexpr int kSkipped = 77;

/// A file as it would be handed in, and what must come of it.
struct Entry {
  std::string name;
  answers::Answer promise;
  std::string text;
  std::string leaks;  ///< rungs on which it gets through
  bool on_all_rungs = false;
  bool crowds = false;  ///< its processes take the places of others of the same user
};

std::string value_of(const std::string& text, const std::string& key) {
  for (const std::string& line : base::split_lines(text)) {
    const std::string beginning = "// " + key + ": ";
    if (line.starts_with(beginning)) return line.substr(beginning.size());
  }
  return "";
}

std::vector<Entry> written_entries(const fs::path& root, const hostile::Witness& witness,
                                   const std::string& skeleton) {
  std::vector<Entry> entries;
  const base::TemporaryFolder filled;
  for (const auto& file : fs::directory_iterator(root / "autograder/tests/hostile/map")) {
    const std::string text = witness.fill_in(base::read_file(file.path()).value(), root);
    const fs::path place = filled.path() / file.path().filename();
    base::write_file(place, text);
    Entry entry;
    entry.name = file.path().stem().string();
    entry.promise = answers::read_answer(place);
    entry.text = student_file(entry.promise, skeleton);
    entry.leaks = value_of(text, "leaks");
    entry.on_all_rungs = value_of(text, "rungs") == "all";
    entry.crowds = value_of(text, "crowds") == "its user";
    entries.push_back(std::move(entry));
  }
  return entries;
}

/// Files that are no text worth keeping in a repository.
std::vector<Entry> made_entries(const std::string& skeleton) {
  answers::Answer refused;
  refused.promises = {{"build_error", ""}};
  const std::size_t at = skeleton.find("  // END(launch)");
  const auto with = [&](const std::string& text) { return std::string(skeleton).insert(at, text); };
  std::vector<Entry> entries;
  const auto add = [&](const char* name, const std::string& text) {
    entries.push_back({name, refused, with(text), "", false, false});
  };
  add("fifty_megabytes", std::string(50 << 20, ' '));
  add("nul_bytes", std::string("  int x\0 = 0;\n", 14));
  // Taken for Latin-1; what then stands there does nothing.
  add("not_utf8", "  // \xff\xfe\xc3\x28\n  map_kernel;\n");
  entries.back().promise.promises = {{"wrong_result", ""}};
  add("deep_brackets",
      "  int x = " + std::string(100'000, '(') + "1" + std::string(100'000, ')') + ";\n");
  return entries;
}

/// Everything that a person or another program gets to see.
std::string said_of(const grader::Grader& grader, const grader::ExerciseResult& result) {
  grader::GradeResult whole = grader.header();
  whole.exercises = {result};
  return to_json(whole);
}

/// Those with the word in their names; without a word all, or on lower rungs those that belong
/// there. Without root and without a pid namespace the grader shares its user's processes with
/// what crowds them, and can only give a grader_error then (docs/instructors.md).
void choose(std::vector<Entry>& entries, const std::string& rung,
            const std::optional<std::string>& word) {
  const bool every = rung == "auto" && getuid() == 0;
  const bool shared_user = getuid() != 0 && sandbox::rung_in_force() != sandbox::Rung::Bubblewrap;
  std::erase_if(entries, [&](const Entry& entry) {
    if (entry.crowds && shared_user) return true;
    return word ? entry.name.find(*word) == std::string::npos : !every && !entry.on_all_rungs;
  });
  std::sort(entries.begin(), entries.end(),
            [](const Entry& one, const Entry& other) { return one.name < other.name; });
}

grader::Setup make_setup(const std::string& compiler, const std::string& rung,
                         const fs::path& root) {
  cli::CommonOptions options;
  options.compiler = compiler;
  options.salt = "hostile";
  options.sandbox = rung;
  grader::Setup setup = cli::make_setup(options, root).value();
  setup.cache_folder.clear();
  setup.patience = std::chrono::seconds(4);
  setup.compile_time = std::chrono::seconds(8);
  return setup;
}

grader::ExerciseResult grade(grader::Grader& grader, const course::Exercise& exercise,
                             const hostile::Witness& witness, const Entry& entry) {
  const fs::path folder = witness.submissions() / entry.name;
  base::write_file(folder / "map.cu", entry.text);
  return grader.grade(exercise, folder);
}

/// Says how an entry went, and what was wrong; 1 if something was.
int tell(const std::string& entry, const std::vector<std::string>& wrong) {
  std::cout << fmt::format("{:6} {}\n", wrong.empty() ? "ok" : "FAILED", entry);
  for (const std::string& line : wrong) std::cout << "       " << line << "\n";
  std::cout << std::flush;
  return wrong.empty() ? 0 : 1;
}

/// Answers of honest students, right and wrong ones, as the map corpus has them.
std::vector<Entry> honest_entries(const fs::path& root, const std::string& skeleton) {
  std::vector<Entry> entries;
  for (const char* name : {"right_grid_stride", "right_own_indices", "untouched", "no_guard",
                           "one_block_only", "uncoalesced", "grid_rounded_down", "ignores_strides",
                           "one_thread_does_all", "input_strides_for_both"}) {
    Entry entry;
    entry.name = name;
    entry.promise =
        answers::read_answer(root / "autograder/tests/answers/map" / (entry.name + ".cu"));
    entry.text = student_file(entry.promise, skeleton);
    entries.push_back(std::move(entry));
  }
  return entries;
}

/// The others' grading must not be seen in a result.
int grade_together(const course::Course& course, const std::string& compiler,
                   const std::optional<std::string>& word) {
  const fs::path& root = course.root;
  const course::Exercise& exercise = *course.require("map").value();
  hostile::Witness witness;
  grader::Setup setup = make_setup(compiler, "auto", root);
  // The honest may be slow beside a bomb.
  setup.patience = grader::Setup().patience;
  grader::Grader grader(course, std::move(setup));
  const std::string skeleton = grader.pristine(exercise);
  std::vector<Entry> entries = written_entries(root, witness, skeleton);
  choose(entries, word ? "auto" : "", word);

  const auto grade_one = [&](const Entry& entry) {
    return grade(grader, exercise, witness, entry);
  };
  const std::vector<Entry> honest = honest_entries(root, skeleton);
  std::vector<std::string> alone;
  for (const Entry& entry : honest) alone.push_back(said_of(grader, grade_one(entry)));
  static_cast<void>(witness.traces(""));

  std::atomic<bool> others_done = false;
  auto beside = std::async(std::launch::async, [&] {
    std::set<std::string> disturbed;
    int rounds = 0;
    do {
      for (std::size_t i = 0; i < honest.size(); ++i)
        if (said_of(grader, grade_one(honest[i])) != alone[i]) disturbed.insert(honest[i].name);
      ++rounds;
    } while (!others_done);
    std::cout << base::counted(rounds, "round") << " of " << honest.size() << " honest ones\n";
    return disturbed;
  });
  int failed = 0;
  for (const Entry& entry : entries) {
    failed += tell(entry.name, answers::differences(entry.promise, grade_one(entry)));
  }
  others_done = true;
  for (const std::string& name : beside.get()) {
    std::cout << "FAILED " << name << " got something else than alone\n";
    ++failed;
  }
  for (const std::string& line : witness.traces("")) {
    std::cout << "FAILED " << line << "\n";
    ++failed;
  }
  return failed == 0 ? 0 : 1;
}

int grade_all(const course::Course& course, const std::string& compiler, const std::string& rung,
              const std::optional<std::string>& word) {
  const fs::path& root = course.root;
  const course::Exercise& exercise = *course.require("map").value();
  hostile::Witness witness;
  grader::Setup setup = make_setup(compiler, rung, root);
  setup.cache_folder = witness.cache();
  grader::Grader grader(course, std::move(setup));
  const std::string in_force = to_string(sandbox::rung_in_force());
  std::cout << "sandbox: " << in_force << (getuid() == 0 ? "" : ", not as root") << "\n";

  const std::string skeleton = grader.pristine(exercise);
  std::vector<Entry> entries = written_entries(root, witness, skeleton);
  for (Entry& entry : made_entries(skeleton)) entries.push_back(std::move(entry));
  choose(entries, rung, word);
  static_cast<void>(witness.traces(""));

  int failed = 0;
  for (const Entry& entry : entries) {
    const grader::ExerciseResult result = grade(grader, exercise, witness, entry);
    std::vector<std::string> lines = answers::differences(entry.promise, result);
    const std::vector<std::string> traces = witness.traces(said_of(grader, result));
    const bool known = !in_force.empty() && entry.leaks.find(in_force) != std::string::npos;
    if (!known) lines.insert(lines.end(), traces.begin(), traces.end());
    failed += tell(
        fmt::format("{} {:.2f} {}{}", grader::to_string(result.verdict), result.points, entry.name,
                    known && !traces.empty() ? " (gets through on this rung)" : ""),
        lines);
  }
  const grader::ExerciseResult honest = grader.grade(exercise, root / "reference");
  if (honest.verdict != grader::Verdict::FullMarks) {
    std::cout << "FAILED the reference got " << grader::to_string(honest.verdict) << "\n";
    ++failed;
  }
  return failed == 0 ? 0 : 1;
}

}  // namespace

int main(int count, char** words) {
  if (count < 3) {
    std::cerr << "usage: hostile COMPILER RUNG [WORD]\n";
    return 2;
  }
  try {
    if (const auto compiler = cli::find_compiler(words[1]); !compiler.ok()) {
      std::cout << "course-skipped: " << base::to_string(compiler.errors());
      return kSkipped;
    }
    const auto word = count > 3 ? std::optional<std::string>(words[3]) : std::nullopt;
    const course::Course course = cli::open_course({}).value();
    if (!course.problems.empty()) return cli::report_problems(course.problems);
    if (words[2] == std::string_view("together")) return grade_together(course, words[1], word);
    return grade_all(course, words[1], words[2], word);
  } catch (const std::exception& problem) {
    std::cerr << problem.what() << "\n";
    return 1;
  }
}
