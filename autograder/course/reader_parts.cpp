// SPDX-License-Identifier: MIT
#include "course/reader_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <utility>

#include "base/text.h"

namespace course {
namespace {

template <class Enum>
using Names = std::vector<std::pair<const char*, Enum>>;

const Names<ElementType>& element_names() {
  static const Names<ElementType> names = {{"float", ElementType::Float},
                                           {"double", ElementType::Double},
                                           {"int", ElementType::Int},
                                           {"unsigned", ElementType::Unsigned},
                                           {"long long", ElementType::LongLong},
                                           {"unsigned char", ElementType::UnsignedChar},
                                           {"half", ElementType::Half},
                                           {"__half", ElementType::Half},
                                           {"unsigned int", ElementType::Unsigned}};
  return names;
}

const Names<Role> kRoles = {{"input", Role::Input},     {"output", Role::Output},
                            {"inout", Role::Inout},     {"metadata", Role::Metadata},
                            {"scratch", Role::Scratch}, {"value", Role::Value}};
const Names<MemorySpace> kSpaces = {{"device", MemorySpace::Device},
                                    {"host", MemorySpace::Host},
                                    {"managed", MemorySpace::Managed}};
const Names<EntryKind> kEntryKinds = {{"kernel", EntryKind::Kernel},
                                      {"host", EntryKind::Host},
                                      {"program", EntryKind::Program},
                                      {"check", EntryKind::Check}};
const Names<FillKind> kFillKinds = {
    {"uniform", FillKind::Uniform},   {"normal", FillKind::Normal},
    {"integers", FillKind::Integers}, {"constant", FillKind::Constant},
    {"iota", FillKind::Iota},         {"permutation", FillKind::Permutation},
    {"offsets", FillKind::Offsets},   {"list", FillKind::List},
    {"file", FillKind::File}};
const Names<SpecialValue> kSpecials = {{"nan", SpecialValue::Nan},
                                       {"inf", SpecialValue::Infinity},
                                       {"-inf", SpecialValue::MinusInfinity},
                                       {"-0", SpecialValue::MinusZero},
                                       {"denormal", SpecialValue::Denormal},
                                       {"max", SpecialValue::Max},
                                       {"lowest", SpecialValue::Lowest},
                                       {"0", SpecialValue::Zero},
                                       {"1", SpecialValue::One}};

template <class Enum>
std::optional<Enum> named(const Names<Enum>& names, std::string_view word) {
  const auto found =
      std::find_if(names.begin(), names.end(), [&](const auto& n) { return n.first == word; });
  if (found == names.end()) return std::nullopt;
  return found->second;
}

Tolerance read_tolerance(TableReader& owner) {
  Tolerance tolerance;
  const toml::table* table = owner.table("tolerance");
  if (table == nullptr) return tolerance;
  TableReader reader(*table, TableKind::Tolerance, owner.context());
  tolerance.absolute = reader.expression("absolute").value_or(Expression());
  tolerance.relative = reader.expression("relative").value_or(Expression());
  tolerance.ulps = reader.expression("ulps").value_or(Expression());
  tolerance.additions = reader.expression("additions").value_or(Expression());
  tolerance.scale = reader.expression("scale");
  tolerance.signed_zero = reader.boolean("signed_zero", false);
  return tolerance;
}

/// The numbers that a kind of fill has; others are a mistake of the author.
std::vector<std::string> keys_of_fill(FillKind kind) {
  switch (kind) {
    case FillKind::Uniform:
    case FillKind::Integers:
      return {"low", "high"};
    case FillKind::Normal:
      return {"mean", "deviation"};
    case FillKind::Constant:
      return {"value"};
    case FillKind::Iota:
      return {"start", "increment"};
    case FillKind::Permutation:
      return {"start"};
    case FillKind::Offsets:
      return {"total"};
    case FillKind::List:
      return {"values"};
    case FillKind::File:
      return {"file", "row", "column"};
  }
  return {};
}

/// The kinds whose first key must be there.
bool lacks_a_default(FillKind kind) {
  return kind == FillKind::Constant || kind == FillKind::Offsets || kind == FillKind::List ||
         kind == FillKind::File;
}

void check_fill_keys(TableReader& reader, FillKind kind) {
  const std::vector<std::string> own = keys_of_fill(kind);
  for (const std::string& key : key_names(TableKind::Fill)) {
    const bool common = key == "kind" || key == "special" || key == "special_count";
    const bool mine = std::find(own.begin(), own.end(), key) != own.end();
    if (reader.has(key) && !common && !mine)
      reader.report(key, fmt::format("'{}' does not belong to this kind of fill", key),
                    fmt::format("it has {}", fmt::join(own, ", ")));
  }
  if (lacks_a_default(kind) && !reader.has(own[0]))
    reader.context().report(reader.where(), fmt::format("this fill lacks the key '{}'", own[0]));
}

Fill fill_of(const toml::node* node, const base::SourceLocation& where, ReadContext& context) {
  Fill fill;
  fill.where = where;
  if (node == nullptr) return fill;
  if (const auto* word = node->as_string()) {
    fill.kind = named(kFillKinds, word->get()).value_or(FillKind::Uniform);
    const std::vector<std::string> own = keys_of_fill(fill.kind);
    if (lacks_a_default(fill.kind))
      context.report(where, fmt::format("this fill lacks the key '{}'", own[0]));
    return fill;
  }
  const toml::table* table = node->as_table();
  if (table == nullptr) return fill;
  TableReader reader(*table, TableKind::Fill, context);
  fill.where = reader.where();
  fill.kind = named(kFillKinds, reader.text("kind", "uniform")).value_or(FillKind::Uniform);
  check_fill_keys(reader, fill.kind);
  fill.low = reader.expression("low");
  fill.high = reader.expression("high");
  fill.mean = reader.expression("mean");
  fill.deviation = reader.expression("deviation");
  fill.value = reader.expression("value");
  fill.start = reader.expression("start");
  fill.increment = reader.expression("increment");
  fill.total = reader.expression("total");
  fill.values = reader.numbers("values");
  fill.file = reader.text("file");
  fill.row = reader.expression("row");
  fill.column = reader.expression("column");
  for (const std::string& word : reader.texts("special"))
    if (const auto special = named(kSpecials, word)) fill.special.push_back(*special);
  fill.special_count = reader.expression("special_count");
  return fill;
}

ViewSpec read_view(TableReader& reader) {
  ViewSpec view;
  view.where = reader.where();
  view.shape = reader.expression("shape");
  view.broadcast = reader.expression("broadcast");
  view.step = reader.expression("step");
  view.offset = reader.expression("offset");
  view.storage = reader.expression("storage");
  if (reader.has("strides") && reader.has("order"))
    reader.report("order", "'strides' and 'order' exclude each other");
  if (reader.has("strides")) {
    const std::string word = reader.text("strides");
    view.kind = word == "contiguous"   ? StrideKind::Contiguous
                : word == "transposed" ? StrideKind::Transposed
                                       : StrideKind::Given;
    if (view.kind == StrideKind::Given) view.strides = reader.expression("strides");
  } else if (reader.has("order")) {
    view.kind = StrideKind::Order;
    view.order = reader.expression("order");
  }
  return view;
}

/// What a C++ type says about its argument.
struct TypeWords {
  std::string normalised;  ///< single blanks, none before '*'
  std::string base;        ///< without const, *, __restrict__
  int stars = 0;
};

TypeWords split_type(std::string text) {
  TypeWords type;
  std::string spaced;
  for (const char c : text) spaced += c == '*' ? std::string(" * ") : std::string(1, c);
  std::istringstream words(spaced);
  for (std::string word; words >> word;) {
    if (word == "*") {
      ++type.stars;
      type.normalised += '*';
      continue;
    }
    if (!type.normalised.empty()) type.normalised += ' ';
    type.normalised += word;
    const bool qualifier = word == "const" || word == "volatile" || word == "__restrict__";
    if (!qualifier) type.base += (type.base.empty() ? "" : " ") + word;
  }
  return type;
}

void check_type(TableReader& reader, const TypeWords& type, const Parameter& parameter,
                bool known_element) {
  if (type.stars > 1 || type.normalised.find_first_of("&()[]{};\\\"'#=") != std::string::npos)
    reader.report("type", fmt::format("the type '{}' is not supported", type.normalised),
                  "T*, const T*, a scalar or Strided");
  if (!parameter.is_strided && !known_element)
    reader.report("type", fmt::format("the type '{}' does not tell the element's type", type.base),
                  parameter.is_pointer ? "give 'element'"
                                       : "float, double, int, unsigned, long long, unsigned char, "
                                         "half or Strided");
}

Parameter read_parameter(const toml::table& table, ReadContext& context) {
  TableReader reader(table, TableKind::Parameter, context);
  Parameter parameter;
  parameter.where = reader.where();
  parameter.name = reader.text("name");
  const TypeWords type = split_type(reader.text("type"));
  parameter.type = type.normalised;
  parameter.is_pointer = type.stars > 0;
  parameter.is_strided = !parameter.is_pointer && type.base == "Strided";
  const auto element = named(element_names(), reader.text("element", type.base));
  parameter.element = element.value_or(ElementType::Float);
  if (reader.has("type")) check_type(reader, type, parameter, element.has_value());
  parameter.role = named(kRoles, reader.text("role", "value")).value_or(Role::Value);
  parameter.memory = named(kSpaces, reader.text("memory", "device")).value_or(MemorySpace::Device);
  parameter.view = read_view(reader);
  parameter.fill = fill_of(table.get("fill"), reader.where("fill"), context);
  if (reader.has("tolerance")) parameter.tolerance = read_tolerance(reader);
  parameter.value = reader.expression("value").value_or(Expression());
  parameter.layout_of = reader.text("layout_of");
  parameter.spec_only = reader.boolean("spec_only", false);

  const auto needs = [&](const char* key, bool wanted) {
    if (wanted && !reader.has(key))
      context.report(reader.where(), fmt::format("parameter '{}' of type {} lacks the key '{}'",
                                                 parameter.name, parameter.type, key));
  };
  const auto refuses = [&](const char* key, bool unwanted) {
    if (unwanted && reader.has(key))
      reader.report(
          key, fmt::format("'{}' does not belong to a parameter of type {}", key, parameter.type));
  };
  needs("role", parameter.is_pointer);
  needs("shape", parameter.is_pointer);
  needs("layout_of", parameter.is_strided);
  needs("value", !parameter.is_pointer && !parameter.is_strided);
  refuses("value", parameter.is_pointer || parameter.is_strided);
  refuses("layout_of", !parameter.is_strided);
  refuses("spec_only", parameter.is_pointer);
  for (const char* key :
       {"shape", "strides", "order", "broadcast", "step", "offset", "storage", "fill", "memory"})
    refuses(key, !parameter.is_pointer);
  if (reader.has("role") && parameter.is_pointer == (parameter.role == Role::Value))
    reader.report("role", fmt::format("role '{}' does not fit the type {}",
                                      to_string(parameter.role), parameter.type));
  return parameter;
}

}  // namespace

void read_entry(const toml::table& table, ReadContext& context, Exercise& exercise) {
  TableReader reader(table, TableKind::Entry, context);
  Entry entry;
  entry.where = reader.where();
  entry.name = reader.text("name");
  entry.kind = named(kEntryKinds, reader.text("kind")).value_or(EntryKind::Kernel);
  entry.spec = reader.text("spec");
  entry.returns = reader.text("returns", "void");
  entry.grid = reader.expression("grid");
  entry.block = reader.expression("block");
  entry.shared_bytes = reader.expression("shared_bytes").value_or(Expression());
  entry.check = reader.text("check");
  entry.uses = reader.texts("uses");
  entry.arguments = reader.texts("arguments");
  entry.prints = reader.texts("prints");
  entry.exit_code = static_cast<int>(reader.integer("exit_code").value_or(0));
  entry.tolerance = read_tolerance(reader);
  entry.variables = reader.variables("variables");
  for (const toml::table* parameter : reader.tables("parameter"))
    entry.parameters.push_back(read_parameter(*parameter, context));
  entry.spec_parameters = reader.texts("spec_parameters");
  if (!reader.has("spec_parameters"))
    for (const Parameter& parameter : entry.parameters)
      if (parameter.role != Role::Scratch) entry.spec_parameters.push_back(parameter.name);

  // Which keys a kind has to have, and which only it may have.
  const bool kernel = entry.kind == EntryKind::Kernel;
  const bool host = entry.kind == EntryKind::Host;
  const bool program = entry.kind == EntryKind::Program;
  const bool check = entry.kind == EntryKind::Check;
  const auto rule = [&](const char* key, bool wanted, bool allowed) {
    if (wanted && !reader.has(key))
      context.report(reader.where(), fmt::format("entry '{}' of kind {} lacks the key '{}'",
                                                 entry.name, to_string(entry.kind), key));
    if (!allowed && reader.has(key))
      reader.report(key, fmt::format("'{}' does not belong to an entry of kind {}", key,
                                     to_string(entry.kind)));
  };
  rule("spec", kernel || host, kernel || host);
  rule("spec_parameters", false, kernel || host);
  rule("parameter", false, kernel || host);
  rule("returns", false, host);
  rule("grid", kernel, kernel);
  rule("block", kernel, kernel || host);
  rule("shared_bytes", false, kernel);
  rule("check", check, check);
  rule("uses", false, check || host);
  rule("arguments", false, program);
  rule("prints", false, program);
  rule("exit_code", false, program);
  exercise.entries.push_back(std::move(entry));
}

void read_cases(TableReader& root, bool hidden, Exercise& exercise) {
  for (const toml::table* table : root.tables("case")) {
    TableReader reader(*table, TableKind::Case, root.context());
    Case one;
    one.where = reader.where();
    one.hidden = hidden;
    one.key = reader.text("key");
    std::string words = one.key;
    std::replace(words.begin(), words.end(), '_', ' ');
    one.say = reader.text("say", words);
    one.help = reader.text("help");
    one.weight = reader.number("weight").value_or(1);
    one.entry = reader.text("entry", exercise.entries.empty() ? "" : exercise.entries[0].name);
    one.variables = reader.variables("variables");
    one.seed = static_cast<std::uint64_t>(reader.integer("seed").value_or(1));
    one.access = reader.boolean("access", true);
    for (const auto& [name, node] : reader.entries("views"))
      if (const toml::table* view = node->as_table()) {
        TableReader inner(*view, TableKind::View, root.context());
        one.views[name] = read_view(inner);
      }
    for (const auto& [name, node] : reader.entries("fills"))
      one.fills[name] = fill_of(node, reader.where("fills"), root.context());
    exercise.cases.push_back(std::move(one));
  }
}

}  // namespace course
