// SPDX-License-Identifier: MIT
#include "toolchain/clang_script.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "toolchain/shell.h"

namespace toolchain {
namespace {

/// A command as a line of a script; where `streamed` stands, it takes standard input or output.
std::string line_of(const std::vector<std::string>& command, const std::string& streamed) {
  std::string line;
  for (const std::string& word : command) {
    line += (line.empty() ? "" : " ") + single_quoted(word == streamed ? "-" : word);
  }
  return line;
}

/// Takes a word in double quotes off the front. Nothing where none stands there.
std::optional<std::string> take_quoted(std::string_view& text) {
  if (!text.starts_with('"')) return std::nullopt;
  std::string word;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '"') {
      text.remove_prefix(i + 1);
      return word;
    }
    if (text[i] == '\\' && i + 1 < text.size()) ++i;
    word += text[i];
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::vector<std::string>> link_words(std::string_view said) {
  // One command a line, behind a blank; what else is said begins with a letter.
  std::optional<std::vector<std::string>> found;
  for (const std::string& line : base::split_lines(said)) {
    if (!line.starts_with(" \"")) continue;
    if (found) return std::nullopt;
    found.emplace();
    std::string_view rest = base::trim(line);
    while (!rest.empty()) {
      const std::optional<std::string> word = take_quoted(rest);
      if (!word) return std::nullopt;
      found->push_back(*word);
      rest = base::trim(rest);
    }
  }
  if (!found || std::ranges::count(*found, kLinkedObject) != 1 ||
      std::ranges::count(*found, kLinkedOutput) != 1) {
    return std::nullopt;
  }
  return found;
}

std::optional<std::string> clang_script(const BuildPlan& plan) {
  if (plan.steps.size() != 3) return std::nullopt;
  const BuildStep &device = plan.steps[0], &host = plan.steps[1], &link = plan.steps[2];
  if (host.streamed.empty() || device.outputs != std::vector{host.streamed}) return std::nullopt;
  const std::string code = host.streamed.string();
  // Both find most mistakes: what the host step says comes only where the device step went well. A
  // signal that ended one of them ends the script.
  return fmt::format(
      "ends() {{ [ $1 = 0 ] && return; [ $1 -gt 128 ] && kill -$(($1 - 128)) $$; exit $1; }}\n"
      "{{ {1} 2> {0}.text; echo $? > {0}.code; }} | {2} 2> {0}.host\n"
      "host=$?; read -r device < {0}.code\n"
      "cat {0}.text >&2; ends ${{device:-1}}\n"
      "cat {0}.host >&2; ends $host\n"
      "exec {3}\n",
      single_quoted(code), line_of(device.command, code), line_of(host.command, code),
      line_of(link.command, ""));
}

}  // namespace toolchain
