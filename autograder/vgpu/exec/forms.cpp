// SPDX-License-Identifier: MIT
#include "vgpu/exec/forms.h"

#include <initializer_list>
#include <string>
#include <string_view>

namespace vgpu::testing {
namespace {

using Words = std::initializer_list<std::string_view>;

/// Register letter of a type: "s32" is in an r.
char letter(std::string_view type) {
  if (type == "f32") return 'f';
  if (type == "f64") return 'D';
  if (type == "pred") return 'p';
  if (type.ends_with("x2")) return type.starts_with('e') ? 'h' : 'r';
  if (type.ends_with("64")) return 'd';
  if (type.ends_with("32")) return 'r';
  return 'h';
}

std::string joined(std::string_view stem, std::string_view type) {
  return std::string(stem) + "." + std::string(type);
}

/// Adds `stem.type` for each type; in `operands`, t stands for the type's register.
void add_typed(std::vector<Form>& forms, Words stems, Words types, std::string_view operands) {
  for (const auto stem : stems) {
    for (const auto type : types) {
      Form form{joined(stem, type), std::string(operands)};
      for (char& c : form.operands) c = c == 't' ? letter(type) : c;
      forms.push_back(form);
    }
  }
}

void add_integers(std::vector<Form>& forms) {
  const Words ints = {"u16", "s16", "u32", "s32", "u64", "s64"};
  const Words wide_ints = {"u32", "s32", "u64", "s64"};
  add_typed(forms, {"add", "sub", "mul.lo", "mul.hi", "div", "rem", "min", "max"}, ints, "t=tt");
  add_typed(forms, {"mad.lo", "mad.hi", "sad"}, ints, "t=ttt");
  add_typed(forms, {"abs", "neg"}, {"s16", "s32", "s64"}, "t=t");
  add_typed(forms, {"add.sat", "sub.sat"}, {"s32"}, "t=tt");
  add_typed(forms, {"mad.hi.sat", "mad24.hi.sat"}, {"s32"}, "t=ttt");
  add_typed(forms, {"mul24.lo", "mul24.hi"}, {"u32", "s32"}, "t=tt");
  add_typed(forms, {"mad24.lo", "mad24.hi"}, {"u32", "s32"}, "t=ttt");
  add_typed(forms, {"mul.wide"}, {"u16", "s16"}, "r=tt");
  add_typed(forms, {"mul.wide"}, {"u32", "s32"}, "d=tt");
  add_typed(forms, {"mad.wide"}, {"u16", "s16"}, "r=ttr");
  add_typed(forms, {"mad.wide"}, {"u32", "s32"}, "d=ttd");
  add_typed(forms, {"min", "max", "add"}, {"u16x2", "s16x2"}, "t=tt");
  add_typed(forms, {"bfe"}, wide_ints, "t=trr");
  add_typed(forms, {"bfind", "bfind.shiftamt"}, wide_ints, "r=t");
  for (const auto a : {"u32", "s32"}) {
    for (const auto b : {"u32", "s32"}) {
      for (const auto stem : {"dp4a", "dp2a.lo", "dp2a.hi"}) {
        forms.push_back({joined(joined(stem, a), b), "r=rrr"});
      }
      for (const auto stem : {"vabsdiff2.u32", "vabsdiff4.u32"}) {
        const std::string parts = joined(joined(stem, a), b);
        forms.push_back({parts, "r=rrr"});
        if (std::string_view(a) == b) forms.push_back({parts + ".add", "r=rrr"});
      }
    }
  }
}

/// Sums and products of twice the width, through the carry.
void add_carries(std::vector<Form>& forms) {
  for (const std::string type : {"u32", "s32", "u64", "s64"}) {
    const std::string r = letter(type) == 'r' ? "%r" : "%rd";
    const std::string l(1, letter(type));
    const auto line = [&](const std::string& opcode, Words operands) {
      std::string text = opcode + "." + type + " ";
      for (const auto operand : operands) {
        if (text.back() != ' ') text += ", ";
        text += r + std::string(operand);
      }
      return text + "; ";
    };
    const std::string pair = l + l + "=" + l + l + l + l;
    const std::string triple = l + l + l + "=" + l + l + l + l;
    forms.push_back({"", pair, line("add.cc", {"0", "2", "4"}) + line("addc", {"1", "3", "5"})});
    forms.push_back({"", pair, line("sub.cc", {"0", "2", "4"}) + line("subc", {"1", "3", "5"})});
    forms.push_back({"", triple,
                     line("add.cc", {"0", "3", "4"}) + line("addc.cc", {"1", "5", "6"}) +
                         line("addc", {"2", "3", "5"})});
    forms.push_back({"", triple,
                     line("sub.cc", {"0", "3", "4"}) + line("subc.cc", {"1", "5", "6"}) +
                         line("subc", {"2", "3", "5"})});
    forms.push_back(
        {"", pair,
         line("mad.lo.cc", {"0", "2", "3", "4"}) + line("madc.hi", {"1", "2", "3", "5"})});
    forms.push_back({"", triple,
                     line("mad.hi.cc", {"0", "3", "4", "5"}) +
                         line("madc.lo.cc", {"1", "3", "4", "6"}) +
                         line("madc.lo", {"2", "5", "6", "3"})});
  }
}

void add_bits(std::vector<Form>& forms) {
  const Words bits = {"b16", "b32", "b64"};
  add_typed(forms, {"and", "or", "xor"}, {"pred", "b16", "b32", "b64"}, "t=tt");
  add_typed(forms, {"not"}, {"pred", "b16", "b32", "b64"}, "t=t");
  add_typed(forms, {"cnot"}, bits, "t=t");
  add_typed(forms, {"shl"}, bits, "t=tr");
  add_typed(forms, {"shr"}, {"b16", "u16", "s16", "b32", "u32", "s32", "b64", "u64", "s64"},
            "t=tr");
  add_typed(forms, {"popc", "clz"}, {"b32", "b64"}, "r=t");
  add_typed(forms, {"brev"}, {"b32", "b64"}, "t=t");
  add_typed(forms, {"bfi"}, {"b32", "b64"}, "t=ttrr");
  add_typed(forms, {"bmsk.clamp", "bmsk.wrap"}, {"b32"}, "r=rr");
  add_typed(forms, {"szext.clamp", "szext.wrap"}, {"u32", "s32"}, "r=rr");
  add_typed(forms, {"shf.l.wrap", "shf.l.clamp", "shf.r.wrap", "shf.r.clamp"}, {"b32"}, "r=rrr");
  for (const auto mode : {"", ".f4e", ".b4e", ".rc8", ".ecl", ".ecr", ".rc16"}) {
    forms.push_back({std::string("prmt.b32") + mode, "r=rrr"});
  }
  for (const auto table : {"0x96", "0xE8", "0x0A", "0x01", "0xFE", "0x2B"}) {
    forms.push_back({"lop3.b32", std::string("r=rrr#") + table});
  }
  forms.push_back({"lop3.or.b32", "rp=rrr#0x96 p"});
  forms.push_back({"lop3.and.b32", "rp=rrr#0xE2 !p"});
  forms.push_back({"fns.b32", "r=rrr"});
}

void add_moves(std::vector<Form>& forms) {
  add_typed(forms, {"mov"}, {"pred", "b16", "u16", "s16", "b32", "u32", "s32", "f32"}, "t=t");
  add_typed(forms, {"mov"}, {"b64", "u64", "s64", "f64"}, "t=t");
  forms.push_back({"mov.b32", "r={hh}"});
  forms.push_back({"mov.b64", "d={rr}"});
  forms.push_back({"mov.b64", "d={hhhh}"});
  forms.push_back({"mov.b32", "{hh}=r"});
  forms.push_back({"mov.b64", "{rr}=d"});
  forms.push_back({"mov.b64", "{hhhh}=d"});
  add_typed(forms, {"selp"}, {"b16", "u16", "s16", "b32", "u32", "s32", "f32"}, "t=ttp");
  add_typed(forms, {"selp"}, {"b64", "u64", "s64", "f64"}, "t=ttp");
  forms.push_back({"selp.b32", "r=rr!p"});
  for (const auto type : {"b16", "u32", "s64", "f32", "f64"}) {
    const std::string t(1, letter(type));
    forms.push_back({joined(joined("slct", type), "s32"), t + "=" + t + t + "r"});
    forms.push_back({joined(joined("slct", type), "f32"), t + "=" + t + t + "f"});
    forms.push_back({joined(joined("slct.ftz", type), "f32"), t + "=" + t + t + "f"});
  }
}

void add_comparisons(std::vector<Form>& forms) {
  for (const auto op : {"eq", "ne", "lt", "le", "gt", "ge"}) {
    add_typed(forms, {joined("setp", op)}, {"u16", "s16", "u32", "s32", "u64", "s64"}, "p=tt");
  }
  for (const auto op : {"lo", "ls", "hi", "hs"}) {
    add_typed(forms, {joined("setp", op)}, {"u16", "u32", "u64"}, "p=tt");
  }
  add_typed(forms, {"setp.eq", "setp.ne"}, {"b16", "b32", "b64"}, "p=tt");
  for (const auto op : {"eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu",
                        "geu", "num", "nan"}) {
    add_typed(forms, {joined("setp", op)}, {"f32", "f64", "f16", "bf16"}, "p=tt");
    add_typed(forms, {joined("setp", op) + ".ftz"}, {"f32", "f16"}, "p=tt");
    forms.push_back({joined("setp", op) + ".f16x2", "pp=rr"});
    forms.push_back({joined("setp", op) + ".bf16x2", "pp=rr"});
  }
  for (const auto boolean : {"and", "or", "xor"}) {
    forms.push_back({joined("setp.lt", boolean) + ".s32", "p=rrp"});
    forms.push_back({joined("setp.geu", boolean) + ".f32", "pp=ff!p"});
    forms.push_back({joined("setp.lt", boolean) + ".f16x2", "pp=rrp"});
    forms.push_back({joined("set.gt", boolean) + ".u32.u64", "r=ddp"});
  }
  forms.push_back({"setp.ne.s64", "pp=dd"});
  for (const auto to : {"u32", "s32", "f32"}) {
    const std::string d(1, letter(to));
    for (const auto from : {"u16", "s16", "u32", "s32", "u64", "s64", "b32", "f32", "f64"}) {
      const std::string s(1, letter(from));
      forms.push_back(
          {joined(joined(from[0] == 'b' ? "set.eq" : "set.le", to), from), d + "=" + s + s});
    }
    forms.push_back({joined("set.ltu.ftz", to) + ".f32", d + "=ff"});
  }
  for (const auto to : {"f16", "u16", "s16", "u32", "s32"}) {
    const std::string d(1, letter(to));
    forms.push_back({joined("set.gtu", to) + ".f16", d + "=hh"});
  }
  forms.push_back({"set.lt.f16x2.f16x2", "r=rr"});
  forms.push_back({"set.ne.bf16.bf16", "h=hh"});
  forms.push_back({"set.geu.bf16x2.bf16x2", "r=rr"});
  forms.push_back({"set.lt.f16.f32", "h=ff"});
}

void add_floating(std::vector<Form>& forms) {
  for (const auto rounding : {"", ".rn", ".rz", ".rm", ".rp"}) {
    for (const auto stem : {"add", "sub", "mul"}) {
      for (const auto variant : {"", ".ftz", ".sat", ".ftz.sat"}) {
        forms.push_back({std::string(stem) + rounding + variant + ".f32", "f=ff"});
      }
      forms.push_back({std::string(stem) + rounding + ".f64", "D=DD"});
    }
    if (rounding[0] == 0) continue;
    for (const auto stem : {"fma", "mad"}) {
      for (const auto variant : {"", ".ftz", ".sat", ".ftz.sat"}) {
        forms.push_back({std::string(stem) + rounding + variant + ".f32", "f=fff"});
      }
      forms.push_back({std::string(stem) + rounding + ".f64", "D=DDD"});
    }
    for (const auto variant : {"", ".ftz"}) {
      forms.push_back({std::string("div") + rounding + variant + ".f32", "f=ff"});
      forms.push_back({std::string("rcp") + rounding + variant + ".f32", "f=f"});
      forms.push_back({std::string("sqrt") + rounding + variant + ".f32", "f=f"});
    }
    forms.push_back({std::string("div") + rounding + ".f64", "D=DD"});
    forms.push_back({std::string("rcp") + rounding + ".f64", "D=D"});
    forms.push_back({std::string("sqrt") + rounding + ".f64", "D=D"});
  }
  for (const auto stem : {"min", "max"}) {
    for (const auto variant :
         {"", ".ftz", ".NaN", ".ftz.NaN", ".xorsign.abs", ".NaN.xorsign.abs"}) {
      forms.push_back({std::string(stem) + variant + ".f32", "f=ff"});
      forms.push_back({std::string(stem) + variant + ".f16", "h=hh"});
      forms.push_back({std::string(stem) + variant + ".f16x2", "r=rr"});
      if (std::string_view(variant).starts_with(".ftz")) continue;
      forms.push_back({std::string(stem) + variant + ".bf16", "h=hh"});
      forms.push_back({std::string(stem) + variant + ".bf16x2", "r=rr"});
    }
    forms.push_back({joined(stem, "f64"), "D=DD"});
    for (const auto variant : {"", ".ftz", ".NaN", ".abs", ".ftz.NaN.abs"}) {
      forms.push_back({std::string(stem) + variant + ".f32", "f=fff"});
    }
  }
  add_typed(forms, {"abs", "neg"}, {"f32", "f64", "f16", "f16x2", "bf16", "bf16x2"}, "t=t");
  add_typed(forms, {"abs.ftz", "neg.ftz"}, {"f32", "f16", "f16x2"}, "t=t");
  add_typed(forms, {"copysign"}, {"f32", "f64"}, "t=tt");
  for (const auto mode : {"finite", "infinite", "number", "notanumber", "normal", "subnormal"}) {
    add_typed(forms, {joined("testp", mode)}, {"f32", "f64"}, "p=t");
  }
}

void add_halves(std::vector<Form>& forms) {
  add_typed(forms, {"add", "sub", "mul", "add.rn", "sub.ftz", "mul.sat", "add.ftz.sat"},
            {"f16", "f16x2"}, "t=tt");
  add_typed(forms, {"add", "sub", "mul"}, {"bf16", "bf16x2"}, "t=tt");
  add_typed(forms, {"fma.rn", "fma.rn.ftz", "fma.rn.sat", "fma.rn.relu", "fma.rn.ftz.relu"},
            {"f16", "f16x2"}, "t=ttt");
  add_typed(forms, {"fma.rn", "fma.rn.relu"}, {"bf16", "bf16x2"}, "t=ttt");
  add_typed(forms, {"ex2.approx"}, {"f16", "f16x2"}, "t=t");
  add_typed(forms, {"ex2.approx.ftz"}, {"bf16", "bf16x2"}, "t=t");
  add_typed(forms, {"tanh.approx"}, {"f16", "f16x2", "bf16", "bf16x2"}, "t=t");
}

void add_approximations(std::vector<Form>& forms) {
  for (const auto stem : {"sin.approx", "cos.approx", "lg2.approx", "ex2.approx", "rcp.approx",
                          "rsqrt.approx", "sqrt.approx"}) {
    add_typed(forms, {stem, std::string(stem) + ".ftz"}, {"f32"}, "t=t");
  }
  add_typed(forms, {"tanh.approx"}, {"f32"}, "t=t");
  add_typed(forms, {"rcp.approx.ftz", "rsqrt.approx.ftz", "rsqrt.approx"}, {"f64"}, "t=t");
  add_typed(forms, {"div.approx", "div.approx.ftz", "div.full", "div.full.ftz"}, {"f32"}, "t=tt");
}

/// May cvt.sat stand between these integer types? Only where something can be out of range.
bool may_saturate(std::string_view to, std::string_view from) {
  const auto bits = [](std::string_view type) { return std::stoi(std::string(type.substr(1))); };
  if (to[0] == from[0]) return bits(to) < bits(from);
  return to[0] == 'u' || bits(to) <= bits(from);
}

/// Between integers, from registers of the type's width and wider.
void add_integer_conversions(std::vector<Form>& forms) {
  for (const auto to : {"u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64"}) {
    for (const auto from : {"u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64"}) {
      const std::string types = joined(to, from);
      const std::string d(1, letter(to));
      const std::string s(1, letter(from));
      forms.push_back({"cvt." + types, d + "=" + s});
      if (may_saturate(to, from)) forms.push_back({"cvt.sat." + types, d + "=" + s});
      if (to[1] == '8' || to[1] == '1') forms.push_back({"cvt." + types, "r=" + s});
      if (from[1] == '8' || from[1] == '1') forms.push_back({"cvt." + types, d + "=r"});
    }
  }
  forms.push_back({"cvt.u32.u8", "d=d"});
  forms.push_back({"cvt.s16.s8", "r=r"});
}

void add_float_conversions(std::vector<Form>& forms) {
  for (const auto type : {"u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64"}) {
    const std::string i(1, letter(type));
    for (const auto real : {"f16", "bf16", "f32", "f64"}) {
      const std::string f(1, letter(real));
      if (real[0] == 'b' && type[1] == '8') continue;
      for (const auto rounding : {".rni", ".rzi", ".rmi", ".rpi"}) {
        forms.push_back({std::string("cvt") + rounding + "." + joined(type, real), i + "=" + f});
        if (f != "f") continue;
        forms.push_back(
            {std::string("cvt") + rounding + ".ftz." + joined(type, real), i + "=" + f});
      }
      for (const auto rounding : {".rn", ".rz", ".rm", ".rp"}) {
        forms.push_back({std::string("cvt") + rounding + "." + joined(real, type), f + "=" + i});
      }
    }
  }
  for (const auto rounding : {".rni", ".rzi", ".rmi", ".rpi"}) {
    for (const auto variant : {"", ".ftz", ".sat", ".ftz.sat"}) {
      forms.push_back({std::string("cvt") + rounding + variant + ".f32.f32", "f=f"});
    }
    forms.push_back({std::string("cvt") + rounding + ".f64.f64", "D=D"});
    forms.push_back({std::string("cvt") + rounding + ".f16.f16", "h=h"});
  }
  for (const auto rounding : {".rn", ".rz", ".rm", ".rp"}) {
    for (const auto variant : {"", ".ftz", ".sat", ".ftz.sat"}) {
      forms.push_back({std::string("cvt") + rounding + variant + ".f32.f64", "f=D"});
    }
    forms.push_back({std::string("cvt") + rounding + ".f16.f64", "h=D"});
    forms.push_back({std::string("cvt") + rounding + ".f16.f32", "h=f"});
    forms.push_back({std::string("cvt") + rounding + ".bf16.f32", "h=f"});
  }
  for (const auto form : {"cvt.f64.f32", "cvt.ftz.f64.f32", "cvt.sat.f64.f32"}) {
    forms.push_back({form, "D=f"});
  }
  for (const auto form : {"cvt.sat.f32.f32", "cvt.ftz.sat.f32.f32", "cvt.ftz.f32.f32"}) {
    forms.push_back({form, "f=f"});
  }
  for (const auto form : {"cvt.f32.f16", "cvt.ftz.f32.f16", "cvt.sat.f32.f16", "cvt.f32.bf16"}) {
    forms.push_back({form, "f=h"});
  }
  forms.push_back({"cvt.f64.f16", "D=h"});
  forms.push_back({"cvt.rn.ftz.f16.f32", "h=f"});
  forms.push_back({"cvt.rn.sat.f16.f32", "h=f"});
  forms.push_back({"cvt.rn.relu.f16.f32", "h=f"});
  forms.push_back({"cvt.rz.relu.bf16.f32", "h=f"});
}

void add_packed_conversions(std::vector<Form>& forms) {
  for (const auto form : {"cvt.rn.f16x2.f32", "cvt.rz.f16x2.f32", "cvt.rn.relu.f16x2.f32",
                          "cvt.rn.bf16x2.f32", "cvt.rz.bf16x2.f32", "cvt.rn.relu.bf16x2.f32"}) {
    forms.push_back({form, "r=ff"});
  }
  forms.push_back({"cvt.rna.tf32.f32", "r=f"});
  forms.push_back({"cvt.pack.sat.u16.s32", "r=rr"});
  forms.push_back({"cvt.pack.sat.s16.s32", "r=rr"});
  forms.push_back({"cvt.pack.sat.u8.s32.b32", "r=rrr"});
  forms.push_back({"cvt.pack.sat.s8.s32.b32", "r=rrr"});
  for (const auto type : {"e4m3x2", "e5m2x2"}) {
    forms.push_back({joined("cvt.rn.satfinite", type) + ".f32", "h=ff"});
    forms.push_back({joined("cvt.rn.satfinite.relu", type) + ".f32", "h=ff"});
    forms.push_back({joined("cvt.rn.satfinite", type) + ".f16x2", "h=r"});
    forms.push_back({joined("cvt.rn.f16x2", type), "r=h"});
    forms.push_back({joined("cvt.rn.relu.f16x2", type), "r=h"});
  }
}

void add_warp(std::vector<Form>& forms) {
  for (const auto mode : {"up", "down", "bfly", "idx"}) {
    const std::string opcode = joined("shfl.sync", mode) + ".b32";
    forms.push_back({opcode, "rp=rrr#0xffffffff"});
    forms.push_back({opcode, "r=r#3 #0x1f #0xffffffff"});
    forms.push_back({opcode, "rp=rr#0x180f #0xffffffff"});
  }
  for (const auto mode : {"all", "any", "uni"}) {
    forms.push_back({joined("vote.sync", mode) + ".pred", "p=p#0xffffffff"});
  }
  forms.push_back({"vote.sync.ballot.b32", "r=p#0xffffffff"});
  forms.push_back({"vote.sync.ballot.b32", "r=!p#0xffffffff"});
  add_typed(forms, {"match.any.sync"}, {"b32", "b64"}, "r=t#0xffffffff");
  add_typed(forms, {"match.all.sync"}, {"b32", "b64"}, "rp=t#0xffffffff");
  add_typed(forms, {"match.all.sync"}, {"b32"}, "r=t#0xffffffff");
  add_typed(forms, {"redux.sync.add", "redux.sync.min", "redux.sync.max"}, {"u32", "s32"},
            "r=r#0xffffffff");
  add_typed(forms, {"redux.sync.and", "redux.sync.or", "redux.sync.xor"}, {"b32"},
            "r=r#0xffffffff");
  for (const auto variant : {"", ".abs", ".NaN", ".abs.NaN"}) {
    forms.push_back({std::string("redux.sync.min") + variant + ".f32", "f=f#0xffffffff"});
    forms.push_back({std::string("redux.sync.max") + variant + ".f32", "f=f#0xffffffff"});
  }
  for (const auto mode : {"up", "down", "bfly", "idx"}) {
    forms.push_back({joined("shfl", mode) + ".b32", "rp=rrr"});
  }
  forms.push_back({"activemask.b32", "r="});
  forms.push_back({"elect.sync", "rp=#0xffffffff"});
}

}  // namespace

std::vector<Form> all_forms() {
  std::vector<Form> forms;
  add_integers(forms);
  add_carries(forms);
  add_bits(forms);
  add_moves(forms);
  add_comparisons(forms);
  add_floating(forms);
  add_halves(forms);
  add_approximations(forms);
  add_integer_conversions(forms);
  add_float_conversions(forms);
  add_packed_conversions(forms);
  add_warp(forms);
  return forms;
}

}  // namespace vgpu::testing
