#include "ir/normal_form.h"

#include <algorithm>
#include <unordered_map>

#include "ir/ops_text.h"
#include "ir/shape.h"
#include "support/check.h"

namespace mover::ir {

namespace {

uint64_t mix(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
  return hash ^ (hash >> 29);
}

// The two halves of a wide constant.
struct ConstantPair {
  Constant low, high;
  bool operator==(const ConstantPair&) const = default;
};

struct Hash {
  size_t operator()(const Loc& l) const { return mix(mix(l.file, l.line), l.column); }
  size_t operator()(const Constant& c) const { return mix(mix(static_cast<uint64_t>(c.kind), c.id), c.value); }
  size_t operator()(const ConstantPair& p) const { return mix((*this)(p.low), (*this)(p.high)); }
};

Constant cleaned(Constant c) {
  if (c.kind == Constant::Kind::Int || c.kind == Constant::Kind::Undef) c.id = 0;
  if (c.kind == Constant::Kind::Undef) c.value = 0;
  return c;
}

class LocationTable {
 public:
  explicit LocationTable(std::vector<Loc> old) : old_(std::move(old)) { number_.emplace(Loc{}, 0); }

  LocId renumbered(LocId id) {
    MOVER_CHECK(id < old_.size(), "location ids are in range");
    auto [it, is_new] = number_.emplace(old_[id], static_cast<LocId>(new_.size()));
    if (is_new) new_.push_back(old_[id]);
    return it->second;
  }

  std::vector<Loc> take() { return std::move(new_); }

 private:
  std::vector<Loc> old_, new_{Loc{}};
  std::unordered_map<Loc, LocId, Hash> number_;
};

class FunctionNormaliser {
 public:
  explicit FunctionNormaliser(Function& function) : f_(function) {}

  void run() {
    for (Instr& i : f_.code) instruction(i);
    f_.constants = std::move(constants_);
    f_.args = std::move(args_);
    f_.switches = std::move(switches_);
  }

 private:
  void instruction(Instr& i) {
    const Shape shape = shape_of(i);
    if (count_of_subs(i.op) == 0 && i.op != Op::CmpXchg) i.sub = 0;
    if (!shape.may_have_dst || i.dst < 0) i.dst = -1;
    i.num_results = is_call(i.op) ? static_cast<uint8_t>(shape.num_defs) : 0;
    Operand* fields[] = {&i.a, &i.b, &i.c};
    for (uint8_t k = 0; k < 3; ++k) {
      *fields[k] = k < shape.num_operands ? operand(*fields[k], shape.operands[k].wide()) : kNoOperand;
    }
    for (uint8_t k = shape.num_targets; k < 2; ++k) i.target[k] = 0;
    if (!shape.has_args) i.num_args = 0;
    arguments(i);
    immediate(i, shape);
  }

  void arguments(Instr& i) {
    MOVER_CHECK(static_cast<uint64_t>(i.first_arg) + i.num_args <= f_.args.size() || i.num_args == 0,
                "argument slices are in range");
    const auto first = static_cast<uint32_t>(args_.size());
    for (uint32_t k = 0; k < i.num_args; ++k) args_.push_back(operand(f_.args[i.first_arg + k], false));
    i.first_arg = i.num_args == 0 ? 0 : first;
  }

  static bool has_immediate(Op op) {
    return op == Op::PtrAdd || op == Op::Alloca || op == Op::TlsAddr || op == Op::Call || op == Op::MemCpy ||
           op == Op::MemSet;
  }

  void immediate(Instr& i, const Shape& shape) {
    if (i.op == Op::Switch) {
      MOVER_CHECK(i.imm >= 0 && static_cast<uint64_t>(i.imm) < f_.switches.size(), "switch tables are in range");
      // The table is copied, because several instructions may share it in the old program.
      switches_.push_back(f_.switches[static_cast<size_t>(i.imm)]);
      i.imm = static_cast<int64_t>(switches_.size() - 1);
    } else if (!shape.converts && !has_immediate(i.op)) {
      i.imm = 0;
    }
  }

  Operand operand(Operand o, bool wide) {
    if (o >= 0) return o;
    const auto index = static_cast<size_t>(~o);
    MOVER_CHECK(index + (wide ? 1 : 0) < f_.constants.size(), "constants are in range");
    const Constant low = cleaned(f_.constants[index]);
    if (!wide) {
      auto [it, is_new] = narrow_.emplace(low, constants_.size());
      if (is_new) constants_.push_back(low);
      return ~static_cast<Operand>(it->second);
    }
    const Constant high = cleaned(f_.constants[index + 1]);
    auto [it, is_new] = wide_.emplace(ConstantPair{low, high}, constants_.size());
    if (is_new) constants_.insert(constants_.end(), {low, high});
    return ~static_cast<Operand>(it->second);
  }

  Function& f_;
  std::vector<Constant> constants_;
  std::vector<Operand> args_;
  std::vector<SwitchTable> switches_;
  std::unordered_map<Constant, size_t, Hash> narrow_;
  std::unordered_map<ConstantPair, size_t, Hash> wide_;
};

// Equality of all fields, for the structs of ir.h that have no operator==.
struct Same {
  template <typename T>
  bool operator()(const std::vector<T>& a, const std::vector<T>& b) const {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), *this);
  }

  bool operator()(const DebugType::Member& a, const DebugType::Member& b) const {
    return a.name == b.name && a.offset == b.offset && a.type == b.type && a.bit_offset == b.bit_offset &&
           a.bit_size == b.bit_size;
  }

  bool operator()(const DebugType& a, const DebugType& b) const {
    return a.kind == b.kind && a.name == b.name && a.size == b.size && a.element == b.element &&
           (*this)(a.members, b.members);
  }

  bool operator()(const Function& a, const Function& b) const {
    return a.name == b.name && a.num_params == b.num_params && a.num_regs == b.num_regs &&
           a.is_variadic == b.is_variadic && a.is_library == b.is_library && a.is_system == b.is_system &&
           a.is_atomic == b.is_atomic && a.loc == b.loc && a.code == b.code && a.constants == b.constants &&
           a.args == b.args && a.switches == b.switches && a.varargs == b.varargs && a.byval_params == b.byval_params;
  }

  bool operator()(const Global& a, const Global& b) const {
    return a.name == b.name && a.size == b.size && a.align == b.align && a.is_constant == b.is_constant &&
           a.is_thread_local == b.is_thread_local && a.is_library == b.is_library && a.bytes == b.bytes &&
           a.relocations == b.relocations && a.loc == b.loc && a.type == b.type;
  }
};

}  // namespace

Program normal_form(Program p) {
  LocationTable locations(std::move(p.locs));
  for (Global& g : p.globals) g.loc = locations.renumbered(g.loc);
  for (Function& f : p.functions) {
    f.loc = locations.renumbered(f.loc);
    for (Instr& i : f.code) i.loc = locations.renumbered(i.loc);
    FunctionNormaliser(f).run();
  }
  for (Made& m : p.made) m.loc = locations.renumbered(m.loc);
  for (Label& l : p.labels) l.loc = locations.renumbered(l.loc);
  p.locs = locations.take();
  MOVER_CHECK(!p.files.empty() && !p.types.empty(), "file 0 and type 0 stand for unknown ones");
  p.files[0].clear();
  p.types[0] = {};
  return p;
}

bool identical(const Program& a, const Program& b) {
  const Same same;
  return same(a.functions, b.functions) && same(a.globals, b.globals) && a.files == b.files && a.locs == b.locs &&
         same(a.types, b.types) && a.made == b.made && a.labels == b.labels && a.entry == b.entry &&
         a.warnings == b.warnings;
}

}  // namespace mover::ir
