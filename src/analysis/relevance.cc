// Irrelevant registers, by a fixpoint over the relevant ones.
#include "analysis/relevance.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "ir/uses.h"

namespace mover::analysis {

namespace {

using ir::Function;
using ir::Instr;
using ir::Op;

// Whether the instruction only computes its result, and cannot fail if its operands are defined.
bool computes(const Instr& in) {
  switch (in.op) {
    case Op::Mov:
    case Op::Add:
    case Op::Sub:
    case Op::Mul:
    case Op::And:
    case Op::Or:
    case Op::Xor:
    case Op::ICmp:
    case Op::Select:
    case Op::Trunc:
    case Op::ZExt:
    case Op::SExt:
      return in.width <= 64;
    default:
      return false;
  }
}

// The analysis of one function.
class FunctionRelevance {
 public:
  FunctionRelevance(const ir::Program& program, const Function& function, Relevance& others)
      : program_(program), function_(function), others_(others), relevant_(function.num_regs, false) {
    find_reachable();
    find_defined();
    auto count = [&] { return std::count(relevant_.begin(), relevant_.end(), true); };
    for (bool grows = true; grows;) {
      const auto before = count();
      for (auto pc = static_cast<uint32_t>(function_.code.size()); pc-- > 0;)
        if (reachable_[pc]) visit(pc);
      grows = count() != before;
    }
  }

  bool is_relevant(uint32_t reg) const { return relevant_[reg]; }
  // The irrelevant registers that are always defined. Of a model, which may be called with undefined values: the
  // registers that it never reads.
  std::vector<bool> irrelevant() const {
    std::vector<bool> result(function_.num_regs, function_.is_library);
    if (function_.is_library)
      for_each_reachable(
          [&](const Instr& in) { ir::for_each_use(function_, in, [&](uint32_t reg) { result[reg] = false; }); });
    else
      for (uint32_t reg = 0; reg < function_.num_regs; ++reg) result[reg] = defined_[reg] && !relevant_[reg];
    return std::find(result.begin(), result.end(), true) != result.end() ? result : std::vector<bool>();
  }

 private:
  const ir::Constant* constant(ir::Operand o) const {
    return o < 0 ? &function_.constants[static_cast<size_t>(~o)] : nullptr;
  }

  template <typename F>
  void for_each_reachable(F f) const {
    for (uint32_t pc = 0; pc < function_.code.size(); ++pc)
      if (reachable_[pc]) f(function_.code[pc]);
  }

  // The value if it is a number or, in a model, a constant variable or a test of such values for equality.
  std::optional<uint64_t> known(ir::Operand o, int depth = 2) const {
    if (const ir::Constant* number = constant(o))
      return number->kind == ir::Constant::Kind::Int ? std::optional(number->value) : std::nullopt;
    if (!function_.is_library || depth == 0) return std::nullopt;
    const Instr* writes = nullptr;
    for (const Instr& in : function_.code) {
      bool is_this = false;
      ir::for_each_def(in, [&](uint32_t reg) { is_this |= reg == static_cast<uint32_t>(o); });
      if (is_this && writes != nullptr) return std::nullopt;
      if (is_this) writes = &in;
    }
    if (writes == nullptr) return std::nullopt;
    if (writes->op == Op::Load) {
      const ir::Constant* address = constant(writes->a);
      if (address == nullptr || address->kind != ir::Constant::Kind::Global || address->value != 0) return std::nullopt;
      const ir::Global& global = program_.globals[address->id];
      if (!global.is_constant || !global.relocations.empty() || global.size > 8 || global.size * 8 != writes->width)
        return std::nullopt;
      uint64_t value = 0;
      if (!global.bytes.empty()) std::memcpy(&value, global.bytes.data(), global.size);
      return value;
    }
    const auto predicate = static_cast<ir::Predicate>(writes->sub);
    if (writes->op != Op::ICmp || (predicate != ir::Predicate::Eq && predicate != ir::Predicate::Ne))
      return std::nullopt;
    const auto one = known(writes->a, depth - 1), other = known(writes->b, depth - 1);
    if (!one || !other) return std::nullopt;
    return (*one == *other) == (predicate == ir::Predicate::Eq) ? 1 : 0;
  }

  // The instructions that may execute, if branches with constant conditions take one side.
  void find_reachable() {
    reachable_.assign(function_.code.size(), false);
    std::vector<uint32_t> work{0};
    while (!work.empty()) {
      const uint32_t pc = work.back();
      work.pop_back();
      if (reachable_[pc]) continue;
      reachable_[pc] = true;
      const Instr& in = function_.code[pc];
      if (const auto condition = in.op == Op::CondBr ? known(in.a) : std::nullopt)
        work.push_back(in.target[(*condition & 1) != 0 ? 0 : 1]);
      else
        ir::for_each_successor(function_, pc, [&](uint32_t to) { work.push_back(to); });
    }
  }

  // The registers that only computations of defined registers and constants write: the greatest fixpoint.
  void find_defined() {
    defined_.assign(function_.num_regs, true);
    std::vector<bool> written(function_.num_regs, false);
    // A caller ignores the parameters of a model only for values that are defined.
    for (uint32_t reg = 0; reg < function_.num_params; ++reg) defined_[reg] = written[reg] = function_.is_library;
    for_each_reachable([&](const Instr& in) {
      ir::for_each_def(in, [&](uint32_t reg) {
        written[reg] = true;
        if (!computes(in)) defined_[reg] = false;
      });
    });
    for (bool changes = true; changes;) {
      changes = false;
      for_each_reachable([&](const Instr& in) {
        if (!computes(in)) return;
        bool is_defined = true;
        ir::for_each_use(function_, in, [&](uint32_t reg) { is_defined &= defined_[reg] && written[reg]; });
        for (const ir::Operand o : {in.a, in.b, in.c})
          if (const ir::Constant* c = constant(o)) is_defined &= c->kind == ir::Constant::Kind::Int;
        if (is_defined) return;
        ir::for_each_def(in, [&](uint32_t reg) {
          changes |= defined_[reg];
          defined_[reg] = false;
        });
      });
    }
    for (uint32_t reg = 0; reg < function_.num_regs; ++reg)
      if (!written[reg]) defined_[reg] = false;
  }

  void visit(uint32_t pc) {
    const Instr& in = function_.code[pc];
    if (computes(in)) {
      bool is_needed = false;
      ir::for_each_def(in, [&](uint32_t reg) { is_needed |= relevant_[reg]; });
      if (!is_needed) return;
    }
    if (in.op == Op::CondBr && skips_computations(in)) return;
    if (in.op == Op::Call) {
      for (uint32_t i = 0; i < in.num_args; ++i) {
        const ir::Operand argument = function_.args[in.first_arg + i];
        if (argument < 0 || relevant_[static_cast<size_t>(argument)]) continue;
        relevant_[static_cast<size_t>(argument)] = !others_.ignores(static_cast<ir::FunctionId>(in.imm), i);
      }
      return;
    }
    ir::for_each_use(function_, in, [&](uint32_t reg) { relevant_[reg] = true; });
  }

  // The instructions from pc on, as long as they are jumps and computations; the last one is the first other one.
  std::vector<uint32_t> straight(uint32_t pc) const {
    constexpr size_t kMost = 64;
    std::vector<uint32_t> path;
    while (path.size() < kMost) {
      path.push_back(pc);
      const Instr& in = function_.code[pc];
      if (in.op == Op::Br)
        pc = in.target[0];
      else if (computes(in))
        ++pc;
      else
        break;
    }
    return path;
  }

  // Whether the two sides of the branch meet again after computations of irrelevant registers. Then each side ends
  // after a few instructions, so the thread is never parked in it.
  bool skips_computations(const Instr& branch) const {
    if (branch.a < 0 || !defined_[static_cast<size_t>(branch.a)]) return false;
    const std::vector<uint32_t> one = straight(branch.target[0]), other = straight(branch.target[1]);
    const auto meets = std::find_first_of(one.begin(), one.end(), other.begin(), other.end());
    if (meets == one.end()) return false;
    auto is_irrelevant = [&](uint32_t pc) {
      bool result = true;
      if (computes(function_.code[pc]))
        ir::for_each_def(function_.code[pc], [&](uint32_t reg) { result &= defined_[reg] && !relevant_[reg]; });
      return result;
    };
    return std::all_of(one.begin(), meets, is_irrelevant) &&
           std::all_of(other.begin(), std::find(other.begin(), other.end(), *meets), is_irrelevant);
  }

  const ir::Program& program_;
  const Function& function_;
  Relevance& others_;
  std::vector<bool> reachable_;  // by instruction
  std::vector<bool> defined_;    // by register: always defined, and never an address of an object
  std::vector<bool> relevant_;   // by register
};

}  // namespace

bool Relevance::ignores(ir::FunctionId callee, uint32_t parameter) {
  constexpr size_t kSmall = 64;  // instructions of a model that may ignore a parameter
  if (!program_.functions[callee].is_library || program_.functions[callee].code.size() > kSmall) return false;
  if (functions_[callee].progress == Result::Progress::Begun) return false;  // a recursion
  const std::vector<bool>& ignored = analyse(callee).ignored_parameters;
  return parameter < ignored.size() && ignored[parameter];
}

const Relevance::Result& Relevance::analyse(ir::FunctionId id) {
  Result& result = functions_[id];
  if (result.progress != Result::Progress::None) return result;
  result.progress = Result::Progress::Begun;
  const Function& function = program_.functions[id];
  const FunctionRelevance analysis(program_, function, *this);
  for (uint32_t i = 0; i < function.num_params; ++i) result.ignored_parameters.push_back(!analysis.is_relevant(i));
  result.irrelevant = analysis.irrelevant();
  result.progress = Result::Progress::Done;
  return result;
}

}  // namespace mover::analysis
