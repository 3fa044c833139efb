// Prints programs in the text form of the IR (text.h), which parser.cc parses.
#include <algorithm>
#include <cstdlib>
#include <unordered_map>

#include "ir/format.h"
#include "ir/ops_text.h"
#include "ir/shape.h"
#include "ir/text.h"

namespace mover::ir {

namespace {

class Printer {
 public:
  explicit Printer(const Program& program) : p_(program) {
    for (const Function& f : p_.functions) ++uses_of_name_[f.name];
    for (const Global& g : p_.globals) ++uses_of_name_[g.name];
  }

  std::string take() { return std::move(out_); }

  void program() {
    for (size_t i = 1; i < p_.files.size(); ++i) line("file " + std::to_string(i) + " " + quoted(p_.files[i]));
    for (size_t i = 1; i < p_.types.size(); ++i) type(i, p_.types[i]);
    for (const Global& g : p_.globals) global(g);
    for (const Function& f : p_.functions) function(f);
    for (const Made& m : p_.made) {
      out_ += "made " + quoted(m.name);
      if (!m.function.empty()) out_ += " in " + quoted(m.function);
      out_ += " type " + std::to_string(m.type);
      location(m.loc);
      out_ += "\n";
    }
    for (const Label& l : p_.labels) {
      out_ += "label " + quoted(l.name);
      location(l.loc);
      out_ += "\n";
    }
    line(p_.entry == kNone ? "entry none" : "entry " + function_name(p_.entry));
    for (const std::string& w : p_.warnings) line("warning " + quoted(w));
  }

  void function(const Function& f) {
    out_ += "func " + symbol(f.name) + "(" + std::to_string(f.num_params) + (f.is_variadic ? ", ...)" : ")");
    out_ += " regs " + std::to_string(f.num_regs);
    if (f.is_library) out_ += " library";
    if (f.is_system) out_ += " system";
    if (f.is_atomic) out_ += " atomic";
    if (!f.byval_params.empty()) {
      out_ += " byval ";
      list('(', f.byval_params, ')',
           [&](const auto& b) { out_ += "%" + std::to_string(b.first) + ": " + std::to_string(b.second); });
    }
    location(f.loc);
    out_ += " {\n";
    body(f);
    out_ += "}\n";
  }

  void instruction(const Function& f, uint32_t pc) {
    const Instr& i = f.code[pc];
    const Shape shape = shape_of(i);
    if (i.dst >= 0) destination(i);
    out_ += to_text(i.op);
    suffixes(i, shape);
    operands(f, i, shape);
    tail(f, i, shape);
  }

 private:
  void line(const std::string& text) { out_ += text + "\n"; }

  template <typename Range, typename Print>
  void list(char open, const Range& items, char close, Print print_one) {
    out_ += open;
    bool first = true;
    for (const auto& item : items) {
      if (!first) out_ += ", ";
      first = false;
      print_one(item);
    }
    out_ += close;
  }

  // A function whose name is not unique is printed with its number.
  std::string function_name(FunctionId id) const {
    if (id >= p_.functions.size()) return "<function " + std::to_string(id) + ">";
    const std::string& name = p_.functions[id].name;
    return uses_of_name_.at(name) == 1 ? symbol(name) : "function:" + std::to_string(id);
  }

  std::string global_name(GlobalId id) const {
    if (id >= p_.globals.size()) return "<global " + std::to_string(id) + ">";
    const std::string& name = p_.globals[id].name;
    return uses_of_name_.at(name) == 1 ? symbol(name) : "global:" + std::to_string(id);
  }

  void location(LocId id) {
    if (id >= p_.locs.size()) {
      out_ += " !<location " + std::to_string(id) + ">";
    } else if (const Loc& l = p_.locs[id]; l == Loc{}) {
      out_ += " !none";
    } else {
      out_ += " !" + std::to_string(l.file) + ":" + std::to_string(l.line) + ":" + std::to_string(l.column);
    }
  }

  void type(size_t index, const DebugType& t) {
    out_ += "type " + std::to_string(index) + " " + to_text(t.kind) + " " + quoted(t.name);
    out_ += " size " + std::to_string(t.size);
    if (t.element != 0) out_ += " element " + std::to_string(t.element);
    if (!t.members.empty()) {
      out_ += " members ";
      list('(', t.members, ')', [&](const DebugType::Member& m) {
        out_ += quoted(m.name) + " at " + std::to_string(m.offset) + " type " + std::to_string(m.type);
        if (m.bit_offset != 0 || m.bit_size != 0) {
          out_ += " bits " + std::to_string(m.bit_offset) + " " + std::to_string(m.bit_size);
        }
      });
    }
    out_ += "\n";
  }

  void global(const Global& g) {
    out_ += "global " + symbol(g.name) + " size " + std::to_string(g.size) + " align " + std::to_string(g.align);
    if (g.is_constant) out_ += " constant";
    if (g.is_thread_local) out_ += " thread_local";
    if (g.is_library) out_ += " library";
    if (g.type != 0) out_ += " type " + std::to_string(g.type);
    if (!g.bytes.empty()) {
      out_ += " =";
      initial_bytes(g.bytes);
    }
    if (!g.relocations.empty()) {
      out_ += " with ";
      list('(', g.relocations, ')', [&](const Relocation& r) {
        out_ += std::to_string(r.offset) + ": ";
        address(r.target);
      });
    }
    location(g.loc);
    out_ += "\n";
  }

  void initial_bytes(const std::vector<uint8_t>& bytes) {
    size_t text = bytes.size();
    while (text > 0 && bytes[text - 1] == 0) --text;
    bool readable = text > 0;
    for (size_t i = 0; i < text && readable; ++i) readable = bytes[i] >= 0x20 && bytes[i] < 0x7f;
    size_t at = 0;
    if (readable) {
      at = text + (text < bytes.size() ? 1 : 0);  // the terminating NUL belongs to the string
      out_ += " " + quoted(std::string_view(reinterpret_cast<const char*>(bytes.data()), at));
    } else if (bytes.size() == 4 || bytes.size() == 8) {
      uint64_t value = 0;
      for (size_t i = bytes.size(); i-- > 0;) value = value << 8 | bytes[i];
      const auto width = static_cast<uint32_t>(bytes.size() * 8);
      out_ += " i" + std::to_string(width) + " " + integer(value, width);
      return;
    }
    raw_bytes(bytes, at);
  }

  void raw_bytes(const std::vector<uint8_t>& bytes, size_t at) {
    constexpr size_t kLongRun = 8;
    bool in_bytes = false;
    while (at < bytes.size()) {
      size_t run = 0;
      while (at + run < bytes.size() && bytes[at + run] == 0) ++run;
      if (run >= kLongRun || (run > 0 && at + run == bytes.size())) {
        out_ += " zero " + std::to_string(run);
        at += run;
        in_bytes = false;
        continue;
      }
      if (!in_bytes) out_ += " bytes";
      in_bytes = true;
      for (size_t end = at + std::max<size_t>(run, 1); at < end; ++at) {
        out_ += {' ', "0123456789abcdef"[bytes[at] >> 4], "0123456789abcdef"[bytes[at] & 15]};
      }
    }
  }

  void body(const Function& f) {
    std::vector<char> labelled(f.code.size(), 0);
    auto mark = [&](uint32_t pc) {
      if (pc < labelled.size()) labelled[pc] = 1;
    };
    for (const Instr& i : f.code) {
      const uint8_t targets = shape_of(i).num_targets;
      for (uint8_t k = 0; k < targets; ++k) mark(i.target[k]);
      if (i.op != Op::Switch || i.imm < 0 || static_cast<uint64_t>(i.imm) >= f.switches.size()) continue;
      const SwitchTable& table = f.switches[static_cast<size_t>(i.imm)];
      for (const auto& [value, target] : table.cases) mark(target);
      mark(table.fallback);
    }
    size_t next_varargs = 0;
    for (uint32_t pc = 0; pc < f.code.size(); ++pc) {
      if (labelled[pc]) out_ += label(pc) + ":\n";
      out_ += "  ";
      instruction(f, pc);
      while (next_varargs < f.varargs.size() && f.varargs[next_varargs].first < pc) ++next_varargs;
      if (next_varargs < f.varargs.size() && f.varargs[next_varargs].first == pc)
        varargs(f.varargs[next_varargs].second);
      location(f.code[pc].loc);
      out_ += "\n";
    }
  }

  static std::string label(uint32_t pc) { return "L" + std::to_string(pc); }

  void varargs(const std::vector<VarArg>& entries) {
    out_ += " varargs ";
    list('(', entries, ')', [&](const VarArg& v) {
      out_ += std::to_string(v.registers);
      if (v.align != 8) out_ += " align " + std::to_string(v.align);
      if (v.byval_bytes != 0) out_ += " byval " + std::to_string(v.byval_bytes);
    });
  }

  void destination(const Instr& i) {
    out_ += "%" + std::to_string(i.dst);
    if (is_call(i.op) && i.num_results > 1) out_ += ":" + std::to_string(i.num_results);
    out_ += " = ";
  }

  void suffixes(const Instr& i, const Shape& shape) {
    if (count_of_subs(i.op) > 0 && !shape.has_args) out_ += std::string(".") + sub_to_text(i.op, i.sub);
    if (shape.uses_width || i.width != 64) out_ += "." + std::to_string(i.width);
    if (i.order != Order::NotAtomic) out_ += std::string(".") + to_text(i.order);
    if (i.op == Op::CmpXchg && (i.sub & ~kWeakExchange) != 0) out_ += std::string(".") + to_text(order_on_failure(i));
    if (is_weak_exchange(i)) out_ += ".weak";
    if (i.is_float) out_ += ".float";
    if (i.is_pointer) out_ += ".ptr";
    if (i.is_volatile) out_ += ".volatile";
  }

  void operands(const Function& f, const Instr& i, const Shape& shape) {
    const Operand fields[] = {i.a, i.b, i.c};
    for (uint8_t k = 0; k < shape.num_operands; ++k) {
      out_ += k == 0 ? " " : ", ";
      operand(f, fields[k], shape.operands[k]);
    }
  }

  // Prints the text after the plain operands: targets, callees, arguments, tables.
  void tail(const Function& f, const Instr& i, const Shape& shape) {
    if (shape.converts) out_ += " from " + std::to_string(i.imm);
    for (uint8_t k = 0; k < shape.num_targets; ++k) {
      out_ += (k + shape.num_operands == 0 ? " " : ", ") + label(i.target[k]);
    }
    switch (i.op) {
      case Op::PtrAdd:
        out_ += ", " + std::to_string(i.imm);
        break;
      case Op::Alloca:
        out_ += " align " + std::to_string(i.imm);
        break;
      case Op::MemCpy:
      case Op::MemSet:
        if (i.imm != 0) out_ += " align " + std::to_string(std::abs(i.imm));
        if (i.op == Op::MemCpy && i.imm > 0) out_ += " disjoint";
        break;
      case Op::TlsAddr:
        out_ += " " + global_name(static_cast<GlobalId>(i.imm));
        break;
      case Op::Switch:
        switch_table(f, i);
        break;
      case Op::Ret:
        if (i.num_args > 0) arguments(f, i, " ");
        break;
      case Op::Call:
        out_ += " " + function_name(static_cast<FunctionId>(i.imm));
        arguments(f, i, "");
        break;
      case Op::CallInd:
        arguments(f, i, "");
        break;
      case Op::Sync:
      case Op::Service:
        out_ += std::string(" ") + sub_to_text(i.op, i.sub);
        arguments(f, i, "");
        break;
      default:
        break;
    }
  }

  void arguments(const Function& f, const Instr& i, const char* before) {
    out_ += std::string(before) + "(";
    for (uint32_t k = 0; k < i.num_args; ++k) {
      if (k > 0) out_ += ", ";
      const uint64_t at = static_cast<uint64_t>(i.first_arg) + k;
      if (at >= f.args.size()) {
        out_ += "<argument " + std::to_string(at) + ">";
        break;
      }
      operand(f, f.args[at], {64, false});
    }
    out_ += ")";
  }

  void switch_table(const Function& f, const Instr& i) {
    if (i.imm < 0 || static_cast<uint64_t>(i.imm) >= f.switches.size()) {
      out_ += ", <table " + std::to_string(i.imm) + ">";
      return;
    }
    const SwitchTable& table = f.switches[static_cast<size_t>(i.imm)];
    out_ += ", ";
    list('[', table.cases, ']', [&](const auto& c) { out_ += integer(c.first, i.width) + ": " + label(c.second); });
    out_ += ", " + label(table.fallback);
  }

  void operand(const Function& f, Operand o, Shape::Part part) {
    if (o == kNoOperand) {
      out_ += "<nothing>";
    } else if (o >= 0) {
      out_ += "%" + std::to_string(o);
    } else if (const auto index = static_cast<size_t>(~o); index + (part.wide() ? 1 : 0) >= f.constants.size()) {
      out_ += "<constant " + std::to_string(index) + ">";
    } else if (part.wide()) {
      wide_constant(f.constants[index], f.constants[index + 1], part);
    } else {
      constant(f.constants[index], part);
    }
  }

  void constant(const Constant& c, Shape::Part part) {
    if (c.kind == Constant::Kind::Undef) {
      out_ += "undef";
    } else if (c.kind != Constant::Kind::Int) {
      address(c);
    } else if (part.is_float && (part.width == 32 || part.width == 64)) {
      out_ += floating(c.value, part.width);
    } else {
      out_ += integer(c.value, part.width);
    }
  }

  void wide_constant(const Constant& low, const Constant& high, Shape::Part part) {
    if (low.kind == Constant::Kind::Int && high.kind == Constant::Kind::Int) {
      out_ += integer(static_cast<Wide>(high.value) << 64 | low.value, part.width);
    } else if (low.kind == Constant::Kind::Undef && high.kind == Constant::Kind::Undef) {
      out_ += "undef";
    } else {
      out_ += "<";
      constant(low, {});
      out_ += ", ";
      constant(high, {});
      out_ += ">";
    }
  }

  void address(const Constant& c) {
    if (c.kind == Constant::Kind::Function) {
      out_ += function_name(c.id);
    } else if (c.kind == Constant::Kind::Global) {
      out_ += global_name(c.id);
    } else {
      out_ += "<no address>";
      return;
    }
    if (c.value == 0) return;
    const bool negative = c.value >> 63 != 0;
    out_ += (negative ? "-" : "+") + std::to_string(negative ? 0 - c.value : c.value);
  }

  const Program& p_;
  std::unordered_map<std::string_view, uint32_t> uses_of_name_;
  std::string out_;
};

}  // namespace

std::string print(const Program& program) {
  Printer printer(program);
  printer.program();
  return printer.take();
}

std::string print(const Program& program, const Function& function) {
  Printer printer(program);
  printer.function(function);
  return printer.take();
}

std::string print_instruction(const Program& program, const Function& function, uint32_t pc) {
  Printer printer(program);
  printer.instruction(function, pc);
  return printer.take();
}

}  // namespace mover::ir
