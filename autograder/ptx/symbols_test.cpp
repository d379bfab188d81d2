// SPDX-License-Identifier: MIT
#include "ptx/symbols.h"

#include <catch2/catch.hpp>

namespace {

using ptx::Symbol;
using ptx::SymbolTable;
using ptx::Type;

Symbol reg(Type type) {
  return {Symbol::Kind::Register, type};
}

Type type_of(SymbolTable& table, const char* name) {
  const Symbol* symbol = table.find(name);
  return symbol == nullptr ? Type::None : symbol->type;
}

TEST_CASE("an inner scope hides names of the outer one until it ends") {
  SymbolTable table;
  table.open_scope();
  CHECK(table.declare("a", reg(Type::B32)));
  CHECK_FALSE(table.declare("a", reg(Type::B64)));
  table.open_scope();
  CHECK(type_of(table, "a") == Type::B32);
  CHECK(table.declare("a", reg(Type::F64)));
  CHECK(type_of(table, "a") == Type::F64);
  table.close_scope();
  CHECK(type_of(table, "a") == Type::B32);
  CHECK(type_of(table, "b") == Type::None);
}

TEST_CASE("a range declares its members and no more") {
  SymbolTable table;
  table.open_scope();
  CHECK(table.declare_range("%r", 12, Type::B32));
  CHECK(table.declare_range("%rd", 3, Type::B64));
  CHECK(type_of(table, "%r0") == Type::B32);
  CHECK(type_of(table, "%r11") == Type::B32);
  CHECK(type_of(table, "%rd2") == Type::B64);
  for (const char* name : {"%r12", "%r", "%r01", "%rd3", "%rx", "%r99999999999999999999"}) {
    INFO(name);
    CHECK(type_of(table, name) == Type::None);
  }
}

TEST_CASE("a range in an inner scope hides used members of the outer one") {
  SymbolTable table;
  table.open_scope();
  table.declare_range("%r", 10, Type::B32);
  table.find("%r1")->id = 5;
  table.open_scope();
  table.declare_range("%r", 2, Type::B64);
  CHECK(type_of(table, "%r1") == Type::B64);
  CHECK(table.find("%r1")->id == ptx::kNoId);
  table.close_scope();
  CHECK(table.find("%r1")->id == 5);
  table.open_scope();
  table.declare_range("%r", 2, Type::F32);
  CHECK(table.find("%r1")->id == ptx::kNoId);
}

TEST_CASE("a name of its own and a member of a range are told apart by scope") {
  SymbolTable table;
  table.open_scope();
  table.declare_range("%r", 10, Type::B32);
  table.open_scope();
  table.declare("%r3", reg(Type::F32));
  CHECK(type_of(table, "%r3") == Type::F32);
  CHECK(type_of(table, "%r4") == Type::B32);
  table.open_scope();
  table.declare_range("%r", 4, Type::Pred);
  CHECK(type_of(table, "%r3") == Type::Pred);
}

TEST_CASE("a range whose prefix ends with a digit is found too") {
  SymbolTable table;
  table.open_scope();
  table.declare_range("%r1", 5, Type::B16);
  CHECK(type_of(table, "%r14") == Type::B16);
  table.declare_range("%r", 13, Type::B32);
  CHECK(type_of(table, "%r12") == Type::B32);
  CHECK(type_of(table, "%r14") == Type::B16);
}

}  // namespace
