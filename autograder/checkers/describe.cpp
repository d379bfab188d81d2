// SPDX-License-Identifier: MIT
#include "checkers/describe.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/symbol_name.h"
#include "base/text.h"

namespace checkers {

namespace {

std::string triple(const vgpu::Dim3& at) {
  return fmt::format("({},{},{})", at.x, at.y, at.z);
}

/// Bytes of one element for indices in messages. Compilers declare most arrays as bytes, which says
/// nothing.
std::uint32_t element_bytes(const vgpu::Segment& segment, std::uint32_t bytes) {
  if (segment.element_bytes > 1) return segment.element_bytes;
  return std::max<std::uint32_t>(bytes, 1);
}

bool is_number(const std::string& name) {
  return !name.empty() &&
         std::ranges::all_of(name, [](unsigned char c) { return std::isdigit(c); });
}

}  // namespace

std::string variable_name(const std::string& mangled) {
  const std::string text = base::demangle(mangled);
  if (text == mangled) return mangled;
  const std::size_t scope = text.rfind("::");
  return scope == std::string::npos ? text : text.substr(scope + 2);
}

std::string thread_text(const vgpu::LaunchInfo& launch, const Witness& who) {
  return fmt::format("thread {} of block {}", triple(vgpu::unflatten(who.thread, launch.block)),
                     triple(vgpu::unflatten(who.block, launch.grid)));
}

std::string place_text(const vgpu::LaunchInfo& launch, vgpu::SiteId site) {
  if (site >= launch.lines.size()) return "an unknown place";
  const vgpu::CodeLine& at = launch.lines[site];
  if (!at.file.empty()) return fmt::format("{}:{}", at.file, at.line);
  if (site < launch.instructions.size()) {
    return fmt::format("{} (no line known)", launch.instructions[site]);
  }
  return "an unknown line";
}

std::string verb_text(vgpu::AccessKind kind) {
  switch (kind) {
    case vgpu::AccessKind::Load:
      return "reads";
    case vgpu::AccessKind::Store:
      return "writes";
    case vgpu::AccessKind::Atomic:
      return "changes with an atomic";
  }
  return {};
}

std::string deed_text(vgpu::AccessKind kind) {
  return kind == vgpu::AccessKind::Atomic ? "changes it with an atomic" : verb_text(kind) + " it";
}

std::string space_text(ptx::Space space) {
  switch (space) {
    case ptx::Space::Shared:
      return "shared memory";
    case ptx::Space::Local:
      return "local memory";
    case ptx::Space::Const:
      return "constant memory";
    case ptx::Space::Param:
      return "the parameters";
    default:
      return "global memory";
  }
}

std::string buffer_text(const vgpu::Segment& segment) {
  if (segment.name.empty()) return space_text(segment.space);
  if (is_number(segment.name)) return "buffer " + segment.name;
  return variable_name(segment.name);
}

protocol::BufferRole buffer_role(vgpu::Role role) {
  switch (role) {
    case vgpu::Role::Input:
      return protocol::BufferRole::Input;
    case vgpu::Role::Output:
    case vgpu::Role::InOut:
      return protocol::BufferRole::Output;
    case vgpu::Role::Metadata:
      return protocol::BufferRole::Metadata;
    default:
      return protocol::BufferRole::Scratch;
  }
}

std::string element_text(const vgpu::Segment& segment, std::int64_t offset, std::uint32_t bytes) {
  const std::int64_t size = element_bytes(segment, bytes);
  std::int64_t index = offset / size;
  std::int64_t rest = offset % size;
  if (rest < 0) {
    rest += size;
    --index;
  }
  const std::string name = buffer_text(segment);
  const std::string element = name.find(' ') == std::string::npos
                                  ? fmt::format("{}[{}]", name, index)
                                  : fmt::format("element {} of {}", index, name);
  return rest == 0 ? element : fmt::format("byte {} of {}", rest, element);
}

std::string extent_text(const vgpu::Segment& segment, std::uint32_t bytes) {
  const std::uint32_t size = element_bytes(segment, bytes);
  if (segment.size % size != 0) return base::counted(segment.size, "byte");
  return fmt::format("{} of {}", base::counted(segment.size / size, "element"),
                     base::counted(size, "byte"));
}

}  // namespace checkers
