// SPDX-License-Identifier: MIT
#include "course/exercise.h"

#include <algorithm>

namespace course {

const Parameter* Entry::find(std::string_view parameter) const {
  const auto found = std::find_if(parameters.begin(), parameters.end(),
                                  [&](const Parameter& p) { return p.name == parameter; });
  return found == parameters.end() ? nullptr : &*found;
}

const Entry* Exercise::find_entry(std::string_view entry) const {
  const auto found =
      std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.name == entry; });
  return found == entries.end() ? nullptr : &*found;
}

std::string Exercise::lesson_text(const std::string& see) const {
  return std::ranges::find(planned, see) == planned.end() ? see : see + " (to come)";
}

std::string Exercise::with_lesson_text(std::string text) const {
  constexpr std::string_view kBefore = ": lesson ";
  const std::size_t at = text.rfind(kBefore);
  if (at == std::string::npos) return text;
  const std::string see = text.substr(at + kBefore.size());
  return text.substr(0, at + kBefore.size()) + lesson_text(see);
}

std::optional<Severity> Exercise::severity_of(std::string_view finding) const {
  const auto found = severities.find(std::string(finding));
  if (found != severities.end()) return found->second;
  // Parts c and d teach barriers; there, and in graded work, missing one is a mistake.
  if (finding == "barrier_exited_threads" &&
      (kind == ExerciseKind::Assignment || part() == 'c' || part() == 'd'))
    return Severity::Error;
  return std::nullopt;
}

const char* to_string(ElementType type) {
  switch (type) {
    case ElementType::Float:
      return "float";
    case ElementType::Double:
      return "double";
    case ElementType::Int:
      return "int";
    case ElementType::Unsigned:
      return "unsigned";
    case ElementType::LongLong:
      return "long long";
    case ElementType::UnsignedChar:
      return "unsigned char";
    case ElementType::Half:
      return "half";
  }
  return "";
}

std::size_t size_of(ElementType type) {
  switch (type) {
    case ElementType::Float:
    case ElementType::Int:
    case ElementType::Unsigned:
      return 4;
    case ElementType::Double:
    case ElementType::LongLong:
      return 8;
    case ElementType::UnsignedChar:
      return 1;
    case ElementType::Half:
      return 2;
  }
  return 0;
}

const char* to_string(Role role) {
  switch (role) {
    case Role::Input:
      return "input";
    case Role::Output:
      return "output";
    case Role::Inout:
      return "inout";
    case Role::Metadata:
      return "metadata";
    case Role::Scratch:
      return "scratch";
    case Role::Value:
      return "value";
  }
  return "";
}

const char* to_string(EntryKind kind) {
  switch (kind) {
    case EntryKind::Kernel:
      return "kernel";
    case EntryKind::Host:
      return "host";
    case EntryKind::Program:
      return "program";
    case EntryKind::Check:
      return "check";
  }
  return "";
}

const char* to_string(MemorySpace space) {
  switch (space) {
    case MemorySpace::Device:
      return "device";
    case MemorySpace::Host:
      return "host";
    case MemorySpace::Managed:
      return "managed";
  }
  return "";
}

const char* to_string(Severity severity) {
  switch (severity) {
    case Severity::Off:
      return "off";
    case Severity::Warning:
      return "warning";
    case Severity::Error:
      return "error";
  }
  return "";
}

}  // namespace course
