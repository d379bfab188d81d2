// SPDX-License-Identifier: MIT
#include "course/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>

#include "base/files.h"
#include "base/text.h"
#include "course/number_table.h"
#include "course/reader_parts.h"
#include "course/reader_validate.h"
#include "course/table_reader.h"

namespace course {
namespace {

constexpr std::size_t kLargestText = 1U << 20;

/// "a01_map" -> "map.cu", "matmul" -> "matmul.cu".
std::string default_source(ExerciseKind kind, const std::string& name) {
  const std::size_t border = name.find('_');
  if (kind == ExerciseKind::Lesson && border != std::string::npos)
    return name.substr(border + 1) + ".cu";
  return name + ".cu";
}

std::optional<toml::table> parse_toml(const std::string& text, ReadContext& context) {
  if (text.size() > kLargestText) {
    context.report({context.file, 0, 0}, "the file is larger than 1 MiB");
    return std::nullopt;
  }
  try {
    return toml::parse(text, context.file);
  } catch (const toml::parse_error& error) {
    context.report({context.file, static_cast<int>(error.source().begin.line),
                    static_cast<int>(error.source().begin.column)},
                   std::string(error.description()));
    return std::nullopt;
  }
}

void read_requires(TableReader& root, Exercise& exercise) {
  const toml::table* table = root.table("requires");
  if (table == nullptr) return;
  TableReader reader(*table, TableKind::Requires, root.context());
  Requires& wanted = exercise.requirements;
  wanted.architecture =
      static_cast<int>(reader.integer("architecture").value_or(wanted.architecture));
  if (reader.has("compilers")) wanted.compilers = reader.texts("compilers");
  wanted.devices = static_cast<int>(reader.integer("devices").value_or(wanted.devices));
}

void read_grading(TableReader& root, Exercise& exercise) {
  const toml::table* table = root.table("grading");
  if (table == nullptr) return;
  TableReader reader(*table, TableKind::Grading, root.context());
  Grading& grading = exercise.grading;
  grading.correctness_only = reader.text("policy") == "correctness-only";
  grading.correct = reader.number("correct").value_or(grading.correct);
  grading.access = reader.number("access").value_or(grading.access);
  grading.finding_share = reader.number("finding_share").value_or(grading.finding_share);
  grading.full = reader.number("full").value_or(grading.full);
  grading.zero = reader.number("zero").value_or(grading.zero);
}

void read_budgets(TableReader& root, Exercise& exercise) {
  for (const toml::table* table : root.tables("budget")) {
    TableReader reader(*table, TableKind::Budget, root.context());
    Budget budget;
    budget.where = reader.where();
    budget.counter = reader.text("counter");
    budget.buffer = reader.text("buffer", "total");
    if (reader.text("allowed", "reference") != "reference" || reader.integer("allowed"))
      budget.allowed = reader.expression("allowed");
    budget.full = reader.number("full").value_or(exercise.grading.full);
    budget.zero = reader.number("zero").value_or(exercise.grading.zero);
    budget.entry = reader.text("entry");
    budget.see = reader.text("see", exercise.needs.empty() ? "" : exercise.needs.back());
    exercise.budgets.push_back(std::move(budget));
  }
}

void read_severities(TableReader& root, Exercise& exercise) {
  for (const auto& [kind, node] : root.entries("severity")) {
    const std::string word = node->value_or(std::string());
    exercise.severities[kind] = word == "error"     ? Severity::Error
                                : word == "warning" ? Severity::Warning
                                                    : Severity::Off;
  }
}

/// Buffers in host memory mean that the student copies: then copying is what is taught.
void read_copies(TableReader& root, Exercise& exercise) {
  CopyPolicy& copies = exercise.copies;
  for (const Entry& entry : exercise.entries)
    for (const Parameter& parameter : entry.parameters) {
      if (parameter.memory == MemorySpace::Host) {
        copies.device_to_host = true;
        copies.into_outputs = true;
        copies.host_to_device_bytes.reset();
      }
      if (parameter.memory == MemorySpace::Managed) copies.managed = true;
    }
  const toml::table* table = root.table("copies");
  if (table == nullptr) return;
  TableReader reader(*table, TableKind::Copies, root.context());
  copies.device_to_host = reader.boolean("device_to_host", copies.device_to_host);
  copies.into_outputs = reader.boolean("into_outputs", copies.into_outputs);
  copies.libraries = reader.boolean("libraries", copies.libraries);
  copies.managed = reader.boolean("managed", copies.managed);
  if (const auto bytes = reader.integer("host_to_device_bytes"))
    copies.host_to_device_bytes = static_cast<std::uint64_t>(std::max<std::int64_t>(*bytes, 0));
  if (const auto launches = reader.integer("launches"))
    copies.launches = static_cast<int>(*launches);
}

void read_hints(TableReader& root, Exercise& exercise) {
  for (const toml::table* table : root.tables("hint")) {
    TableReader reader(*table, TableKind::Hint, root.context());
    Hint hint;
    hint.where = reader.where();
    hint.tiers = reader.texts("tiers");
    hint.see = reader.text("see");
    if (const toml::table* inner = reader.table("when")) {
      TableReader when(*inner, TableKind::When, root.context());
      hint.when = {when.text("verdict"), when.text("finding"), when.text("counter"),
                   when.text("pattern"), when.text("message"), when.text("case"),
                   when.text("entry")};
    }
    exercise.hints.push_back(std::move(hint));
  }
}

QuestionKind question_kind(const std::string& word) {
  if (word == "number") return QuestionKind::Number;
  if (word == "order") return QuestionKind::Order;
  if (word == "count") return QuestionKind::Count;
  if (word == "race") return QuestionKind::Race;
  return QuestionKind::Choice;
}

void read_answer(TableReader& reader, Question& question) {
  const bool numeric =
      question.kind == QuestionKind::Number || question.kind == QuestionKind::Count;
  if (numeric) {
    const std::optional<Expression> answer = reader.expression("answer");
    if (!answer) return;
    const base::Result<double> value = answer->number({});
    if (value) {
      question.answer = *value;
    } else {
      reader.report("answer", "the answer must be a number or a constant expression",
                    value.errors().front().message);
    }
    return;
  }
  for (const std::int64_t number : reader.integers("answer"))
    question.answers.push_back(static_cast<int>(number));
  if (const auto number = reader.integer("answer"))
    question.answers.push_back(static_cast<int>(*number));
}

void read_questions(TableReader& root, Exercise& exercise) {
  for (const toml::table* table : root.tables("question")) {
    TableReader reader(*table, TableKind::Question, root.context());
    Question question;
    question.where = reader.where();
    question.key = reader.text("key");
    question.kind = question_kind(reader.text("kind"));
    question.text = reader.text("text");
    question.choices = reader.texts("choices");
    question.within = reader.number("within").value_or(0);
    question.unit = reader.text("unit");
    question.steps = reader.texts("steps");
    question.code = reader.text("code");
    question.counter = reader.text("counter");
    question.case_key = reader.text("case");
    question.explain = reader.text("explain");
    read_answer(reader, question);
    const bool asks = question.kind != QuestionKind::Order;
    if (asks != reader.has("answer"))
      reader.report("answer",
                    asks ? fmt::format("question '{}' lacks its answer", question.key)
                         : "a question of kind order has no 'answer'",
                    asks ? "" : "'steps' stand in the right order");
    exercise.questions.push_back(std::move(question));
  }
}

void read_head(TableReader& root, const ExerciseText& source, Exercise& exercise) {
  exercise.title = root.text("title");
  exercise.source = root.text("source", default_source(source.kind, source.name));
  exercise.files = root.texts("files");
  exercise.points = root.number("points").value_or(0);
  exercise.order = static_cast<int>(root.integer("order").value_or(0));
  exercise.after = root.text("after");
  exercise.minutes = static_cast<int>(root.integer("minutes").value_or(0));
  exercise.objectives = root.texts("objectives");
  exercise.needs = root.texts("needs");
  if (const auto puzzle = root.integer("puzzle")) exercise.puzzle = static_cast<int>(*puzzle);
  const bool lesson = source.kind == ExerciseKind::Lesson;
  const std::vector<std::string> wanted = lesson ? std::vector<std::string>{"minutes", "objectives"}
                                                 : std::vector<std::string>{"points", "order"};
  for (const std::string& key : wanted)
    if (!root.has(key))
      root.context().report(root.where(), fmt::format("{} lacks the key '{}'",
                                                      lesson ? "a lesson" : "an assignment", key));
}

void read_hidden(const ExerciseText& source, Exercise& exercise,
                 std::vector<base::Diagnostic>& problems) {
  if (!source.hidden) return;
  ReadContext context{source.hidden_file, problems};
  const std::optional<toml::table> table = parse_toml(*source.hidden, context);
  if (!table) return;
  TableReader reader(*table, TableKind::Hidden, context);
  read_cases(reader, true, exercise);
}

/// Gives the fills of kind file what stands in their files, each of which is read once.
class FileFills {
 public:
  FileFills(const std::filesystem::path& folder, std::vector<base::Diagnostic>& problems)
      : folder_(folder), problems_(problems) {}

  void load(Exercise& exercise) {
    for (Entry& entry : exercise.entries)
      for (Parameter& parameter : entry.parameters) load(parameter.fill);
    for (Case& one : exercise.cases)
      for (auto& [name, fill] : one.fills) load(fill);
  }

 private:
  void load(Fill& fill) {
    if (fill.kind != FillKind::File || fill.file.empty()) return;
    const auto [known, fresh] = tables_.emplace(fill.file, nullptr);
    if (fresh) known->second = read(fill);
    fill.table = known->second;
  }

  std::shared_ptr<const NumberTable> read(const Fill& fill) {
    const std::filesystem::path file = std::filesystem::path(fill.file).lexically_normal();
    if (file.is_absolute() || *file.begin() == "..") {
      problems_.push_back({fill.where, "'file' names a file outside of the exercise's folder", ""});
      return nullptr;
    }
    const base::Result<std::string> text = base::read_file(folder_ / file);
    if (!text) {
      problems_.push_back({fill.where, fmt::format("the file '{}' cannot be read", fill.file), ""});
      return nullptr;
    }
    base::Result<NumberTable> table = read_numbers(*text, fill.file);
    problems_.insert(problems_.end(), table.errors().begin(), table.errors().end());
    return table ? std::make_shared<const NumberTable>(std::move(table).value()) : nullptr;
  }

  std::filesystem::path folder_;
  std::vector<base::Diagnostic>& problems_;
  std::map<std::string, std::shared_ptr<const NumberTable>> tables_;
};

}  // namespace

base::Result<Exercise> read_exercise(const ExerciseText& source) {
  std::vector<base::Diagnostic> problems;
  ReadContext context{source.file, problems};
  const std::optional<toml::table> table = parse_toml(source.text, context);
  if (!table) return problems;

  Exercise exercise;
  exercise.kind = source.kind;
  exercise.name = source.name;
  exercise.path = (source.kind == ExerciseKind::Lesson ? "lessons/" : "assignments/") + source.name;
  exercise.where = {source.file, 1, 0};
  TableReader root(*table, TableKind::Exercise, context);
  read_head(root, source, exercise);
  read_requires(root, exercise);
  read_grading(root, exercise);
  for (const toml::table* entry : root.tables("entry")) read_entry(*entry, context, exercise);
  read_budgets(root, exercise);
  read_severities(root, exercise);
  read_copies(root, exercise);
  read_hints(root, exercise);
  read_questions(root, exercise);
  read_cases(root, false, exercise);
  read_hidden(source, exercise, problems);
  FileFills(source.folder, problems).load(exercise);
  // A half-read file would give follow-up errors that only confuse.
  if (problems.empty()) validate(exercise, root.has("copies"), problems);
  if (problems.empty()) return exercise;
  std::stable_sort(problems.begin(), problems.end(), [](const auto& one, const auto& other) {
    return std::pair(one.where.file, one.where.line) <
           std::pair(other.where.file, other.where.line);
  });
  return problems;
}

}  // namespace course
