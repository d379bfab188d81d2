// SPDX-License-Identifier: MIT
#include "toolchain/nvcc_script.h"

#include <fmt/format.h>

#include <array>
#include <vector>

#include "base/text.h"
#include "toolchain/shell.h"

namespace toolchain {
namespace {

/// What each line of a dry run begins with.
constexpr std::string_view kMark = "#$ ";
/// Goes into the names of what is local to the file; any identifier does.
constexpr std::string_view kModuleName = "_00000000_7_program_00000000";

/// "NAME=value"; where the '=' is, or npos.
std::size_t assignment(std::string_view line) {
  const std::size_t end = line.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_");
  return end != 0 && end != std::string_view::npos && line[end] == '=' ? end
                                                                       : std::string_view::npos;
}

bool has(std::string_view line, std::string_view text) {
  return line.find(text) != std::string_view::npos;
}

/// The word after an option, quotes taken off.
std::string_view value_of(std::string_view line, std::string_view option) {
  const std::size_t at = line.find(option);
  if (at == std::string_view::npos) return {};
  std::string_view rest = line.substr(at + option.size());
  if (!rest.starts_with(" \"")) return {};
  rest.remove_prefix(2);
  return rest.substr(0, rest.find('"'));
}

struct Part {
  std::string_view program, options;

  bool is(std::string_view line) const { return line.starts_with(program) && has(line, options); }
};

enum Number { HostText, HostFrontEnd, DeviceText, DeviceCode, Embedding, HostCode, Linking, Count };

/// The parts in nvcc's order.
constexpr std::array<Part, Count> kParts = {{{"gcc ", " -E "},
                                             {"cudafe++ ", " --gen_module_id_file "},
                                             {"gcc ", " -D__CUDA_ARCH__="},
                                             {"\"$CICC_PATH/cicc\" ", " --module_id_file_name "},
                                             {"fatbinary ", " --embedded-fatbin="},
                                             {"gcc ", " -c "},
                                             {"g++ ", " -shared "}}};

}  // namespace

std::optional<std::string> side_by_side_script(std::string_view dry_run) {
  std::string script;
  std::vector<std::string> parts;
  for (std::string_view line : base::split_lines(dry_run)) {
    if (!line.starts_with(kMark)) return std::nullopt;
    line.remove_prefix(kMark.size());
    if (line.starts_with("rm ")) continue;  // of what an earlier run may have left
    const std::size_t equals = assignment(line);
    if (equals != std::string_view::npos) {
      script += fmt::format("export {}={}\n", line.substr(0, equals),
                            single_quoted(line.substr(equals + 1)));
      continue;
    }
    if (parts.size() == Count || !kParts[parts.size()].is(line)) return std::nullopt;
    parts.emplace_back(line);
  }
  if (parts.size() != Count) return std::nullopt;
  const std::string_view module = value_of(parts[HostFrontEnd], "--module_id_file_name");
  if (module.empty() || value_of(parts[DeviceCode], "--module_id_file_name") != module) {
    return std::nullopt;
  }
  const std::string name = fmt::format("\"{}\"", module);
  const std::string made = " --gen_module_id_file";
  parts[HostFrontEnd].erase(parts[HostFrontEnd].find(made), made.size());
  // What the device half says comes after what the host half does, and only where that went well:
  // both find most mistakes.
  script += fmt::format(
      "printf %s {0} > {1}\n"
      "({2} && {3} && {4}) > {1}.device 2>&1 & device=$!\n"
      "{5} && {6} || exit\n"
      "wait $device; code=$?\n"
      "cat {1}.device >&2\n"
      "[ $code = 0 ] || exit $code\n"
      "{7} && {8}\n",
      kModuleName, name, parts[DeviceText], parts[DeviceCode], parts[Embedding], parts[HostText],
      parts[HostFrontEnd], parts[HostCode], parts[Linking]);
  return script;
}

}  // namespace toolchain
