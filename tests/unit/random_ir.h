// Random well-formed programs. The same seed gives the same program on every machine. The programs have all
// irregularities that the verifier allows: pools with duplicates and unused entries, ambiguous names, arbitrary values
// in unused fields.
#pragma once

#include <random>
#include <string>
#include <utility>
#include <vector>

#include "ir/ops_text.h"
#include "ir/shape.h"

namespace mover::ir {

class RandomProgram {
 public:
  explicit RandomProgram(uint64_t seed) : random_(seed) {}

  Program make() {
    tables();
    const uint32_t functions = 1 + below(4);
    for (uint32_t i = 0; i < functions; ++i) p_.functions.emplace_back().name = name();
    const uint32_t globals = 1 + below(5);
    for (uint32_t i = 0; i < globals; ++i) p_.globals.emplace_back().name = name();
    p_.globals[0].is_thread_local = true;
    for (Global& g : p_.globals) global(g);
    for (uint32_t i = 0; i < functions; ++i) function(p_.functions[i], i == 0);
    p_.entry = 0;
    for (uint32_t i = below(3); i > 0; --i)
      p_.made.push_back({below(p_.locs.size()), below(p_.types.size()), name(), chance(2) ? name() : ""});
    for (uint32_t i = below(3); i > 0; --i) p_.labels.push_back({below(p_.locs.size()), name()});
    if (chance(3)) p_.warnings.push_back("a \"warning\"\n");
    return std::move(p_);
  }

 private:
  // std::uniform_int_distribution differs between libraries; a remainder does not.
  uint32_t below(uint64_t n) { return static_cast<uint32_t>(random_() % n); }
  bool chance(uint32_t one_in) { return below(one_in) == 0; }

  std::string name() {
    static const char* const kNames[] = {"x", "main", "a.b$c_1", "we ird", "", "\x01q\"\\", "_Z3fooi", "0"};
    return chance(3) ? kNames[below(8)] : "name" + std::to_string(next_name_++);
  }

  void tables() {
    p_.files.push_back("a.c");
    p_.files.push_back("dir with \"quotes\"/b\xc3\xa9.c");
    for (uint32_t i = 0; i < 10; ++i) p_.locs.push_back({below(3), below(40), below(3)});
    for (uint32_t i = 0; i < 6; ++i) p_.types.push_back({});
    for (size_t i = 1; i < p_.types.size(); ++i) type(p_.types[i]);
  }

  void type(DebugType& t) {
    t.kind = static_cast<DebugType::Kind>(below(static_cast<uint32_t>(DebugType::Kind::Enum) + 1));
    t.name = name();
    t.size = random_() >> below(64);
    t.element = below(p_.types.size());
    for (uint32_t i = below(3); i > 0; --i) {
      t.members.push_back({name(), random_() >> below(64), below(p_.types.size()), below(3), below(3)});
    }
  }

  void global(Global& g) {
    g.size = below(80);
    g.align = uint64_t{1} << below(5);
    g.is_constant = chance(3);
    g.is_library = chance(3);
    g.loc = below(p_.locs.size());
    g.type = below(p_.types.size());
    if (chance(2)) {
      g.bytes.resize(g.size);
      const uint32_t style = below(4);  // zeros, sparse, text, noise
      for (uint8_t& b : g.bytes) {
        if (style == 1 && chance(9)) b = static_cast<uint8_t>(below(256));
        if (style == 2) b = static_cast<uint8_t>(' ' + below(95));
        if (style == 3) b = static_cast<uint8_t>(below(256));
      }
    }
    for (uint64_t at = below(8); at + 8 <= g.size; at += 8 + below(24)) g.relocations.push_back({at, address()});
  }

  Constant address() {
    if (p_.globals.size() == 1 || chance(3)) return {Constant::Kind::Function, below(p_.functions.size()), 0};
    const uint64_t offset = chance(2) ? 0 : random_() >> below(64);
    return {Constant::Kind::Global, 1 + below(p_.globals.size() - 1), chance(3) ? 0 - offset : offset};
  }

  void function(Function& f, bool is_entry) {
    f.num_params = is_entry ? 0 : below(4);
    f.num_regs = 8 + below(20);
    f.is_variadic = !is_entry && chance(3);
    f.is_library = chance(3);
    f.is_atomic = chance(5);
    f.loc = below(p_.locs.size());
    for (uint32_t r = 0; r < f.num_params; ++r) {
      if (chance(4)) f.byval_params.emplace_back(r, 1 + below(99));
    }
    const uint32_t size = 1 + below(25);
    const bool wide_returns = chance(4);
    for (uint32_t pc = 0; pc < size; ++pc) {
      f.code.push_back(instruction(f, size, pc + 1 == size, wide_returns));
      if (is_call(f.code.back().op) && chance(2)) f.varargs.emplace_back(pc, varargs(f.code.back().num_args));
    }
  }

  std::vector<VarArg> varargs(uint32_t available) {
    std::vector<VarArg> entries;
    while (available > 0 && !chance(3)) {
      VarArg v;
      if (available > 1 && chance(3)) v.registers = 2;
      v.align = chance(3) ? 16 : 8;
      if (v.registers == 1 && chance(3)) v.byval_bytes = 1 + below(64);
      available -= v.registers;
      entries.push_back(v);
    }
    return entries;
  }

  Instr instruction(Function& f, uint32_t size, bool last, bool wide_returns) {
    Instr i = rubbish();
    do {
      i.op = static_cast<Op>(below(static_cast<uint32_t>(Op::Service) + 1));
    } while (last && falls_through(i.op));
    if (uint32_t subs = count_of_subs(i.op)) i.sub = static_cast<uint8_t>(below(subs));
    if (!may_be_atomic(i.op)) i.order = Order::NotAtomic;
    if (i.op == Op::CmpXchg) {
      constexpr Order on_failure[] = {Order::NotAtomic, Order::Relaxed, Order::Acquire, Order::SeqCst};
      i.sub = i.order == Order::NotAtomic ? 0 : static_cast<uint8_t>(on_failure[below(4)]);
    }
    i.loc = below(p_.locs.size());
    choose_width(i);
    i.a = kNoOperand;
    if (i.op == Op::Ret) return ret(f, i, wide_returns);
    i.dst = shape_of(i).must_have_dst ? 0 : -1;
    const Shape shape = shape_of(i);
    Operand* fields[] = {&i.a, &i.b, &i.c};
    for (uint8_t k = 0; k < shape.num_operands; ++k) *fields[k] = operand(f, shape.operands[k].width);
    for (uint32_t& t : i.target) t = below(size);
    if (shape.has_args) arguments(f, i);
    if (shape.must_have_dst || (shape.may_have_dst && chance(2))) i.dst = static_cast<int32_t>(below(f.num_regs - 5));
    if (is_call(i.op)) i.num_results = static_cast<uint8_t>(below(4));
    immediate(f, i, size);
    return i;
  }

  Instr rubbish() {
    Instr i;
    i.sub = static_cast<uint8_t>(below(5));
    i.order = static_cast<Order>(below(6));
    i.is_float = chance(4);
    i.is_pointer = chance(4);
    i.is_volatile = chance(4);
    i.num_results = static_cast<uint8_t>(below(4));
    i.b = static_cast<Operand>(below(3)) - 1;
    i.c = chance(2) ? kNoOperand : static_cast<Operand>(below(9)) - 4;
    i.imm = static_cast<int64_t>(random_());
    i.first_arg = below(9);
    i.num_args = below(9);
    return i;
  }

  uint8_t float_width() { return static_cast<uint8_t>(chance(3) ? 80 : chance(2) ? 64 : 32); }
  uint8_t int_width(uint32_t most) {
    static const uint8_t kUsual[] = {1, 8, 16, 32, 64};
    return chance(3) ? static_cast<uint8_t>(1 + below(most)) : kUsual[below(5)];
  }

  // Chooses the width of the instruction, and for a conversion also that of its operand. An operand that is a float in
  // the instruction's shape gets the width of a float.
  void choose_width(Instr& i) {
    i.width = 64;
    i.imm = 64;
    const Shape shape = shape_of(i);
    const bool is_float = shape.result.is_float || (shape.num_operands > 0 && shape.operands[0].is_float) ||
                          (shape.num_operands > 1 && shape.operands[1].is_float);
    i.width = is_float ? float_width() : int_width(i.op == Op::Switch ? 64 : 128);
    if (i.op == Op::ICmp) i.sub = static_cast<uint8_t>(below(10));
    if (i.op == Op::FCmp) i.sub = static_cast<uint8_t>(10 + below(16));
    if (i.op == Op::Ret) i.width = i.is_float ? float_width() : int_width(64);
    if (shape.converts) {
      i.width = shape.result.is_float ? float_width() : int_width(128);
      i.imm = shape.operands[0].is_float ? float_width() : int_width(128);
    }
    if (i.op == Op::Trunc) std::tie(i.width, i.imm) = std::pair(int_width(64), 65 + below(64));
    if (i.op == Op::ZExt || i.op == Op::SExt) std::tie(i.imm, i.width) = std::pair(int_width(64), 65 + below(64));
  }

  Instr ret(Function& f, Instr i, bool wide_returns) {
    i.dst = -1;
    i.num_args = 0;
    if (wide_returns && chance(2)) i.width = i.is_float ? 80 : 128;
    const bool wide = i.width > 64;
    if (wide == wide_returns && chance(2)) {
      i.a = operand(f, i.width);
    } else if (wide_returns) {
      arguments(f, i);
      i.num_args = i.num_args >= 2 ? 2 : 0;
    }
    return i;
  }

  void arguments(Function& f, Instr& i) {
    i.num_args = below(4);
    if (i.op == Op::Sync) i.num_args = arity(static_cast<SyncOp>(i.sub));
    if (i.op == Op::Service) i.num_args = arity(static_cast<ServiceOp>(i.sub));
    for (uint32_t unused = below(3); unused > 0; --unused) f.args.push_back(operand(f, 64));
    i.first_arg = static_cast<uint32_t>(f.args.size());
    for (uint32_t k = 0; k < i.num_args; ++k) f.args.push_back(operand(f, 64));
  }

  void immediate(Function& f, Instr& i, uint32_t size) {
    if (i.op == Op::Call) i.imm = below(p_.functions.size());
    if (i.op == Op::TlsAddr) i.imm = 0;
    if (i.op == Op::Alloca) i.imm = int64_t{1} << below(6);
    if ((i.op == Op::MemCpy || i.op == Op::MemSet) && below(2) == 0) i.imm = int64_t{1} << below(6);
    if (i.op == Op::MemCpy && below(2) == 0) i.imm = -i.imm;
    if (i.op == Op::PtrAdd) i.imm = chance(2) ? static_cast<int64_t>(below(40)) : static_cast<int64_t>(random_());
    if (i.op != Op::Switch) return;
    SwitchTable table;
    table.fallback = below(size);
    uint64_t value = bits(i.width) / 2;
    const uint64_t most = i.width == 64 ? UINT64_MAX : (uint64_t{1} << i.width) - 1;
    for (uint32_t cases = below(4); cases > 0 && value < most; --cases, ++value)
      table.cases.emplace_back(value, below(size));
    i.imm = static_cast<int64_t>(f.switches.size());
    f.switches.push_back(table);
  }

  uint64_t bits(uint32_t width) {
    const uint64_t value = chance(3) ? random_() : chance(2) ? below(300) : 0 - uint64_t{below(300)};
    return width >= 64 ? value : value & ((uint64_t{1} << width) - 1);
  }

  Constant constant(uint32_t width) {
    if (chance(6)) return {Constant::Kind::Undef, 0, below(3)};
    if (width == 64 && chance(3)) return address();
    return {Constant::Kind::Int, below(2), bits(width)};
  }

  Operand operand(Function& f, uint32_t width) {
    if (chance(2)) return static_cast<Operand>(below(f.num_regs - 1));
    for (uint32_t unused = below(2); unused > 0; --unused) f.constants.push_back(constant(8));
    const auto index = static_cast<Operand>(f.constants.size());
    f.constants.push_back(constant(width < 64 ? width : 64));
    if (width > 64) f.constants.push_back(constant(width - 64));
    return ~index;
  }

  std::mt19937_64 random_;
  uint32_t next_name_ = 0;
  Program p_;
};

}  // namespace mover::ir
