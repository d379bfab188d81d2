// SPDX-License-Identifier: MIT
#include "course/shim.h"

#include <fmt/format.h>

#include <set>
#include <vector>

#include "base/text.h"

namespace course {
namespace {

/// The type without qualifiers of the argument itself, which are no part of a function's type:
/// "const float* __restrict__" -> "const float*", "const int" -> "int".
std::string plain_type(const Parameter& parameter) {
  const std::string& type = parameter.type;
  if (parameter.is_pointer) return type.substr(0, type.rfind('*') + 1);
  return type.starts_with("const ") ? type.substr(6) : type;
}

/// The arguments of the entry or, in its own order, of the specification.
std::vector<const Parameter*> arguments(const Entry& entry, bool spec) {
  std::vector<const Parameter*> list;
  if (spec) {
    for (const std::string& name : entry.spec_parameters)
      if (const Parameter* parameter = entry.find(name)) list.push_back(parameter);
  } else {
    for (const Parameter& parameter : entry.parameters)
      if (!parameter.spec_only) list.push_back(&parameter);
  }
  return list;
}

std::string signature_of(const Entry& entry, bool spec) {
  std::vector<std::string> parts;
  for (const Parameter* parameter : arguments(entry, spec))
    parts.push_back(fmt::format("{} {}", parameter->type, parameter->name));
  const bool kernel = !spec && entry.kind == EntryKind::Kernel;
  return fmt::format("{}{} {}({})", kernel ? "__global__ " : "", entry.returns,
                     spec ? entry.spec : entry.name, fmt::join(parts, ", "));
}

/// A static_assert that the function converts to a pointer of the wanted type. Two overloads that
/// are never called tell: the sizes of what they return differ.
std::string type_check(const Entry& entry, bool spec) {
  const std::string& function = spec ? entry.spec : entry.name;
  std::vector<std::string> types;
  for (const Parameter* parameter : arguments(entry, spec)) types.push_back(plain_type(*parameter));
  return fmt::format(
      "char (&autograder_fits_{0}({1} (*)({2})))[2];\n"
      "char (&autograder_fits_{0}(...))[1];\n"
      "static_assert(sizeof(autograder_fits_{0}(&{0})) == 2, \"the signature must be: {3}\");\n",
      function, entry.returns, fmt::join(types, ", "), signature_of(entry, spec));
}

std::string call(const Entry& entry, bool spec) {
  const std::string& function = spec ? entry.spec : entry.name;
  const std::vector<const Parameter*> list = arguments(entry, spec);
  std::vector<std::string> values;
  for (std::size_t i = 0; i < list.size(); ++i)
    values.push_back(fmt::format("*static_cast<{} const*>(args[{}])", plain_type(*list[i]), i));
  const std::string result =
      entry.returns == "void"
          ? ""
          : fmt::format("*static_cast<{}*>(args[{}]) = ", entry.returns, list.size());
  return fmt::format(
      "extern \"C\" __attribute__((visibility(\"default\"))) void {}(void* const* args) {{\n"
      "  (void)args;\n  {}{}({});\n}}\n",
      call_symbol(function), result, function, fmt::join(values, ",\n      "));
}

bool is_called(const Entry& entry) {
  return entry.kind == EntryKind::Kernel || entry.kind == EntryKind::Host;
}

/// The empty line ends whatever the text before it left open with a backslash.
constexpr const char* kHead = "\n\n#line 1 \"autograder_shim\"\n";

}  // namespace

std::string call_symbol(std::string_view function) {
  return fmt::format("autograder_call_{}", function);
}

std::string signature(const Entry& entry) {
  return signature_of(entry, false);
}
std::string spec_signature(const Entry& entry) {
  return signature_of(entry, true);
}

std::string entry_shim(const Exercise& exercise) {
  std::string text = kHead;
  for (const Entry& entry : exercise.entries) {
    if (!is_called(entry)) continue;
    text += type_check(entry, false);
    if (entry.kind == EntryKind::Host) text += call(entry, false);
  }
  return text;
}

std::string entry_declarations(const Exercise& exercise, std::string_view pristine) {
  std::string text;
  for (const std::string_view line : base::split_lines(pristine)) {
    if (line.starts_with("#include")) text += fmt::format("{}\n", line);
  }
  for (const Entry& entry : exercise.entries) {
    if (entry.kind != EntryKind::Host) return {};
    // The entry may be a namespace's, from which the file takes it.
    const std::string taken = fmt::format("::{};", entry.name);
    std::string before, behind;
    for (const std::string_view line : base::split_lines(pristine)) {
      if (!line.starts_with("using ") || !line.ends_with(taken)) continue;
      const std::string_view space = line.substr(6, line.size() - 6 - taken.size());
      before = fmt::format("namespace {} {{\n", space);
      behind = fmt::format("}}\n{}\n", line);
    }
    text += fmt::format("{}{};\n{}", before, signature(entry), behind);
  }
  return text;
}

std::string spec_shim(const Exercise& exercise) {
  std::string text = kHead;
  std::set<std::string> made;  // entries may share a specification
  for (const Entry& entry : exercise.entries)
    if (is_called(entry) && made.insert(entry.spec).second)
      text += type_check(entry, true) + call(entry, true);
  return text;
}

}  // namespace course
