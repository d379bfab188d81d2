// SPDX-License-Identifier: MIT
#include "grader/device_code.h"

#include <elf.h>

#include <catch2/catch.hpp>
#include <cstring>

namespace {

/// A minimal object with a section of names and one of device code.
std::string an_object(const std::string& section, const std::string& content) {
  const std::string names = std::string("\0.shstrtab\0", 11) + section + std::string(1, '\0');
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = 3;
  header.e_shstrndx = 1;
  header.e_shoff = sizeof header + names.size() + content.size();
  Elf64_Shdr sections[3]{};
  sections[1].sh_name = 1;
  sections[1].sh_offset = sizeof header;
  sections[1].sh_size = names.size();
  sections[2].sh_name = 11;
  sections[2].sh_offset = sizeof header + names.size();
  sections[2].sh_size = content.size();
  std::string object(reinterpret_cast<const char*>(&header), sizeof header);
  object += names + content;
  object.append(reinterpret_cast<const char*>(sections), sizeof sections);
  return object;
}

std::string check(const std::string& object) {
  const auto code = grader::device_code(object);
  if (!code.ok()) return "none";
  return {reinterpret_cast<const char*>(code->data()), code->size()};
}

}  // namespace

TEST_CASE("device code is found by its section's name", "[grader][device_code]") {
  CHECK(check(an_object(".nv_fatbin", ".version 7.2")) == ".version 7.2");
  CHECK(check(an_object(".nv_fatbinX", ".version 7.2")) == "none");
  CHECK(check(an_object(".text", "x")) == "none");
}

TEST_CASE("an object that is cut off or damaged is refused, not read beyond its end",
          "[grader][device_code]") {
  const std::string object = an_object(".nv_fatbin", ".version 7.2");
  for (std::size_t size = 0; size < object.size(); ++size) {
    CHECK(check(object.substr(0, size)) == "none");
  }
  for (std::size_t i = 0; i < object.size(); ++i) {
    std::string damaged = object;
    damaged[i] = '\xff';
    CHECK_NOTHROW(check(damaged));
  }
}
