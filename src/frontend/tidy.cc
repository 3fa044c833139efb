#include "frontend/tidy.h"

#include <vector>

#include "ir/uses.h"

namespace mover::frontend {

using ir::Op;

namespace {

class Tidy {
 public:
  explicit Tidy(ir::Function& function) : f_(function), kept_(function.code.size(), false) {}

  void run() {
    retarget([this](uint32_t target) { return end_of_chain(target); });
    mark_reachable();
    drop_jumps_to_next();
    renumber();
  }

 private:
  template <typename Map>
  void retarget(Map map) {
    for (auto& instr : f_.code) {
      if (instr.op == Op::Br || instr.op == Op::CondBr) instr.target[0] = map(instr.target[0]);
      if (instr.op == Op::CondBr) instr.target[1] = map(instr.target[1]);
    }
    for (auto& table : f_.switches) {
      for (auto& [value, target] : table.cases) target = map(target);
      table.fallback = map(table.fallback);
    }
  }

  // Follows unconditional branches. An endless loop of branches is left unchanged.
  uint32_t end_of_chain(uint32_t target) const {
    uint32_t at = target;
    for (size_t hops = 0; f_.code[at].op == Op::Br; ++hops) {
      if (hops > f_.code.size()) return target;
      at = f_.code[at].target[0];
    }
    return at;
  }

  void mark_reachable() {
    std::vector<uint32_t> to_do{0};
    while (!to_do.empty()) {
      uint32_t pc = to_do.back();
      to_do.pop_back();
      if (kept_[pc]) continue;
      kept_[pc] = true;
      ir::for_each_successor(f_, pc, [&](uint32_t next) { to_do.push_back(next); });
    }
  }

  void drop_jumps_to_next() {
    uint32_t next = ir::kNone;  // the first instruction after this one that is kept
    for (auto pc = static_cast<uint32_t>(f_.code.size()); pc-- > 0;) {
      if (!kept_[pc]) continue;
      if (f_.code[pc].op == Op::Br && f_.code[pc].target[0] == next)
        kept_[pc] = false;
      else
        next = pc;
    }
  }

  void renumber() {
    std::vector<uint32_t> new_index(f_.code.size());  // of the instruction, or of the next one that is kept
    uint32_t count = 0;
    for (size_t pc = 0; pc < f_.code.size(); ++pc) {
      new_index[pc] = count;
      if (kept_[pc]) ++count;
    }
    retarget([&](uint32_t target) { return new_index[target]; });
    std::erase_if(f_.varargs, [&](const auto& entry) { return !kept_[entry.first]; });
    for (auto& [pc, described] : f_.varargs) pc = new_index[pc];
    std::vector<ir::Instr> code;
    code.reserve(count);
    for (size_t pc = 0; pc < f_.code.size(); ++pc)
      if (kept_[pc]) code.push_back(f_.code[pc]);
    f_.code = std::move(code);
  }

  ir::Function& f_;
  std::vector<bool> kept_;
};

}  // namespace

void tidy(ir::Function& function) { Tidy(function).run(); }

}  // namespace mover::frontend
