// SPDX-License-Identifier: MIT
#include "grader/result_json.h"

#include <nlohmann/json.hpp>

namespace grader {
namespace {

using Json = nlohmann::ordered_json;

Json counters_json(const protocol::Counters& counters) {
  Json json = Json::object();
  for (const protocol::CounterInfo& row : protocol::counter_table()) {
    json[std::string(row.name)] = counters.*row.member;
  }
  return json;
}

protocol::Counters counters_from(const Json& json) {
  protocol::Counters counters;
  for (const protocol::CounterInfo& row : protocol::counter_table()) {
    counters.*row.member = json.value(std::string(row.name), std::uint64_t{0});
  }
  return counters;
}

// The run result's own writer knows the form of findings.
Json findings_json(const std::vector<protocol::Finding>& findings) {
  protocol::RunResult carrier;
  carrier.findings = findings;
  return Json::parse(protocol::to_json(carrier)).at("findings");
}

std::vector<protocol::Finding> findings_from(const Json& json) {
  Json carrier = Json::parse(protocol::to_json(protocol::RunResult{}));
  carrier["findings"] = json;
  auto run = protocol::run_result_from_json(carrier.dump());
  if (!run.ok()) throw std::runtime_error(to_string(run.errors()));
  return std::move(run->findings);
}

Json budget_json(const BudgetResult& budget) {
  return {{"counter", budget.counter},
          {"buffer", budget.buffer},
          {"observed", budget.observed},
          {"allowed", budget.allowed},
          {"by_reference", budget.by_reference},
          {"share", budget.share},
          {"file", budget.file},
          {"line", budget.line},
          {"see", budget.see}};
}

BudgetResult budget_from(const Json& json) {
  BudgetResult budget;
  json.at("counter").get_to(budget.counter);
  json.at("buffer").get_to(budget.buffer);
  json.at("observed").get_to(budget.observed);
  json.at("allowed").get_to(budget.allowed);
  json.at("by_reference").get_to(budget.by_reference);
  json.at("share").get_to(budget.share);
  json.at("file").get_to(budget.file);
  json.at("line").get_to(budget.line);
  json.at("see").get_to(budget.see);
  return budget;
}

Json writer_json(const Writer& writer) {
  return {{"block", writer.block},
          {"thread", writer.thread},
          {"file", writer.file},
          {"line", writer.line}};
}

Writer writer_from(const Json& json) {
  return {json.at("block"), json.at("thread"), json.at("file"), json.at("line")};
}

Json case_json(const CaseResult& one) {
  Json json = {{"name", one.name},       {"say", one.say},
               {"hidden", one.hidden},   {"verdict", to_string(one.verdict)},
               {"points", one.points},   {"max", one.max},
               {"correct", one.correct}, {"access", one.access},
               {"message", one.message}, {"help", one.help}};
  if (one.first_mismatch) {
    const Mismatch& mismatch = *one.first_mismatch;
    json["first_mismatch"] = {{"parameter", mismatch.parameter},
                              {"index", mismatch.index},
                              {"got", mismatch.got},
                              {"want", mismatch.want}};
    if (mismatch.writer) json["first_mismatch"]["writer"] = writer_json(*mismatch.writer);
  }
  json["patterns"] = one.patterns;
  json["error_share"] = one.error_share;
  json["ran"] = one.ran;
  json["counters"] = one.ran ? counters_json(one.counters) : Json::object();
  json["reference"] = one.ran ? counters_json(one.reference) : Json::object();
  json["budgets"] = Json::array();
  for (const BudgetResult& budget : one.budgets) json["budgets"].push_back(budget_json(budget));
  json["findings"] = findings_json(one.findings);
  json["program_output"] = one.program_output;
  return json;
}

Verdict verdict_of(const Json& json) {
  const auto name = json.at("verdict").get<std::string>();
  const std::optional<Verdict> verdict = verdict_from(name);
  if (!verdict) throw std::runtime_error("no verdict named " + name);
  return *verdict;
}

CaseResult case_from(const Json& json) {
  CaseResult one;
  json.at("name").get_to(one.name);
  json.at("say").get_to(one.say);
  json.at("hidden").get_to(one.hidden);
  one.verdict = verdict_of(json);
  json.at("points").get_to(one.points);
  json.at("max").get_to(one.max);
  json.at("correct").get_to(one.correct);
  json.at("access").get_to(one.access);
  json.at("message").get_to(one.message);
  json.at("help").get_to(one.help);
  if (json.contains("first_mismatch")) {
    const Json& mismatch = json.at("first_mismatch");
    one.first_mismatch = Mismatch{mismatch.at("parameter"), mismatch.at("index"),
                                  mismatch.at("got"), mismatch.at("want"), std::nullopt};
    if (mismatch.contains("writer")) one.first_mismatch->writer = writer_from(mismatch["writer"]);
  }
  json.at("patterns").get_to(one.patterns);
  // An infinite share (an exact output that differs) is null in JSON.
  one.error_share = json.at("error_share").is_null() ? std::numeric_limits<double>::infinity()
                                                     : json.at("error_share").get<double>();
  json.at("ran").get_to(one.ran);
  one.counters = counters_from(json.at("counters"));
  one.reference = counters_from(json.at("reference"));
  for (const Json& budget : json.at("budgets")) one.budgets.push_back(budget_from(budget));
  one.findings = findings_from(json.at("findings"));
  json.at("program_output").get_to(one.program_output);
  return one;
}

Json exercise_json(const ExerciseResult& exercise) {
  Json json = {{"name", exercise.name}, {"title", exercise.title}};
  json["points"] = exercise.withheld ? Json(nullptr) : Json(exercise.points);
  json["max"] = exercise.max;
  json["verdict"] = to_string(exercise.verdict);
  json["message"] = exercise.message;
  json["source"] = exercise.source;
  json["edited_outside_region"] = exercise.edited_outside;
  json["cases"] = Json::array();
  for (const CaseResult& one : exercise.cases) json["cases"].push_back(case_json(one));
  json["findings"] = findings_json(exercise.findings);
  json["notes"] = exercise.notes;
  json["hint"] = exercise.hint;
  json["build_output"] = exercise.build_output;
  return json;
}

ExerciseResult exercise_from(const Json& json, bool lesson) {
  ExerciseResult exercise;
  exercise.lesson = lesson;
  json.at("name").get_to(exercise.name);
  json.at("title").get_to(exercise.title);
  exercise.withheld = json.at("points").is_null();
  if (!exercise.withheld) json.at("points").get_to(exercise.points);
  json.at("max").get_to(exercise.max);
  exercise.verdict = verdict_of(json);
  json.at("message").get_to(exercise.message);
  json.at("source").get_to(exercise.source);
  json.at("edited_outside_region").get_to(exercise.edited_outside);
  for (const Json& one : json.at("cases")) exercise.cases.push_back(case_from(one));
  exercise.findings = findings_from(json.at("findings"));
  json.at("notes").get_to(exercise.notes);
  json.at("hint").get_to(exercise.hint);
  json.at("build_output").get_to(exercise.build_output);
  return exercise;
}

Json list_of(const GradeResult& result, bool lessons) {
  Json list = Json::array();
  for (const ExerciseResult& exercise : result.exercises) {
    if (exercise.lesson == lessons) list.push_back(exercise_json(exercise));
  }
  return list;
}

GradeResult result_from(const Json& json) {
  GradeResult result;
  json.at("compiler").get_to(result.compiler);
  json.at("device").get_to(result.device);
  json.at("version").get_to(result.version);
  json.at("seed").get_to(result.seed);
  json.at("sandbox").get_to(result.sandbox);
  json.at("points").get_to(result.points);
  json.at("max").get_to(result.max);
  json.at("withheld").get_to(result.withheld);
  json.at("warnings").get_to(result.warnings);
  for (const Json& one : json.at("assignments"))
    result.exercises.push_back(exercise_from(one, false));
  for (const Json& one : json.at("lessons")) result.exercises.push_back(exercise_from(one, true));
  for (const ExerciseResult& one : result.exercises) result.failed = result.failed || one.withheld;
  if (json.contains("progress")) {
    const Json& progress = json.at("progress");
    result.lessons =
        LessonProgress{progress.at("solved"), progress.at("total"), progress.at("next")};
  }
  return result;
}

template <class Read>
auto read(std::string_view text, Read&& read_json) -> base::Result<decltype(read_json(Json{}))> {
  try {
    return read_json(Json::parse(text));
  } catch (const std::exception& error) {
    return base::Diagnostic{{}, std::string("not a result: ") + error.what(), ""};
  }
}

// Output of programs and compilers may be anything; JSON is UTF-8.
std::string text_of(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string to_json(const GradeResult& result) {
  Json json = {{"compiler", result.compiler}, {"device", result.device},
               {"version", result.version},   {"seed", result.seed},
               {"sandbox", result.sandbox},   {"points", result.points},
               {"max", result.max},           {"withheld", result.withheld}};
  json["assignments"] = list_of(result, false);
  json["lessons"] = list_of(result, true);
  if (result.lessons) {
    json["progress"] = {{"solved", result.lessons->solved},
                        {"total", result.lessons->total},
                        {"next", result.lessons->next}};
  }
  json["warnings"] = result.warnings;
  return text_of(json, 1) + "\n";
}

base::Result<GradeResult> grade_result_from_json(std::string_view text) {
  return read(text, [](const Json& json) { return result_from(json); });
}

std::string to_json(const ExerciseResult& result) {
  Json json = exercise_json(result);
  json["lesson"] = result.lesson;
  return text_of(json, -1);
}

base::Result<ExerciseResult> exercise_result_from_json(std::string_view text) {
  return read(text, [](const Json& json) { return exercise_from(json, json.at("lesson")); });
}

}  // namespace grader
