// SPDX-License-Identifier: MIT
#include "vgpu/gpu.h"

#include "ptx/parser.h"
#include "vgpu/decode.h"

namespace vgpu {

base::Result<Program*> VirtualGpu::load(std::string_view ptx, const std::string& name,
                                        const FileNamer& namer) {
  ptx::ParseResult parsed = ptx::parse_module(ptx, name);
  if (parsed.fatal) return std::move(parsed.diagnostics);
  auto program = decode(std::move(parsed.module), memory_, lanes_, namer);
  if (program == nullptr) {
    return base::Diagnostic{{name}, "the module's variables do not fit into device memory", ""};
  }
  programs_.push_back(std::move(program));
  return programs_.back().get();
}

}  // namespace vgpu
