#include "ir/verify_function.h"

#include <cstdlib>
#include <unordered_set>

#include "ir/ops_text.h"
#include "ir/shape.h"

namespace mover::ir {

namespace {

bool legal_width(Shape::Part part) {
  if (part.is_float) return part.width == 32 || part.width == 64 || part.width == 80;
  return part.width >= 1 && part.width <= 128;
}

class FunctionVerifier {
 public:
  FunctionVerifier(const Program& program, const Function& function, std::vector<std::string>& problems)
      : p_(program), f_(function), problems_(problems) {}

  void run() {
    header();
    for (pc_ = 0; pc_ < f_.code.size(); ++pc_) instruction(f_.code[pc_]);
    varargs();
  }

 private:
  void header() {
    if (f_.num_params > f_.num_regs) {
      function_problem("has " + number(f_.num_params) + " parameters but only " + number(f_.num_regs) + " registers.");
    }
    if (f_.loc >= p_.locs.size()) function_problem("has location " + number(f_.loc) + " out of range.");
    std::unordered_set<uint32_t> seen;
    for (const auto& [parameter, bytes] : f_.byval_params) {
      if (parameter >= f_.num_params) function_problem("passes %" + number(parameter) + " by value, not a parameter.");
      if (bytes == 0) function_problem("passes %" + number(parameter) + " by value with no bytes.");
      if (!seen.insert(parameter).second) function_problem("passes %" + number(parameter) + " by value twice.");
    }
    for (size_t k = 0; k < f_.constants.size(); ++k) {
      if (std::string bad = bad_address(p_, f_.constants[k]); !bad.empty()) {
        function_problem("has constant " + number(k) + ", which " + bad + ".");
      }
    }
    if (f_.code.empty()) function_problem("has no instructions.");
  }

  void instruction(const Instr& i) {
    if (static_cast<uint32_t>(i.op) > static_cast<uint32_t>(Op::Service)) return problem("is no operation.");
    if (uint32_t count = count_of_subs(i.op); count > 0 && i.sub >= count) return problem("has no such variant.");
    const Shape shape = shape_of(i);
    widths(i, shape);
    operands(i, shape);
    result(i, shape);
    if (shape.has_args) arguments(i);
    for (uint8_t k = 0; k < shape.num_targets; ++k) target(i.target[k]);
    specifics(i, shape);
    if (i.loc >= p_.locs.size()) problem("has location " + number(i.loc) + " out of range.");
    if (static_cast<uint32_t>(i.order) > static_cast<uint32_t>(Order::SeqCst)) problem("has no such memory order.");
    if (i.order != Order::NotAtomic && !may_be_atomic(i.op)) problem("cannot have a memory order.");
    if (i.op == Op::CmpXchg && (i.sub & ~kWeakExchange) != 0) order_on_failure(i);
    if (pc_ + 1 == f_.code.size() && falls_through(i.op))
      problem("is the last instruction, and control runs off the end.");
  }

  // A failed exchange writes nothing, so its order cannot be a release.
  void order_on_failure(const Instr& i) {
    const auto order = static_cast<Order>(i.sub & ~kWeakExchange);
    if (order != Order::Relaxed && order != Order::Acquire && order != Order::SeqCst)
      problem("has no such memory order on failure.");
    if (i.order == Order::NotAtomic) problem("has a memory order on failure only.");
  }

  void widths(const Instr& i, const Shape& shape) {
    for (uint8_t k = 0; k < shape.num_operands; ++k) {
      if (!legal_width(shape.operands[k])) return bad_width(shape.operands[k]);
    }
    if (shape.uses_width && shape.may_have_dst && !legal_width(shape.result)) return bad_width(shape.result);
    if (i.op == Op::Switch && i.width > 64) problem("switches on more than 64 bits.");
    if (i.op == Op::Trunc && i.imm <= i.width) problem("must go from more bits to fewer.");
    if ((i.op == Op::ZExt || i.op == Op::SExt) && i.imm >= i.width) problem("must go from fewer bits to more.");
    if (i.op == Op::ICmp && is_float_predicate(static_cast<Predicate>(i.sub)))
      problem("compares integers with a float predicate.");
    if (i.op == Op::FCmp && !is_float_predicate(static_cast<Predicate>(i.sub)))
      problem("compares floats with an integer predicate.");
  }

  void bad_width(Shape::Part part) {
    if (part.is_float) {
      problem("has a float of " + number(part.width) + " bits; floats have 32, 64 or 80.");
    } else {
      problem("has a width of " + number(part.width) + " bits; integers have 1 to 128.");
    }
  }

  void operands(const Instr& i, const Shape& shape) {
    const Operand fields[] = {i.a, i.b, i.c};
    for (uint8_t k = 0; k < shape.num_operands; ++k) operand(fields[k], shape.operands[k].width, "operand", k);
  }

  // `width` 0: the width is unknown, so the bits of a constant are not checked.
  void operand(Operand o, uint32_t width, const char* what, uint32_t k) {
    const std::string which = std::string("has ") + what + " " + number(k + 1) + " ";
    const uint64_t count = width > 64 ? 2 : 1;
    if (o == kNoOperand) return problem("lacks " + std::string(what) + " " + number(k + 1) + ".");
    if (o >= 0) {
      if (static_cast<uint64_t>(o) + count > f_.num_regs) {
        problem(which + "in %" + number(static_cast<uint64_t>(o) + count - 1) + ", beyond the " + number(f_.num_regs) +
                " registers.");
      }
      return;
    }
    const auto first = static_cast<uint64_t>(~o);
    if (first + count > f_.constants.size())
      return problem(which + "beyond the " + number(f_.constants.size()) + " constants.");
    for (uint64_t c = 0; width != 0 && c < count; ++c) {
      constant(f_.constants[first + c], count == 1 ? width : c == 0 ? 64 : width - 64, which);
    }
  }

  void constant(const Constant& c, uint32_t width, const std::string& which) {
    switch (c.kind) {
      case Constant::Kind::Int:
        if (width < 64 && c.value >> width != 0) {
          problem(which + "with constant " + number(c.value) + ", which does not fit in " + number(width) + " bits.");
        }
        return;
      case Constant::Kind::Undef:
        return;
      case Constant::Kind::Global:
      case Constant::Kind::Function:
        if (width != 64) problem(which + "with an address, which does not fit in " + number(width) + " bits.");
        return;
    }
    problem(which + "with a constant of no known kind.");
  }

  void result(const Instr& i, const Shape& shape) {
    if (shape.must_have_dst && i.dst < 0) return problem("has no register for its result.");
    if (!shape.may_have_dst && i.dst >= 0)
      return problem("has no result to put into %" + number(static_cast<uint32_t>(i.dst)) + ".");
    if (shape.num_defs == 0) return;
    const uint64_t last = static_cast<uint64_t>(i.dst) + shape.num_defs - 1;
    if (last >= f_.num_regs) problem("writes %" + number(last) + ", beyond the " + number(f_.num_regs) + " registers.");
  }

  void arguments(const Instr& i) {
    if (i.num_args > 0 && static_cast<uint64_t>(i.first_arg) + i.num_args > f_.args.size()) {
      return problem("has arguments beyond the function's " + number(f_.args.size()) + ".");
    }
    for (uint32_t k = 0; k < i.num_args; ++k)
      operand(f_.args[i.first_arg + k], 0, i.op == Op::Ret ? "value" : "argument", k);
    if (i.op == Op::Sync) arity_is(i, arity(static_cast<SyncOp>(i.sub)));
    if (i.op == Op::Service) arity_is(i, arity(static_cast<ServiceOp>(i.sub)));
  }

  void arity_is(const Instr& i, uint32_t expected) {
    if (i.num_args != expected)
      problem("has " + number(i.num_args) + " arguments, but it takes " + number(expected) + ".");
  }

  void target(uint32_t pc) {
    if (pc >= f_.code.size())
      problem("goes to instruction " + number(pc) + ", beyond the " + number(f_.code.size()) + " there are.");
  }

  void specifics(const Instr& i, const Shape& shape) {
    switch (i.op) {
      case Op::Switch:
        return switch_table(i);
      case Op::Call:
        if (i.imm < 0 || static_cast<uint64_t>(i.imm) >= p_.functions.size()) {
          problem("calls function " + std::to_string(i.imm) + ", which does not exist.");
        }
        return;
      case Op::TlsAddr:
        if (i.imm < 0 || static_cast<uint64_t>(i.imm) >= p_.globals.size()) {
          problem("names global " + std::to_string(i.imm) + ", which does not exist.");
        } else if (const Global& g = p_.globals[static_cast<size_t>(i.imm)]; !g.is_thread_local) {
          problem("names @" + g.name + ", which is not thread-local.");
        }
        return;
      case Op::MemCpy:
        if (const int64_t align = std::abs(i.imm); (align & (align - 1)) != 0)
          problem("has alignment " + std::to_string(align) + ", not a power of two.");
        return;
      case Op::MemSet:
        if (i.imm < 0 || (i.imm & (i.imm - 1)) != 0)
          problem("has alignment " + std::to_string(i.imm) + ", not a power of two.");
        return;
      case Op::Alloca:
        if (i.imm <= 0 || (i.imm & (i.imm - 1)) != 0)
          problem("has alignment " + std::to_string(i.imm) + ", not a power of two.");
        return;
      case Op::Ret:
        return returned(i, shape);
      default:
        return;
    }
  }

  void switch_table(const Instr& i) {
    if (i.imm < 0 || static_cast<uint64_t>(i.imm) >= f_.switches.size()) return problem("has no switch table.");
    const SwitchTable& table = f_.switches[static_cast<size_t>(i.imm)];
    std::unordered_set<uint64_t> seen;
    for (const auto& [value, pc] : table.cases) {
      target(pc);
      if (i.width < 64 && value >> i.width != 0)
        problem("has case " + number(value) + ", which does not fit in " + number(i.width) + " bits.");
      if (!seen.insert(value).second) problem("has case " + number(value) + " twice.");
    }
    target(table.fallback);
  }

  // A function may return a value on some paths only (old C), but not one register on one path and two on another.
  void returned(const Instr& i, const Shape& shape) {
    if (i.a != kNoOperand && i.num_args != 0) return problem("returns both a value and a list of values.");
    const uint32_t count = i.a != kNoOperand ? (shape.operands[0].wide() ? 2 : 1) : i.num_args;
    if (count == 0) return;
    if (returned_ != 0 && returned_ != count) {
      problem("returns " + number(count) + " registers, but another ret of the function " + number(returned_) + ".");
    }
    returned_ = count;
  }

  void varargs() {
    for (size_t k = 0; k < f_.varargs.size(); ++k) {
      const auto& [pc, entries] = f_.varargs[k];
      if (k > 0 && f_.varargs[k - 1].first >= pc) function_problem("has variadic calls out of order.");
      if (pc >= f_.code.size() || !is_call(f_.code[pc].op)) {
        function_problem("describes variadic arguments of instruction " + number(pc) + ", which is not a call.");
        continue;
      }
      pc_ = pc;
      uint64_t registers = 0;
      for (const VarArg& v : entries) {
        registers += v.registers;
        if (v.registers == 0) problem("has a variadic argument without registers.");
        if (v.align != 8 && v.align != 16)
          problem("has a variadic argument aligned to " + number(v.align) + ", not 8 or 16.");
        if (v.byval_bytes != 0 && v.registers != 1)
          problem("has a variadic argument by value that is not one pointer.");
      }
      if (registers > f_.code[pc].num_args) {
        problem("has " + number(registers) + " variadic registers, but only " + number(f_.code[pc].num_args) +
                " arguments.");
      }
    }
  }

  static std::string number(uint64_t n) { return std::to_string(n); }

  void problem(const std::string& rest) {
    const Instr& i = f_.code[pc_];
    std::string name = to_text(i.op);
    if (count_of_subs(i.op) > 0) name += std::string(".") + sub_to_text(i.op, i.sub);
    problems_.push_back("In function @" + f_.name + ", instruction " + number(pc_) + " (" + name + ") " + rest);
  }

  void function_problem(const std::string& rest) { problems_.push_back("Function @" + f_.name + " " + rest); }

  const Program& p_;
  const Function& f_;
  std::vector<std::string>& problems_;
  uint32_t pc_ = 0;
  uint32_t returned_ = 0;  // the number of registers that the function's rets return; 0: none seen
};

}  // namespace

void verify_function(const Program& program, const Function& function, std::vector<std::string>& problems) {
  FunctionVerifier(program, function, problems).run();
}

}  // namespace mover::ir
