// SPDX-License-Identifier: MIT
#include "grader/device_code.h"

#include <elf.h>

#include <cstring>
#include <optional>
#include <string>

namespace grader {
namespace {

constexpr std::string_view kSection = ".nv_fatbin";

template <class T>
std::optional<T> read_at(std::string_view bytes, std::uint64_t offset) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

std::optional<std::string_view> part(std::string_view bytes, std::uint64_t offset,
                                     std::uint64_t size) {
  if (offset > bytes.size() || bytes.size() - offset < size) return std::nullopt;
  return bytes.substr(offset, size);
}

base::Diagnostic problem(const char* what) {
  return {{}, std::string("the shared object ") + what, ""};
}

}  // namespace

base::Result<std::span<const std::byte>> device_code(std::string_view shared_object) {
  const auto header = read_at<Elf64_Ehdr>(shared_object, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
      header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_shentsize != sizeof(Elf64_Shdr)) {
    return problem("is no 64-bit ELF file");
  }
  const auto section_at = [&](std::uint64_t index) {
    return read_at<Elf64_Shdr>(shared_object, header->e_shoff + index * sizeof(Elf64_Shdr));
  };
  const auto names = section_at(header->e_shstrndx);
  if (!names) return problem("has no section names");
  for (std::uint64_t i = 0; i < header->e_shnum; ++i) {
    const auto section = section_at(i);
    if (!section) return problem("has a damaged section table");
    const auto name = part(shared_object, names->sh_offset + section->sh_name, kSection.size() + 1);
    if (!name || name->substr(0, kSection.size()) != kSection || name->back() != '\0') continue;
    const auto content = part(shared_object, section->sh_offset, section->sh_size);
    if (!content) return problem("has a damaged device section");
    return std::span(reinterpret_cast<const std::byte*>(content->data()), content->size());
  }
  return problem("holds no device code");
}

}  // namespace grader
