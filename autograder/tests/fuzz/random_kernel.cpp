// SPDX-License-Identifier: MIT
#include "tests/fuzz/random_kernel.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace fuzz {
namespace {

/// Statements of which each may stand anywhere, also where the warp is divided.
class Writer {
 public:
  explicit Writer(std::span<const std::byte> bytes) : bytes_(bytes) {}

  std::string module() {
    out_ = R"(.version 7.0
.target sm_70
.address_size 64
.shared .align 16 .b8 tile[512];
)";
    for (const char* name : {"f0", "f1"}) function(name);
    out_ += R"(.visible .entry k(.param .u64 pa, .param .u64 pb)
{
.reg .pred %p<9>;
.reg .b32 %r<20>;
.reg .f32 %f<8>;
.reg .b64 %rd<8>;
ld.param.u64 %rd1, [pa];
ld.param.u64 %rd2, [pb];
cvta.to.global.u64 %rd1, %rd1;
cvta.to.global.u64 %rd2, %rd2;
mov.u32 %r0, %tid.x;
mov.u32 %r1, %ctaid.x;
mad.lo.u32 %r2, %r1, 64, %r0;
mov.u32 %r3, %laneid;
mov.u32 %r4, 1;
mov.u32 %r5, 7;
mov.u32 %r6, 0;
mov.u32 %r7, 65535;
mov.f32 %f0, 0f3F800000;
cvt.rn.f32.u32 %f1, %r2;
cvt.rn.f32.u32 %f2, %r0;
mov.f32 %f3, 0fBF000000;
)";
    body(0);
    // Each thread its own word: a kernel that does no more than this has no race.
    line("mul.wide.u32 %rd4, %r2, 4;\nadd.s64 %rd5, %rd1, %rd4;\nst.global.u32 [%rd5], %r$s;");
    return out_ + "ret;\n}\n";
  }

 private:
  /// A number below `bound`; 0 when the bytes are used up.
  unsigned next(unsigned bound) {
    if (at_ == bytes_.size()) return 0;
    return static_cast<unsigned>(bytes_[at_++]) % bound;
  }
  bool done() const { return at_ == bytes_.size(); }

  /// One line, with random operands from left to right: $d an integer register that may be written,
  /// $s any integer register, $f a float register, $b a buffer's address, $x a lane distance.
  void line(std::string_view form) {
    for (std::size_t i = 0; i < form.size(); ++i) {
      if (form[i] != '$') {
        out_ += form[i];
        continue;
      }
      out_ += std::to_string(operand(form[++i]));
    }
    out_ += '\n';
  }

  unsigned operand(char kind) {
    switch (kind) {
      case 'd':
        return 4 + next(4);
      case 's':
        return next(8);
      case 'f':
        return next(4);
      case 'b':
        return 1 + next(2);
      default:
        return 1 + next(31);
    }
  }

  /// One of the opcodes, then the rest of the line.
  template <std::size_t Count>
  void line(const std::array<std::string_view, Count>& opcodes, std::string_view rest) {
    out_ += opcodes[next(Count)];
    line(rest);
  }

  /// A function that does a few things to the cell it is given.
  void function(const std::string& name) {
    out_ += ".func " + name + R"((.param .b64 cell, .param .b32 value)
{
.reg .b32 %r<16>;
.reg .f32 %f<4>;
.reg .b64 %rd<8>;
ld.param.u64 %rd5, [cell];
ld.param.u32 %r0, [value];
mov.u32 %r1, %ctaid.x;
mov.u32 %r2, %r0;
mov.u32 %r3, 3;
mov.u32 %r4, %r0;
mov.u32 %r5, %tid.x;
mov.u32 %r6, %r1;
mov.u32 %r7, 1;
mov.f32 %f0, 0f3F800000;
mov.f32 %f1, %f0;
mov.f32 %f2, %f0;
mov.f32 %f3, %f0;
)";
    const unsigned statements = next(3);
    for (unsigned i = 0; i < statements; ++i) update();
    out_ += "ret;\n}\n";
  }

  void call() {
    global_address();
    line("{\n.param .b64 p0;\nst.param.b64 [p0], %rd5;\n.param .b32 p1;\nst.param.b32 [p1], %r$s;");
    line(next(2) == 0 ? "call f0, (p0, p1);\n}" : "call f1, (p0, p1);\n}");
  }

  void body(int depth) {
    const unsigned statements = 1 + next(12);
    for (unsigned i = 0; i < statements && !done(); ++i) statement(depth);
  }

  void statement(int depth) {
    switch (next(11)) {
      case 0:
      case 1:
        return integer();
      case 2:
        return floating();
      case 3:
        return global_access();
      case 4:
        return shared_access();
      case 5:
        return atomic();
      case 6:
        return depth == 0 ? warp_wide() : integer();
      case 7:
        return depth < 3 ? branch(depth) : integer();
      case 8:
        return depth < 2 ? loop(depth) : floating();
      case 9:
        return call();
      default:
        return depth == 0 ? line("bar.sync 0;") : floating();
    }
  }

  void integer() {
    static constexpr std::array<std::string_view, 15> kOpcodes = {
        "add.s32", "sub.s32",    "mul.lo.s32", "min.s32", "max.u32",
        "and.b32", "or.b32",     "xor.b32",    "shl.b32", "shr.u32",
        "shr.s32", "mul.hi.u32", "div.u32",    "rem.s32", "mul.hi.s32"};
    line(kOpcodes, " %r$d, %r$s, %r$s;");
  }

  void floating() {
    static constexpr std::array<std::string_view, 6> kOpcodes = {
        "add.f32", "sub.f32", "mul.f32", "min.f32", "max.f32", "div.rn.f32"};
    if (next(3) == 0) return line("fma.rn.f32 %f$f, %f$f, %f$f, %f$f;");
    line(kOpcodes, " %f$f, %f$f, %f$f;");
  }

  /// An address in %rd5: the thread, its number in the grid, its block or any register, times a
  /// stride; mostly within the buffer and aligned.
  void global_address() {
    static constexpr std::array<std::string_view, 4> kIndices = {
        "mov.u32 %r10, %r2;", "mov.u32 %r10, %r0;", "mov.u32 %r10, %r1;",
        "and.b32 %r10, %r$s, 63;"};
    line(kIndices[next(4)]);
    static constexpr std::array<unsigned, 8> kStrides = {4, 0, 4, 8, 12, 16, 32, 1};
    out_ += "mul.wide.u32 %rd4, %r10, " + std::to_string(kStrides[next(8)]) + ";\n";
    line("add.s64 %rd5, %rd$b, %rd4;");
  }

  void global_access() {
    global_address();
    static constexpr std::array<std::string_view, 6> kForms = {
        "st.global.u32 [%rd5], %r$s;", "st.global.f32 [%rd5+4], %f$f;",
        "ld.global.f32 %f$f, [%rd5];", "ld.global.u8 %r$d, [%rd5];",
        "ld.global.u32 %r$d, [%rd5];", "ld.global.v2.u32 {%r4, %r5}, [%rd5];"};
    line(kForms[next(6)]);
  }

  void shared_access() {
    line("and.b32 %r11, %r$s, 63;");
    line(next(2) == 0 ? "shl.b32 %r11, %r11, 2;" : "shl.b32 %r11, %r11, 3;");
    line("mov.u32 %r12, tile;");
    line("add.u32 %r12, %r12, %r11;");
    line(next(2) == 0 ? "st.shared.u32 [%r12], %r$s;" : "ld.shared.u32 %r$d, [%r12];");
  }

  void atomic() {
    global_address();
    update();
  }

  /// Something that other blocks may see, to the cell at %rd5: mostly one kind of reduction, since
  /// a kernel that mixes them has its blocks run one after another.
  void update() {
    static constexpr std::array<std::string_view, 13> kForms = {
        "red.global.add.f32 [%rd5], %f$f;",
        "red.global.inc.u32 [%rd5], %r$s;",
        "cvt.u64.u32 %rd6, %r$s;\nred.global.add.u64 [%rd5], %rd6;",
        "atom.global.add.u32 %r13, [%rd5], %r$s;",
        "atom.global.max.u32 %r$d, [%rd5], %r$s;",
        "atom.global.or.b32 %r13, [%rd5], %r$s;",
        "atom.global.exch.b32 %r$d, [%rd5], %r$s;",
        "atom.global.cas.b32 %r$d, [%rd5], %r$s, %r$s;",
        "ld.volatile.global.u32 %r$d, [%rd5];",
        "st.volatile.global.u32 [%rd5], %r$s;",
        "st.relaxed.gpu.global.u32 [%rd5], %r$s;",
        "ld.acquire.gpu.global.u32 %r$d, [%rd5];",
        "membar.gl;"};
    static constexpr std::array<std::string_view, 7> kReductions = {
        "add.u32", "min.s32", "min.u32", "max.s32", "and.b32", "or.b32", "xor.b32"};
    const unsigned choice = next(32);
    if (choice < kForms.size()) return line(kForms[choice]);
    if (choice % 2 == 0) return line("red.global.add.u32 [%rd5], %r$s;");
    out_ += "red.global.";
    line(kReductions, " [%rd5], %r$s;");
  }

  void warp_wide() {
    static constexpr std::array<std::string_view, 3> kForms = {
        "shfl.sync.bfly.b32 %r$d, %r$s, $x, 31, 0xffffffff;",
        "setp.lt.s32 %p8, %r$s, %r$s;\nvote.sync.ballot.b32 %r$d, %p8, 0xffffffff;",
        "bar.warp.sync 0xffffffff;"};
    line(kForms[next(3)]);
  }

  void branch(int depth) {
    const std::string label = std::to_string(labels_++), predicate = "%p" + std::to_string(depth);
    line((next(2) == 0 ? "setp.lt.s32 " : "setp.eq.s32 ") + predicate + ", %r$s, %r$s;");
    line("@" + predicate + " bra ELSE" + label + ";");
    body(depth + 1);
    line("bra.uni END" + label + ";");
    line("ELSE" + label + ":");
    body(depth + 1);
    line("END" + label + ":");
  }

  void loop(int depth) {
    const std::string label = std::to_string(labels_++);
    const std::string counter = "%r" + std::to_string(14 + depth);
    const std::string predicate = "%p" + std::to_string(4 + depth);
    line("and.b32 " + counter + ", %r$s, 3;");
    line("LOOP" + label + ":");
    body(depth + 1);
    line("sub.s32 " + counter + ", " + counter + ", 1;");
    line("setp.gt.s32 " + predicate + ", " + counter + ", 0;");
    line("@" + predicate + " bra LOOP" + label + ";");
  }

  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
  int labels_ = 0;
  std::string out_;
};

}  // namespace

std::string random_kernel(std::span<const std::byte> bytes) {
  return Writer(bytes).module();
}

}  // namespace fuzz
