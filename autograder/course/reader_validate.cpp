// SPDX-License-Identifier: MIT
#include "course/reader_validate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <regex>
#include <set>

#include "base/text.h"
#include "course/realise.h"

namespace course {
namespace {

using Names = std::vector<std::string>;

bool contains(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_blank(const std::string& text) {
  return base::trim(text).empty();
}

/// All checks over one exercise; each adds to the problems.
class Validator {
 public:
  Validator(Exercise& exercise, bool copies_given, std::vector<base::Diagnostic>& problems)
      : exercise_(exercise), copies_given_(copies_given), problems_(problems) {}

  void run() {
    head();
    entries();
    cases();
    budgets();
    grading();
    hints();
    questions();
    if (!problems_.empty()) return;
    for (const Case& one : exercise_.cases) numbers(one);
  }

 private:
  void report(const base::SourceLocation& where, std::string message, std::string hint = {}) {
    problems_.push_back({where, std::move(message), std::move(hint)});
  }
  /// Reports a name that is not among the known ones.
  void require(const base::SourceLocation& where, const char* what, const std::string& name,
               const Names& known) {
    if (contains(known, name)) return;
    std::string hint = base::did_you_mean(name, known);
    if (hint.empty() && !known.empty()) hint = fmt::format("known: {}", fmt::join(known, ", "));
    report(where, fmt::format("no {} is called '{}'", what, name), hint);
  }
  void unique(std::set<std::string>& seen, const base::SourceLocation& where, const char* what,
              const std::string& name) {
    if (!seen.insert(name).second) report(where, fmt::format("two {} are called '{}'", what, name));
  }
  void filled(const base::SourceLocation& where, const char* what, const Names& texts) {
    if (texts.empty() || std::any_of(texts.begin(), texts.end(), is_blank))
      report(where, fmt::format("{} is empty or has an empty text", what));
  }
  void check_regex(const base::SourceLocation& where, const std::string& pattern) {
    try {
      const std::regex compiled(pattern);
    } catch (const std::regex_error& error) {
      report(where, fmt::format("'{}' is no regular expression: {}", pattern, error.what()));
    }
  }
  Names entry_names() const {
    Names names;
    for (const Entry& entry : exercise_.entries) names.push_back(entry.name);
    return names;
  }
  Names case_keys() const {
    Names keys;
    for (const Case& one : exercise_.cases) keys.push_back(one.key);
    return keys;
  }
  static Names parameter_names(const Entry& entry) {
    Names names;
    for (const Parameter& parameter : entry.parameters) names.push_back(parameter.name);
    return names;
  }

  void head() {
    const Exercise& e = exercise_;
    const bool lesson = e.kind == ExerciseKind::Lesson;
    static const std::regex lesson_name("[a-e][0-9][0-9]_[a-z0-9_]+");
    static const std::regex assignment_name("[a-z][a-z0-9_]*");
    static const std::regex source_name("[a-z][a-z0-9_]*\\.cu");
    if (!std::regex_match(e.name, lesson ? lesson_name : assignment_name))
      report(e.where, fmt::format("the folder's name '{}' does not fit", e.name),
             lesson ? "a part letter, two digits, an underscore and the topic: a01_map"
                    : "lower-case letters, digits and underscores");
    if (is_blank(e.title)) report(e.where, "the title is empty");
    if (!std::regex_match(e.source, source_name))
      report(e.where, fmt::format("'{}' is no name of a .cu file", e.source));
    if (e.points < 0) report(e.where, "points are negative");
    if (lesson && !e.after.empty()) report(e.where, "'after' belongs to assignments");
    if (lesson && e.order != 0) report(e.where, "'order' belongs to assignments");
    if (lesson && (e.minutes < 1 || e.minutes > 600))
      report(e.where, fmt::format("{} minutes", e.minutes), "1 to 600");
    if (lesson) filled(e.where, "objectives", e.objectives);
    if (e.puzzle && (*e.puzzle < 1 || *e.puzzle > 14))
      report(e.where, fmt::format("puzzle {} does not exist", *e.puzzle), "1 to 14");
    if (e.requirements.architecture < 50 || e.requirements.architecture > 200)
      report(e.where, fmt::format("architecture {}", e.requirements.architecture),
             "compute capability times ten: 80");
    if (e.requirements.compilers.empty()) report(e.where, "requires.compilers is empty");
    if (e.requirements.devices < 1) report(e.where, "requires.devices is less than 1");
    if (e.entries.empty() != e.cases.empty())
      report(e.where, e.cases.empty() ? "there are entries, but no [[case]]"
                                      : "there are cases, but no [[entry]]");
    if (e.entries.empty() && !lesson) report(e.where, "an assignment needs an [[entry]]");
    if (e.entries.empty() && e.questions.empty())
      report(e.where, "there is neither an [[entry]] nor a [[question]]");
  }

  void entries() {
    std::set<std::string> seen;
    bool host = false;
    for (const Entry& entry : exercise_.entries) {
      unique(seen, entry.where, "entries", entry.name);
      host = host || entry.kind == EntryKind::Host || entry.kind == EntryKind::Program;
      parameters(entry);
      for (const std::string& pattern : entry.prints) check_regex(entry.where, pattern);
    }
    if (copies_given_ && !host)
      report(exercise_.where, "[copies] is for entries of kind host and program only");
  }

  void parameters(const Entry& entry) {
    std::set<std::string> seen;
    bool output = entry.returns != "void";
    for (const Parameter& parameter : entry.parameters) {
      unique(seen, parameter.where, "parameters", parameter.name);
      output = output || parameter.role == Role::Output || parameter.role == Role::Inout;
      if (parameter.name == "return" || parameter.name == "total" || parameter.name == "each")
        report(parameter.where, fmt::format("'{}' cannot be a parameter's name", parameter.name));
      if (parameter.is_strided) layout(entry, parameter);
      if (parameter.memory == MemorySpace::Host && entry.kind != EntryKind::Host)
        report(parameter.where, "memory = \"host\" is for entries of kind host only");
      const bool written = parameter.role == Role::Output || parameter.role == Role::Inout;
      if (parameter.tolerance && !written)
        report(parameter.where, "'tolerance' belongs to parameters with role output or inout");
    }
    const bool called = entry.kind == EntryKind::Kernel || entry.kind == EntryKind::Host;
    if (called && !output)
      report(entry.where, fmt::format("entry '{}' has no output to compare", entry.name));
    for (const std::string& name : entry.spec_parameters)
      require(entry.where, "parameter", name, parameter_names(entry));
  }

  void layout(const Entry& entry, const Parameter& parameter) {
    const Parameter* of = entry.find(parameter.layout_of);
    if (of == nullptr)
      require(parameter.where, "parameter", parameter.layout_of, parameter_names(entry));
    else if (!of->is_pointer)
      report(parameter.where, fmt::format("'{}' is no pointer and has no layout", of->name));
  }

  void cases() {
    std::set<std::string> seen;
    double weights = 0;
    for (Case& one : exercise_.cases) {
      unique(seen, one.where, "cases", one.key);
      if (one.weight < 0)
        report(one.where, fmt::format("case '{}' has a negative weight", one.key));
      weights += one.weight;
      const Entry* entry = exercise_.find_entry(one.entry);
      if (entry == nullptr) {
        require(one.where, "entry", one.entry, entry_names());
        continue;
      }
      for (const auto& [name, view] : one.views) override_of(*entry, one, name, "views");
      for (const auto& [name, fill] : one.fills) override_of(*entry, one, name, "fills");
      for (const auto& [name, value] : entry->variables) one.variables.emplace(name, value);
      variables(*entry, one);
    }
    if (!exercise_.cases.empty() && weights <= 0)
      report(exercise_.where, "the weights of all cases together are 0");
  }

  void override_of(const Entry& entry, const Case& one, const std::string& name, const char* key) {
    const Parameter* parameter = entry.find(name);
    if (parameter == nullptr) {
      require(one.where, "parameter", name, parameter_names(entry));
      return;
    }
    const bool filled_in = parameter->role == Role::Input || parameter->role == Role::Inout ||
                           parameter->role == Role::Metadata;
    if (std::string_view(key) == "fills" ? !filled_in : !parameter->is_pointer)
      report(one.where,
             fmt::format("case '{}': {} has no use for parameter '{}'", one.key, key, name));
  }

  void use(const std::optional<Expression>& expression, std::set<std::string>& used) {
    if (!expression) return;
    for (std::string& name : expression->variables()) used.insert(std::move(name));
  }
  void use_view(const ViewSpec& view, std::set<std::string>& used) {
    for (const auto* expression : {&view.shape, &view.strides, &view.order, &view.broadcast,
                                   &view.step, &view.offset, &view.storage})
      use(*expression, used);
  }
  void use_fill(const Fill& fill, std::set<std::string>& used) {
    for (const auto* expression :
         {&fill.low, &fill.high, &fill.mean, &fill.deviation, &fill.value, &fill.start,
          &fill.increment, &fill.total, &fill.special_count, &fill.row, &fill.column})
      use(*expression, used);
  }
  void use_tolerance(const Tolerance& tolerance, std::set<std::string>& used) {
    for (const auto* expression :
         {&tolerance.absolute, &tolerance.relative, &tolerance.ulps, &tolerance.additions})
      use(*expression, used);
    use(tolerance.scale, used);
  }

  /// Every variable that a case gives is used somewhere: a misspelled one would go unnoticed where
  /// the entry has a default.
  void variables(const Entry& entry, const Case& one) {
    std::set<std::string> used;
    use(entry.grid, used);
    use(entry.block, used);
    use(entry.shared_bytes, used);
    use_tolerance(entry.tolerance, used);
    for (const Parameter& parameter : entry.parameters) {
      use_view(parameter.view, used);
      use_fill(parameter.fill, used);
      use(parameter.value, used);
      if (parameter.tolerance) use_tolerance(*parameter.tolerance, used);
    }
    for (const Budget& budget : exercise_.budgets) use(budget.allowed, used);
    for (const auto& [name, view] : one.views) use_view(view, used);
    for (const auto& [name, fill] : one.fills) use_fill(fill, used);
    const Names known(used.begin(), used.end());
    for (const auto& [name, value] : one.variables) {
      const bool by_check = entry.kind == EntryKind::Check || entry.variables.contains(name);
      if (!by_check && !contains(known, name))
        report(one.where, fmt::format("case '{}': nothing uses the variable '{}'", one.key, name),
               base::did_you_mean(name, known));
    }
  }

  void budgets() {
    for (const Budget& budget : exercise_.budgets) {
      if (!budget.entry.empty()) require(budget.where, "entry", budget.entry, entry_names());
      factors(budget.where, budget.full, budget.zero);
      if (budget.buffer == "total" || budget.buffer == "each") continue;
      Names buffers = {"total", "each"};
      for (const Entry& entry : exercise_.entries)
        if (budget.entry.empty() || budget.entry == entry.name)
          for (const Parameter& parameter : entry.parameters)
            if (parameter.is_pointer && parameter.role != Role::Metadata)
              buffers.push_back(parameter.name);
      require(budget.where, "buffer", budget.buffer, buffers);
    }
  }

  void factors(const base::SourceLocation& where, double full, double zero) {
    if (full < 1 || zero <= full)
      report(where, fmt::format("'full' is {} and 'zero' is {}", full, zero),
             "1 or more, and 'zero' above 'full'");
  }

  void grading() {
    const Grading& g = exercise_.grading;
    factors(exercise_.where, g.full, g.zero);
    if (std::abs(g.correct + g.access - 1) > 1e-9 || g.correct < 0 || g.access < 0)
      report(exercise_.where,
             fmt::format("the shares 'correct' and 'access' are {} and {}", g.correct, g.access),
             "together they are 1");
    if (g.finding_share < 0 || g.finding_share > 1)
      report(exercise_.where, fmt::format("'finding_share' is {}", g.finding_share), "0 to 1");
  }

  void hints() {
    for (const Hint& hint : exercise_.hints) {
      filled(hint.where, "'tiers'", hint.tiers);
      if (!hint.when.message.empty()) check_regex(hint.where, hint.when.message);
      if (!hint.when.case_key.empty()) require(hint.where, "case", hint.when.case_key, case_keys());
      if (!hint.when.entry.empty()) require(hint.where, "entry", hint.when.entry, entry_names());
    }
  }

  void questions() {
    std::set<std::string> seen;
    for (const Question& question : exercise_.questions) {
      unique(seen, question.where, "questions", question.key);
      if (is_blank(question.text)) report(question.where, "the question's text is empty");
      if (is_blank(question.explain)) report(question.where, "'explain' is empty");
      answers(question);
    }
  }

  void answers(const Question& q) {
    const auto wrong = [&](std::string message) {
      report(q.where, fmt::format("question '{}': {}", q.key, message));
    };
    const auto lines = static_cast<int>(base::split_lines(q.code).size());
    const auto choices = static_cast<int>(q.choices.size());
    switch (q.kind) {
      case QuestionKind::Choice:
        if (choices < 2) wrong("at least two choices are needed");
        if (q.answers.empty()) wrong("'answer' is the number of the right choice, from 1");
        for (const int answer : q.answers)
          if (answer < 1 || answer > choices) wrong(fmt::format("there is no choice {}", answer));
        break;
      case QuestionKind::Number:
        if (q.within < 0) wrong("'within' is negative");
        break;
      case QuestionKind::Order:
        if (q.steps.size() < 2) wrong("at least two steps are needed");
        break;
      case QuestionKind::Count:
        if (q.counter.empty()) wrong("'counter' is needed");
        require(q.where, "case", q.case_key, case_keys());
        break;
      case QuestionKind::Race:
        if (is_blank(q.code)) wrong("'code' is needed");
        if (q.answers.size() != 2 && !q.answers.empty())
          wrong("'answer' has the two lines of the race, or none");
        for (const int answer : q.answers)
          if (answer < 1 || answer > lines) wrong(fmt::format("the code has no line {}", answer));
        break;
    }
  }

  /// Sizes of the case and what its budgets allow.
  void numbers(const Case& one) {
    const base::Result<RealCase> planned = plan_case(exercise_, one);
    problems_.insert(problems_.end(), planned.errors().begin(), planned.errors().end());
    for (const Budget& budget : exercise_.budgets) {
      if (!budget.entry.empty() && budget.entry != one.entry) continue;
      const auto allowed = allowed_count(budget, one);
      problems_.insert(problems_.end(), allowed.errors().begin(), allowed.errors().end());
    }
  }

  Exercise& exercise_;
  bool copies_given_;
  std::vector<base::Diagnostic>& problems_;
};

}  // namespace

void validate(Exercise& exercise, bool copies_given, std::vector<base::Diagnostic>& problems) {
  Validator(exercise, copies_given, problems).run();
}

}  // namespace course
