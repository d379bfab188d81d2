// SPDX-License-Identifier: MIT
#include "vgpu/decode.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "vgpu/instruction_decoder.h"

namespace vgpu {

using ptx::Space;

namespace {

/// The whole module's decoder.
class ModuleDecoder {
 public:
  ModuleDecoder(Program& program, GlobalMemory& memory, const LaneTable& lanes,
                const FileNamer& namer)
      : program_(program), module_(program.source), memory_(memory), lanes_(lanes), namer_(namer) {}

  bool run() {
    place_shared();
    if (!place_variables()) return false;
    declare_functions();
    initialize_variables();
    for (std::uint32_t i = 0; i < program_.functions.size(); ++i) {
      if (program_.functions[i].has_body) InstructionDecoder(program_, i, lanes_, symbols_).run();
    }
    return true;
  }

 private:
  void place_shared();
  std::uint32_t add_shared(const ptx::Variable& variable);
  bool place_variables();
  void initialize_variables();
  void declare_functions();
  void declare(std::uint32_t id);
  void find_lines(std::uint32_t id);
  CodeLine student_line(std::uint32_t line) const;
  bool lost_its_line(const ptx::Instruction& in) const;
  CodeLine next_line(const ptx::Function& function, std::size_t& at) const;

  Program& program_;
  const ptx::Module& module_;
  GlobalMemory& memory_;
  const LaneTable& lanes_;
  const FileNamer& namer_;
  SymbolMap symbols_;
  std::vector<std::string> file_names_;
};

std::uint32_t ModuleDecoder::add_shared(const ptx::Variable& variable) {
  SharedVariable shared;
  shared.name = variable.name;
  shared.size = variable.unsized ? 0 : variable.size;
  shared.alignment = variable.alignment;
  shared.dynamic = variable.unsized || (variable.is_extern && variable.size == 0);
  program_.shared.push_back(std::move(shared));
  return static_cast<std::uint32_t>(program_.shared.size() - 1);
}

/// Every shared array starts in the middle of a slot of its own; all dynamic ones share one slot,
/// as in CUDA.
void ModuleDecoder::place_shared() {
  symbols_.shared_index.assign(module_.variables.size(), ptx::kNoId);
  for (std::size_t i = 0; i < module_.variables.size(); ++i) {
    if (module_.variables[i].space == Space::Shared)
      symbols_.shared_index[i] = add_shared(module_.variables[i]);
  }
  for (const ptx::Function& function : module_.functions) {
    auto& indices = symbols_.local_shared.emplace_back(function.variables.size(), ptx::kNoId);
    for (std::size_t i = 0; i < function.variables.size(); ++i) {
      if (function.variables[i].space == Space::Shared)
        indices[i] = add_shared(function.variables[i]);
    }
  }
  const auto slots = std::bit_ceil(program_.shared.size() + 2);
  const unsigned slot_bits = std::min(24U, 32U - static_cast<unsigned>(std::countr_zero(slots)));
  std::uint32_t next = 1;
  for (SharedVariable& shared : program_.shared) {
    const std::uint32_t slot = shared.dynamic ? 0 : next++;
    shared.address = (slot << slot_bits) + (1U << (slot_bits - 1));
  }
}

bool ModuleDecoder::place_variables() {
  symbols_.variable_address.assign(module_.variables.size(), 0);
  program_.variables.assign(module_.variables.size(), nullptr);
  for (std::size_t i = 0; i < module_.variables.size(); ++i) {
    const ptx::Variable& variable = module_.variables[i];
    if (variable.space == Space::Shared) {
      symbols_.variable_address[i] = program_.shared[symbols_.shared_index[i]].address;
      continue;
    }
    if (variable.space != Space::Global && variable.space != Space::Const) continue;
    Segment* segment = variable.managed
                           ? memory_.allocate_managed(variable.size, variable.name)
                           : memory_.allocate(variable.size, variable.name, Role::ModuleVariable);
    if (segment == nullptr) return false;
    segment->space = variable.space;
    segment->read_only = variable.space == Space::Const;
    segment->element_bytes = static_cast<std::uint32_t>(std::max(1, ptx::bits(variable.type) / 8));
    std::memset(segment->data, 0, variable.size);  // CUDA zeroes what has no initialiser
    segment->initialized.insert_all();
    program_.variables[i] = segment;
    symbols_.variable_address[i] = segment->base;
  }
  return true;
}

void ModuleDecoder::initialize_variables() {
  for (std::size_t i = 0; i < module_.variables.size(); ++i) {
    const ptx::Variable& variable = module_.variables[i];
    Segment* segment = program_.variables[i];
    if (segment == nullptr) continue;
    std::copy_n(variable.initial.begin(),
                std::min<std::size_t>(variable.initial.size(), segment->size), segment->data);
    for (const ptx::Variable::Relocation& relocation : variable.relocations) {
      if (relocation.symbol == ptx::kNoId || relocation.width > sizeof(Address) ||
          relocation.shift >= sizeof(Address) || relocation.offset > segment->size ||
          relocation.width > segment->size - relocation.offset) {
        continue;
      }
      Address address = relocation.is_function ? address_map::kFunctionFirst + relocation.symbol
                                               : symbols_.variable_address[relocation.symbol];
      address += static_cast<Address>(relocation.addend);
      address >>= 8 * relocation.shift;
      std::memcpy(segment->data + relocation.offset, &address, relocation.width);
    }
  }
}

SystemFunction system_function(std::string_view name) {
  if (name == "vprintf") return SystemFunction::Vprintf;
  if (name == "malloc") return SystemFunction::Malloc;
  if (name == "free") return SystemFunction::Free;
  if (name == "__assertfail" || name == "__assert_fail") return SystemFunction::AssertFail;
  return SystemFunction::None;
}

void ModuleDecoder::declare_functions() {
  for (const std::string& path : module_.files)
    file_names_.push_back(path.empty() ? "" : namer_(path));
  program_.functions.resize(module_.functions.size());
  for (std::uint32_t i = 0; i < program_.functions.size(); ++i) declare(i);
}

void ModuleDecoder::declare(std::uint32_t id) {
  const ptx::Function& function = module_.functions[id];
  FunctionCode& code = program_.functions[id];
  code.name = function.name;
  code.is_entry = function.is_entry;
  code.has_body = function.has_body;
  code.problems = function.problems;
  const auto bound = [](const std::uint32_t* extent) {
    return extent[0] == 0 ? 0U : extent[0] * std::max(1U, extent[1]) * std::max(1U, extent[2]);
  };
  code.max_threads = std::max(bound(function.max_threads), bound(function.required_threads));
  if (!function.has_body) {
    code.system = system_function(function.name);
    code.native = lanes_.find_native(function.name);
  }
  if (function.is_entry) {
    for (const auto parameter : function.parameters) {
      const ptx::Variable& variable = function.variables[parameter];
      const auto alignment = static_cast<std::uint32_t>(std::max<std::uint64_t>(
          {variable.alignment, static_cast<std::uint64_t>(ptx::bits(variable.type)) / 8, 1}));
      const std::uint32_t at = (code.entry_parameter_bytes + alignment - 1) / alignment * alignment;
      code.entry_parameter_offsets.push_back(at);
      code.entry_parameter_sizes.push_back(static_cast<std::uint32_t>(variable.size));
      code.entry_parameter_bytes = at + static_cast<std::uint32_t>(variable.size);
    }
  }
  find_lines(id);
}

/// clang marks where the code of each function begins.
bool made_by_clang(const ptx::Function& function) {
  return !function.labels.empty() && function.labels.front().name.starts_with("Lfunc_begin");
}

bool accesses_memory(const ptx::Instruction& in) {
  using ptx::Opcode;
  return in.opcode == Opcode::Ld || in.opcode == Opcode::St || in.opcode == Opcode::Atom ||
         in.opcode == Opcode::Red;
}

/// clang moved the instruction behind code of a header that is called in between: it has lost its
/// line.
bool ModuleDecoder::lost_its_line(const ptx::Instruction& in) const {
  if (in.line >= module_.lines.size()) return false;
  const ptx::SourceLine& place = module_.lines[in.line];
  const bool in_header = place.file < file_names_.size() && file_names_[place.file].empty();
  return place.line == 0 && in_header && accesses_memory(in);
}

/// The first line of the student from instruction `at` on, which is moved there; none at the end.
CodeLine ModuleDecoder::next_line(const ptx::Function& function, std::size_t& at) const {
  for (; at < function.instructions.size(); ++at) {
    CodeLine line = student_line(function.instructions[at].line);
    if (line.line != 0) return line;
  }
  return {};
}

void ModuleDecoder::find_lines(std::uint32_t id) {
  const ptx::Function& function = module_.functions[id];
  program_.functions[id].first_site = static_cast<SiteId>(program_.lines.size());
  CodeLine last;
  std::uint32_t last_loc = ptx::kNoId;
  std::size_t ahead = 0;  // where next_line() has come to: it looks at each instruction once
  for (std::size_t i = 0; i < function.instructions.size(); ++i) {
    const ptx::Instruction& in = function.instructions[i];
    CodeLine line = student_line(in.line);
    // clang names no inlining chain: code from a header belongs to the student's line before it.
    // And it gives a store that it made of several the line of what comes next.
    const bool stolen = in.opcode == ptx::Opcode::St && in.mod.vector > 1 && in.line != last_loc &&
                        made_by_clang(function) && last.line != 0;
    if (line.line == 0 || stolen) line = last;
    last = line;
    // The header was not called by what stands before it (most often a guard), but by a line after.
    if (lost_its_line(in)) {
      ahead = std::max(ahead, i + 1);
      const CodeLine next = next_line(function, ahead);
      if (next.file == last.file && next.line > last.line) ++line.line;
    }
    last_loc = in.line;
    program_.lines.push_back(line);
    program_.instructions.push_back(module_.opcode_texts[in.text]);
  }
  const SiteId first = program_.functions[id].first_site;
  for (ValueFlow& flow : find_value_flow(function)) {
    for (std::uint32_t& load : flow.from) {
      if (load != ValueFlow::kNone) load += first;
    }
    program_.flows.push_back(flow);
  }
  if (function.has_body) {  // the implicit return at the end
    program_.lines.push_back(last);
    program_.instructions.emplace_back("ret");
  }
  program_.flows.resize(program_.lines.size());
  program_.flops.resize(program_.lines.size(), 0);
  program_.approximate.resize(program_.lines.size(), false);
}

/// The innermost place of the inlining chain that lies in a file of the student.
CodeLine ModuleDecoder::student_line(std::uint32_t line) const {
  for (int depth = 0; line != ptx::kNoId && line < module_.lines.size() && depth < 64; ++depth) {
    const ptx::SourceLine& place = module_.lines[line];
    if (place.file < file_names_.size() && !file_names_[place.file].empty() && place.line != 0) {
      return {file_names_[place.file], place.line};
    }
    line = place.inlined_at;
  }
  return {};
}

}  // namespace

std::unique_ptr<Program> decode(ptx::Module module, GlobalMemory& memory, const LaneTable& lanes,
                                const FileNamer& namer) {
  auto program = std::make_unique<Program>();
  program->source = std::move(module);
  if (!ModuleDecoder(*program, memory, lanes, namer).run()) return nullptr;
  return program;
}

}  // namespace vgpu
