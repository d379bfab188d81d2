// SPDX-License-Identifier: MIT
#include "course/keys.h"

#include "course/vocabulary.h"

namespace course {
namespace {

using enum KeyShape;
constexpr bool kRequired = true;

Key table(std::string name, KeyShape shape, TableKind kind, std::string meaning,
          bool required = false) {
  return {std::move(name), shape, std::move(meaning), required, kind, {}, {}};
}

Key choice(std::string name, KeyShape shape, std::vector<std::string> choices, std::string meaning,
           bool required = false, TableKind kind = TableKind::Exercise) {
  return {std::move(name), shape, std::move(meaning), required, kind, std::move(choices), {}};
}

std::vector<std::string> fill_kinds() {
  return {"uniform",     "normal",  "integers", "constant", "iota",
          "permutation", "offsets", "list",     "file"};
}

std::vector<Key> view_keys() {
  return {{"shape", ListExpression, "extents of the view"},
          choice("strides", Strides, {"contiguous", "transposed"}, "in elements"),
          {"order", ListExpression, "the dimensions from the slowest to the fastest in memory"},
          {"broadcast", ListExpression, "dimensions whose stride becomes 0"},
          {"step", IntExpression, "factor on all strides"},
          {"offset", IntExpression, "elements before the view's first"},
          {"storage", IntExpression, "elements of the whole buffer"}};
}

Key fill_key(std::string meaning) {
  return choice("fill", ChoiceOrTable, fill_kinds(), std::move(meaning), false, TableKind::Fill);
}

Key tolerance_key(std::string meaning) {
  return choice("tolerance", ChoiceOrTable, {"exact"}, std::move(meaning), false,
                TableKind::Tolerance);
}

std::vector<Key> exercise_keys() {
  return {
      {"title", Text, "one line for lists and headings, unique", kRequired},
      {"source", Text, "the file that the student edits"},
      {"files", Texts, "further files of the folder"},
      {"points", Number, "points of the score table"},
      {"order", Integer, "place among the assignments"},
      choice("after", Choice, {"A", "B", "C", "D", "E"},
             "assignments: the part of the course whose lessons come first"),
      {"minutes", Integer, "time it takes"},
      {"objectives", Texts, "what the student can do afterwards"},
      {"needs", Texts, "lessons that teach what is needed"},
      {"puzzle", Integer, "number of the GPU puzzle that it descends from"},
      table("requires", Table, TableKind::Requires, "what the machine must have"),
      table("entry", Tables, TableKind::Entry, "the functions that are checked"),
      table("case", Tables, TableKind::Case, "what they are called with"),
      table("grading", Table, TableKind::Grading, "how points are given"),
      table("budget", Tables, TableKind::Budget, "counters that decide the access share"),
      {"severity",
       ChoiceMap,
       "severities of findings where they differ from the default",
       false,
       TableKind::Severity,
       {"off", "warning", "error"},
       finding_kinds()},
      table("copies", Table, TableKind::Copies, "what an exercise about host code allows"),
      table("hint", Tables, TableKind::Hint, "help in tiers"),
      table("question", Tables, TableKind::Question, "the quick check"),
  };
}

std::vector<Key> entry_keys() {
  return {
      {"name", Identifier, "the function in the .cu", kRequired},
      choice("kind", Choice, {"kernel", "host", "program", "check"}, "how it is called", kRequired),
      {"spec", Identifier, "host function that says what is wanted"},
      {"spec_parameters", Texts, "arguments of the specification, in its order"},
      choice("returns", Choice,
             {"void", "int", "unsigned", "long long", "float", "double", "unsigned char"},
             "result of a host function"),
      {"grid", ListExpression, "blocks of the launch"},
      {"block", ListExpression, "threads of a block"},
      {"shared_bytes", IntExpression, "dynamic shared memory of the launch"},
      {"check", Identifier, "kind check: name of the check in the grader"},
      {"uses", Texts, "kinds check and host: exercises whose files it builds on"},
      {"arguments", Texts, "kind program: command line"},
      {"prints", Texts, "kind program: regular expressions that its output matches"},
      {"exit_code", Integer, "kind program: its exit code"},
      tolerance_key("how far outputs may be from the specification's"),
      {"variables", KeyShape::VariableTable, "variables that a case need not give"},
      table("parameter", Tables, TableKind::Parameter, "the arguments in call order"),
  };
}

std::vector<Key> parameter_keys() {
  std::vector<Key> keys = {
      {"name", Identifier, "name in messages", kRequired},
      {"type", Text, "C++ type in the signature", kRequired},
      choice("role", Choice, {"input", "output", "inout", "metadata", "scratch", "value"},
             "what it is for"),
      choice("element", Choice,
             {"float", "double", "int", "unsigned", "long long", "unsigned char", "half"},
             "type of one element"),
      choice("memory", Choice, {"device", "host", "managed"}, "where the pointer points"),
      fill_key("contents"),
      tolerance_key("for this output only"),
      {"value", NumExpression, "value of a scalar argument"},
      {"layout_of", Identifier, "the parameter whose shape and strides are passed"},
      {"spec_only", Boolean, "only the specification takes it"},
  };
  for (Key& key : view_keys()) keys.push_back(std::move(key));
  return keys;
}

std::vector<Key> fill_table_keys() {
  return {
      choice("kind", Choice, fill_kinds(), "how the contents are made"),
      {"low", NumExpression, "least value"},
      {"high", NumExpression, "largest value"},
      {"mean", NumExpression, "of normal"},
      {"deviation", NumExpression, "of normal"},
      {"value", NumExpression, "of constant"},
      {"start", NumExpression, "of iota and permutation"},
      {"increment", NumExpression, "of iota"},
      {"total", IntExpression, "of offsets"},
      {"values", Numbers, "of list"},
      {"file", Text, "of file: its name, in the exercise's folder"},
      {"row", IntExpression, "of file: the first row, from 0"},
      {"column", IntExpression, "of file: the first number of a row, from 0"},
      choice("special", Choices,
             {"nan", "inf", "-inf", "-0", "denormal", "max", "lowest", "0", "1"},
             "values put at random places afterwards"),
      {"special_count", IntExpression, "how often each of them"},
  };
}

std::vector<Key> tolerance_keys() {
  return {{"absolute", NumExpression, "summand of the bound"},
          {"relative", NumExpression, "factor on the expected value"},
          {"ulps", NumExpression, "factor on the distance between neighbouring numbers"},
          {"additions", IntExpression, "additions behind one output"},
          {"scale", NumExpression, "bound of the sum of the terms' magnitudes"},
          {"signed_zero", Boolean, "-0 and 0 differ"}};
}

std::vector<Key> case_keys() {
  return {
      {"key", SnakeName, "stable name", kRequired},
      {"say", Text, "the case in words"},
      {"weight", Number, "share of the points"},
      {"entry", Identifier, "which function"},
      {"variables", KeyShape::VariableTable, "integers, floats, arrays of integers"},
      {"seed", Integer, "another number, other contents"},
      table("views", TableMap, TableKind::View, "replaces keys of a parameter's view"),
      choice("fills", ChoiceOrTableMap, fill_kinds(), "replaces a parameter's fill", false,
             TableKind::Fill),
      {"access", Boolean, "are accesses graded in this case?"},
      {"help", Text, "shown with a failure"},
  };
}

std::vector<Key> grading_keys() {
  return {choice("policy", Choice, {"full", "correctness-only"}, "are accesses graded?"),
          {"correct", Number, "share of a case's points for correctness"},
          {"access", Number, "share of a case's points for accesses"},
          {"finding_share", Number, "of the correct share, with findings"},
          {"full", Number, "factor over the allowed count up to which access is full"},
          {"zero", Number, "factor from which access is nothing"}};
}

std::vector<Key> budget_keys() {
  return {choice("counter", Choice, counter_names(), "a counter of the virtual GPU", kRequired),
          {"buffer", Text, "a parameter, total or each"},
          choice("allowed", Allowed, {"reference"}, "the reference's count, or an expression"),
          {"full", Number, "factor up to which access is full"},
          {"zero", Number, "factor from which access is nothing"},
          {"entry", Identifier, "only for this function"},
          {"see", Text, "lesson that teaches how to spare it"}};
}

std::vector<Key> copies_keys() {
  return {{"device_to_host", Boolean, "copies from data buffers to the host"},
          {"into_outputs", Boolean, "copies and memset into outputs"},
          {"host_to_device_bytes", Integer, "most bytes copied to the device"},
          {"libraries", Boolean, "kernels of libraries"},
          {"managed", Boolean, "managed memory"},
          {"launches", Integer, "most launches of one case"}};
}

std::vector<Key> when_keys() {
  return {choice("verdict", Choice, verdict_names(), "rung of the ladder"),
          choice("finding", Choice, finding_kinds(), "a finding of this kind was reported"),
          choice("counter", Choice, counter_names(), "this budget was passed"),
          choice("pattern", Choice, pattern_names(), "shape of a wrong result"),
          {"message", Text, "regular expression over the messages"},
          {"case", SnakeName, "this case failed"},
          {"entry", Identifier, "this function failed"}};
}

std::vector<Key> question_keys() {
  return {
      {"key", SnakeName, "stable name", kRequired},
      choice("kind", Choice, {"choice", "number", "order", "count", "race"}, "kind of question",
             kRequired),
      {"text", Text, "the question", kRequired},
      {"choices", Texts, "of choice"},
      {"answer", Answer, "the right answer"},
      {"within", Number, "how far off a number may be"},
      {"unit", Text, "of a number"},
      {"steps", Texts, "of order: in the right order"},
      {"code", Text, "the code to look at"},
      choice("counter", Choice, counter_names(), "of count: what is counted"),
      {"case", SnakeName, "of count: in which case"},
      {"explain", Text, "shown afterwards", kRequired},
  };
}

std::vector<Key> make_keys(TableKind kind) {
  switch (kind) {
    case TableKind::Exercise:
      return exercise_keys();
    case TableKind::Hidden:
      return {table("case", Tables, TableKind::Case, "cases that students do not see", kRequired)};
    case TableKind::Requires:
      return {{"architecture", Integer, "compute capability times ten"},
              choice("compilers", Choices, {"nvcc", "clang"}, "compilers that can build it"),
              {"devices", Integer, "GPUs that it needs"}};
    case TableKind::Entry:
      return entry_keys();
    case TableKind::Parameter:
      return parameter_keys();
    case TableKind::View:
      return view_keys();
    case TableKind::Fill:
      return fill_table_keys();
    case TableKind::Tolerance:
      return tolerance_keys();
    case TableKind::Case:
      return case_keys();
    case TableKind::Grading:
      return grading_keys();
    case TableKind::Budget:
      return budget_keys();
    case TableKind::Severity:
      return {};
    case TableKind::Copies:
      return copies_keys();
    case TableKind::Hint:
      return {table("when", Table, TableKind::When, "when the hint fits"),
              {"tiers", Texts, "from a nudge to nearly the answer", kRequired},
              {"see", Text, "lesson to read"}};
    case TableKind::When:
      return when_keys();
    case TableKind::Question:
      return question_keys();
  }
  return {};
}

}  // namespace

const char* table_name(TableKind kind) {
  switch (kind) {
    case TableKind::Exercise:
      return "exercise.toml";
    case TableKind::Hidden:
      return "hidden.toml";
    case TableKind::Requires:
      return "[requires]";
    case TableKind::Entry:
      return "[[entry]]";
    case TableKind::Parameter:
      return "[[entry.parameter]]";
    case TableKind::View:
      return "a view";
    case TableKind::Fill:
      return "a fill";
    case TableKind::Tolerance:
      return "a tolerance";
    case TableKind::Case:
      return "[[case]]";
    case TableKind::Grading:
      return "[grading]";
    case TableKind::Budget:
      return "[[budget]]";
    case TableKind::Severity:
      return "[severity]";
    case TableKind::Copies:
      return "[copies]";
    case TableKind::Hint:
      return "[[hint]]";
    case TableKind::When:
      return "when";
    case TableKind::Question:
      return "[[question]]";
  }
  return "";
}

const std::vector<Key>& keys_of(TableKind kind) {
  static const std::vector<std::vector<Key>> all = [] {
    std::vector<std::vector<Key>> tables;
    for (int i = 0; i <= static_cast<int>(TableKind::Question); ++i)
      tables.push_back(make_keys(static_cast<TableKind>(i)));
    return tables;
  }();
  return all[static_cast<std::size_t>(kind)];
}

std::vector<std::string> key_names(TableKind kind) {
  std::vector<std::string> names;
  for (const Key& key : keys_of(kind)) names.push_back(key.name);
  return names;
}

}  // namespace course
