// The loop nesting forest, as strongly connected components within strongly connected components [Bou93]: a loop is a
// component of the control-flow graph, and its inner loops are the components that are left without its header.
#include "analysis/loops.h"

#include <algorithm>
#include <map>

#include "analysis/cfg.h"
#include "ir/uses.h"

namespace mover::analysis {

namespace {

class LoopFinder {
 public:
  LoopFinder(const ir::Program& program, const ir::Function& function)
      : program_(program), function_(function), next_(successors_of(function)) {
    for (uint32_t pc = 0; pc < next_.size(); ++pc)
      std::erase_if(next_[pc], [&](uint32_t to) { return is_never_taken(pc, to); });
    const auto size = static_cast<uint32_t>(next_.size());
    auto visit = [&](uint32_t node, const std::function<void(uint32_t)>& f) {
      for (uint32_t to : next_[node]) f(to);
    };
    order_.assign(size, size);
    const std::vector<uint32_t> from_entry = depth_first(size, {0}, visit).reverse_postorder;
    for (uint32_t i = 0; i < from_entry.size(); ++i) order_[from_entry[i]] = i;
  }

  Loop innermost(const std::vector<uint32_t>& code) const {
    std::vector<bool> within(next_.size(), true);
    Loop loop;
    for (;;) {
      const std::vector<uint32_t> component = strong_components(next_, within);
      const uint32_t number = component[code.front()];
      const bool together =
          std::all_of(code.begin(), code.end(), [&](uint32_t pc) { return within[pc] && component[pc] == number; });
      if (!together) break;
      for (uint32_t pc = 0; pc < within.size(); ++pc) within[pc] = within[pc] && component[pc] == number;
      if (!has_cycle(within)) break;
      loop.contains = within;
      within[header_of(within)] = false;
    }
    loop.has_exit = !loop.contains.empty() && has_exit(loop.contains);
    return loop;
  }

  std::vector<Loop> with_exit() const {
    std::vector<Loop> result;
    std::vector<std::vector<bool>> open{std::vector<bool>(next_.size(), true)};
    while (!open.empty()) {
      const std::vector<bool> within = std::move(open.back());
      open.pop_back();
      const std::vector<uint32_t> component = strong_components(next_, within);
      std::map<uint32_t, std::vector<bool>> parts;
      for (uint32_t pc = 0; pc < within.size(); ++pc)
        if (within[pc]) parts.try_emplace(component[pc], within.size(), false).first->second[pc] = true;
      for (auto& [number, part] : parts) {
        if (!has_cycle(part)) continue;
        if (has_exit(part)) result.push_back({part, true});
        part[header_of(part)] = false;
        open.push_back(std::move(part));
      }
    }
    return result;
  }

 private:
  bool has_cycle(const std::vector<bool>& component) const {
    for (uint32_t pc = 0; pc < component.size(); ++pc)
      for (uint32_t to : next_[pc])
        if (component[pc] && component[to]) return true;
    return false;
  }

  uint32_t header_of(const std::vector<bool>& component) const {
    uint32_t header = 0;
    for (uint32_t pc = 0, first = UINT32_MAX; pc < component.size(); ++pc)
      if (component[pc] && order_[pc] < first) first = order_[pc], header = pc;
    return header;
  }

  bool ends_thread(const ir::Instr& in) const {
    if (in.op != ir::Op::Call) return in.op == ir::Op::Ret;
    const ir::Function& callee = program_.functions[static_cast<size_t>(in.imm)];
    return callee.is_library && (callee.name == "pthread_exit" || callee.name == "thrd_exit");
  }

  // Whether the branch never takes the edge to `to`, because its condition is constant, as in `do … while (1)`.
  bool is_never_taken(uint32_t pc, uint32_t to) const {
    const ir::Instr& in = function_.code[pc];
    if (in.op != ir::Op::CondBr || in.a >= 0) return false;
    const ir::Constant& condition = function_.constants[static_cast<size_t>(~in.a)];
    return condition.kind == ir::Constant::Kind::Int && to != in.target[(condition.value & 1) != 0 ? 0 : 1];
  }

  // Whether some edge leads out of the loop to code from which the function returns, the thread ends, or another loop
  // is reachable.
  bool has_exit(const std::vector<bool>& loop) const {
    const std::vector<uint32_t> on_cycle = cyclic_components(next_);
    std::vector<bool> seen(next_.size(), false);
    std::vector<uint32_t> open;
    auto add = [&](uint32_t pc) {
      if (!loop[pc] && !seen[pc]) seen[pc] = true, open.push_back(pc);
    };
    for (uint32_t pc = 0; pc < next_.size(); ++pc)
      for (uint32_t to : next_[pc])
        if (loop[pc]) add(to);
    while (!open.empty()) {
      const uint32_t pc = open.back();
      open.pop_back();
      if (on_cycle[pc] != 0 || ends_thread(function_.code[pc])) return true;
      std::for_each(next_[pc].begin(), next_[pc].end(), add);
    }
    return false;
  }

  const ir::Program& program_;
  const ir::Function& function_;
  std::vector<std::vector<uint32_t>> next_;
  std::vector<uint32_t> order_;  // by instruction: its place in a reverse postorder
};

}  // namespace

Loop innermost_loop(const ir::Program& program, const ir::Function& function, const std::vector<uint32_t>& code) {
  return LoopFinder(program, function).innermost(code);
}

std::vector<Loop> loops_with_exit(const ir::Program& program, const ir::Function& function) {
  return LoopFinder(program, function).with_exit();
}

}  // namespace mover::analysis
