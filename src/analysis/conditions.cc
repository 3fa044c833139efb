#include "analysis/conditions.h"

#include <algorithm>
#include <map>

#include "ir/shape.h"

namespace mover::analysis {

using ir::Instr;
using ir::Op;

namespace {

// A forward dataflow analysis: a fact holds at an instruction if it holds on all paths that lead there.
class Analysis {
 public:
  explicit Analysis(const ir::Function& function) : function_(function) {
    for (uint32_t pc = 0; pc < function.code.size(); ++pc)
      if (function.code[pc].op == Op::ICmp && function.code[pc].width <= 64) comparisons_.push_back(pc);
    if (comparisons_.size() > kMostComparisons) comparisons_.clear();
  }

  std::vector<std::vector<Condition>> run() {
    std::vector<std::vector<Condition>> result(function_.code.size());
    if (comparisons_.empty() || function_.code.empty()) return result;
    before_.assign(function_.code.size(), {});
    reached_.assign(function_.code.size(), false);
    reach(0, Facts(comparisons_.size()));
    while (!work_.empty()) {
      const uint32_t pc = work_.back();
      work_.pop_back();
      visit(pc);
    }
    for (uint32_t pc = 0; pc < function_.code.size(); ++pc) {
      if (!reached_[pc]) continue;
      const std::vector<ir::Operand> read = registers_read(function_.code[pc]);
      for (size_t i = 0; i < comparisons_.size(); ++i) {
        const Instr& comparison = function_.code[comparisons_[i]];
        if (!before_[pc][i].is_tested) continue;
        auto reads = [&](ir::Operand o) { return o >= 0 && std::find(read.begin(), read.end(), o) != read.end(); };
        if (reads(comparison.a) || reads(comparison.b)) result[pc].push_back({comparisons_[i], before_[pc][i].holds});
      }
    }
    return result;
  }

 private:
  struct Fact {
    bool is_current = false;  // no operand was written after the comparison
    bool is_tested = false;   // and a branch has tested the result
    bool holds = false;
    bool operator==(const Fact&) const = default;
  };
  using Facts = std::vector<Fact>;
  static constexpr size_t kMostComparisons = 256;

  std::vector<ir::Operand> registers_read(const Instr& in) const {
    std::vector<ir::Operand> result;
    for (ir::Operand o : {in.a, in.b, in.c}) result.push_back(o);
    for (uint32_t i = 0; i < in.num_args; ++i) result.push_back(function_.args[in.first_arg + i]);
    return result;
  }

  void reach(uint32_t pc, const Facts& facts) {
    if (!reached_[pc]) {
      reached_[pc] = true;
      before_[pc] = facts;
      work_.push_back(pc);
      return;
    }
    Facts met = before_[pc];
    for (size_t i = 0; i < met.size(); ++i) {
      met[i].is_current &= facts[i].is_current;
      met[i].is_tested &= facts[i].is_tested && facts[i].holds == met[i].holds;
      met[i].holds &= met[i].is_tested;
    }
    if (met == before_[pc]) return;
    before_[pc] = met;
    work_.push_back(pc);
  }

  void visit(uint32_t pc) {
    const Instr& in = function_.code[pc];
    Facts after = before_[pc];
    const uint32_t defs = ir::shape_of(in).num_defs;
    auto is_written = [&](ir::Operand o) {
      return in.dst >= 0 && o >= in.dst && o < in.dst + static_cast<int32_t>(defs);
    };
    for (size_t i = 0; i < comparisons_.size(); ++i) {
      const Instr& comparison = function_.code[comparisons_[i]];
      if (is_written(comparison.a) || is_written(comparison.b)) after[i] = {};
      if (is_written(comparison.dst)) after[i].is_current = false;
      if (comparisons_[i] == pc && !is_written(comparison.a) && !is_written(comparison.b)) after[i].is_current = true;
    }
    if (in.op == Op::CondBr && in.target[0] != in.target[1]) {
      for (const bool holds : {true, false}) {
        Facts tested = after;
        for (size_t i = 0; i < comparisons_.size(); ++i)
          if (after[i].is_current && function_.code[comparisons_[i]].dst == in.a && in.a >= 0)
            tested[i] = {true, true, holds};
        reach(in.target[holds ? 0 : 1], tested);
      }
    } else if (in.op == Op::Br || in.op == Op::CondBr) {
      reach(in.target[0], after);
    } else if (in.op == Op::Switch) {
      const ir::SwitchTable& table = function_.switches[static_cast<size_t>(in.imm)];
      for (const auto& [value, target] : table.cases) reach(target, after);
      reach(table.fallback, after);
    } else if (ir::falls_through(in.op)) {
      reach(pc + 1, after);
    }
  }

  const ir::Function& function_;
  std::vector<uint32_t> comparisons_;
  std::vector<Facts> before_;
  std::vector<bool> reached_;
  std::vector<uint32_t> work_;
};

}  // namespace

std::vector<std::vector<Condition>> conditions(const ir::Function& function) { return Analysis(function).run(); }

}  // namespace mover::analysis
