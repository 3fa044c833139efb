// Removes the nodes that increment a bounded counter from the cyclic parts of the code, until there are no more.
#include "symbolic/bounded_loops.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <utility>

#include "analysis/cfg.h"
#include "analysis/conditions.h"
#include "ir/shape.h"
#include "sync/model.h"

namespace mover::symbolic {

using ir::Instr;
using ir::Op;
using ir::Predicate;

namespace {

class BoundedLoops {
 public:
  BoundedLoops(const ValueAnalysis& values, ThreadIndex t, const ReductionRules& rules)
      : values_(values), t_(t), code_(values.threads()[t]), rules_(rules) {
    for (NodeId node = 0; node < code_.num_nodes(); ++node) repeats_.push_back(values.reached(t, node));
  }

  std::vector<bool> run() {
    for (bool changed = true; changed;) {
      changed = false;
      component_ = components();
      for (NodeId node = 0; node < code_.num_nodes(); ++node) repeats_[node] = component_[node] != 0;
      for (NodeId node = 0; node < code_.num_nodes(); ++node) {
        const NodeId counted = repeats_[node] ? counter_at(node) : ir::kNone;
        if (counted == ir::kNone) continue;
        repeats_[counted] = false;
        changed = true;
      }
    }
    return repeats_;
  }

 private:
  std::vector<uint32_t> components() const {
    std::vector<std::vector<uint32_t>> next(code_.num_nodes());
    for (NodeId node = 0; node < next.size(); ++node) {
      if (!repeats_[node]) continue;
      for_each_next(values_, t_, node, [&](NodeId to) {
        if (repeats_[to]) next[node].push_back(to);
      });
    }
    return analysis::cyclic_components(next);
  }

  // If this node computes the next value of a counter that is bounded in its component, the node that sets the counter
  // to this value; otherwise kNone.
  NodeId counter_at(NodeId node) {
    const Instr& in = values_.instr(t_, node);
    if ((in.op != Op::Add && in.op != Op::Sub) || in.width > 64 || in.dst < 0) return ir::kNone;
    ir::Operand counter = in.a, step = in.b;
    if (in.op == Op::Add && counter < 0) std::swap(counter, step);
    const std::optional<int64_t> constant = constant_of(node, step, in.width);
    if (counter < 0 || !constant || *constant == 0 || *constant == INT64_MIN) return ir::kNone;
    const int64_t by = in.op == Op::Add ? *constant : -*constant;
    if (rules_.bounded && !cannot_wrap(node, counter, by)) return ir::kNone;
    const Context& context = code_.context(node);
    const uint32_t component = component_[node];
    // A call that enters the function sets its registers.
    if (context.parent != ir::kNone &&
        component_[code_.contexts[context.parent].first_node + context.call_pc] == component)
      return ir::kNone;
    const NodeId writer = only_writer(context, component, counter);
    if (writer == node || writer == ir::kNone) return writer;
    const Instr& copy = values_.instr(t_, writer);
    const bool copies = copy.op == Op::Mov && copy.a == in.dst && copy.width == in.width;
    if (!copies || only_writer(context, component, in.dst) != node) return ir::kNone;
    // Every cycle that contains the copy has to contain the addition.
    repeats_[node] = false;
    const bool repeats_alone = components()[writer] != 0;
    repeats_[node] = true;
    return repeats_alone ? ir::kNone : writer;
  }

  // The only node of the component that writes the register; kNone: there are several, or none.
  NodeId only_writer(const Context& context, uint32_t component, ir::Operand reg) const {
    const auto size = static_cast<uint32_t>(values_.program().functions[context.function].code.size());
    NodeId result = ir::kNone;
    for (NodeId node = context.first_node; node < context.first_node + size; ++node) {
      if (component_[node] != component) continue;
      const Instr& in = values_.instr(t_, node);
      const auto defs = static_cast<int32_t>(ir::shape_of(in).num_defs);
      if (in.dst < 0 || reg < in.dst || reg >= in.dst + defs) continue;
      if (result != ir::kNone) return ir::kNone;
      result = node;
    }
    return result;
  }

  // The value of a constant operand, sign-extended from the width.
  std::optional<int64_t> constant_of(NodeId node, ir::Operand operand, unsigned width) const {
    if (operand >= 0) return std::nullopt;  // a register, or none
    const AbstractValue value = values_.operand(t_, node, operand);
    if (!value.is_numbers() || value.numbers().size() != 1) return std::nullopt;
    return static_cast<int64_t>(value.numbers()[0] << (64 - width)) >> (64 - width);
  }

  // Whether a branch on the way to the node ensures that the counter does not wrap around, as a signed or as an
  // unsigned number, when it changes by this number.
  bool cannot_wrap(NodeId node, ir::Operand counter, int64_t by) {
    const ir::Function& function = values_.function(t_, node);
    const auto [known, is_new] = conditions_.try_emplace(code_.context(node).function);
    if (is_new) known->second = analysis::conditions(function);
    for (const analysis::Condition& condition : known->second[code_.pc_of(node)]) {
      const Instr& comparison = function.code[condition.comparison];
      const unsigned width = values_.instr(t_, node).width;
      if (comparison.width != width) continue;
      const bool is_first = comparison.a == counter;
      if (!is_first && comparison.b != counter) continue;
      const std::optional<int64_t> limit = constant_of(node, is_first ? comparison.b : comparison.a, width);
      const std::optional<Bound> bound =
          bound_of(static_cast<Predicate>(comparison.sub), condition.holds, is_first, limit == 0);
      if (bound && excludes_wrap(*bound, limit, by, width)) return true;
    }
    return false;
  }

  // The relation of the counter to a limit that a comparison has established.
  struct Bound {
    bool is_upper, is_strict, is_signed;
  };
  static std::optional<Bound> bound_of(Predicate predicate, bool holds, bool is_first, bool is_zero) {
    Bound bound{};
    switch (predicate) {
      case Predicate::Eq:
      case Predicate::Ne:  // a number that is not 0 is greater than 0 as an unsigned number
        if (holds != (predicate == Predicate::Ne) || !is_zero) return std::nullopt;
        return Bound{false, true, false};
      case Predicate::Ult:
      case Predicate::Slt:
        bound = {true, true, predicate == Predicate::Slt};
        break;
      case Predicate::Ule:
      case Predicate::Sle:
        bound = {true, false, predicate == Predicate::Sle};
        break;
      case Predicate::Ugt:
      case Predicate::Sgt:
        bound = {false, true, predicate == Predicate::Sgt};
        break;
      case Predicate::Uge:
      case Predicate::Sge:
        bound = {false, false, predicate == Predicate::Sge};
        break;
      default:
        return std::nullopt;
    }
    if (!holds) bound = {!bound.is_upper, !bound.is_strict, bound.is_signed};
    if (!is_first) bound.is_upper = !bound.is_upper;
    return bound;
  }

  // `limit` is null if the limit is not constant.
  static bool excludes_wrap(const Bound& bound, std::optional<int64_t> limit, int64_t by, unsigned width) {
    if (bound.is_upper != (by > 0)) return false;
    if (bound.is_strict && (by == 1 || by == -1)) return true;
    if (!limit || !bound.is_signed) return false;
    __extension__ typedef __int128 Exact;
    const Exact next = Exact{*limit} + by, largest = (Exact{1} << (width - 1)) - 1;
    return next <= largest && next >= -largest - 1;
  }

  const ValueAnalysis& values_;
  const ThreadIndex t_;
  const ThreadCode& code_;
  const ReductionRules& rules_;
  std::vector<bool> repeats_;
  std::vector<uint32_t> component_;
  std::map<ir::FunctionId, std::vector<std::vector<analysis::Condition>>> conditions_;
};

// The loops of a thread that may be executed for ever, from the outer ones to the inner ones.
class EndlessLoops {
 public:
  EndlessLoops(const ValueAnalysis& values, ThreadIndex t) : next_(values.threads()[t].num_nodes()) {
    for (NodeId node = 0; node < next_.size(); ++node)
      if (values.reached(t, node)) for_each_next(values, t, node, [&](NodeId to) { next_[node].push_back(to); });
    repeats_ = may_repeat(values, t, {});
    goes_on_ = going_on(values, t);
    for (NodeId node = 0; node < next_.size(); ++node)
      has_excluded_exit_.push_back(repeats_[node] && has_excluded_exit(values, t, node));
  }

  bool exist() const { return std::find(repeats_.begin(), repeats_.end(), true) != repeats_.end(); }
  // Whether some endless loop contains no excluded node.
  bool exist_without(const std::function<bool(NodeId)>& is_excluded) const {
    std::vector<std::vector<uint32_t>> inside(next_.size());
    for (NodeId node = 0; node < next_.size(); ++node)
      for (NodeId to : next_[node])
        if (repeats_[node] && repeats_[to] && !is_excluded(node)) inside[node].push_back(to);
    const std::vector<uint32_t> component = analysis::cyclic_components(inside);
    return std::any_of(component.begin(), component.end(), [](uint32_t number) { return number != 0; });
  }
  bool have_exit() const { return has_exit(repeats_); }

 private:
  // Whether the value analysis excludes an edge of the branch after which the thread can go on: the edge leads to a
  // return from the function, to the end of the thread, or to a loop.
  static bool has_excluded_exit(const ValueAnalysis& values, ThreadIndex t, NodeId node) {
    const Op op = values.instr(t, node).op;
    if (op != Op::CondBr && op != Op::Switch) return false;
    const ThreadCode& code = values.threads()[t];
    const ir::Function& function = values.function(t, node);
    const std::vector<std::vector<uint32_t>> next = analysis::successors_of(function);
    std::vector<bool> seen(next.size(), false);
    std::vector<uint32_t> stack;
    for (uint32_t pc : next[code.pc_of(node)])
      if (!values.reached(t, code.context(node).first_node + pc)) stack.push_back(pc);
    if (stack.empty()) return false;
    const std::vector<uint32_t> cycles = analysis::cyclic_components(next);
    while (!stack.empty()) {
      const uint32_t pc = stack.back();
      stack.pop_back();
      if (seen[pc]) continue;
      seen[pc] = true;
      if (function.code[pc].op == Op::Ret || ends_thread(function.code[pc]) || cycles[pc] != 0) return true;
      stack.insert(stack.end(), next[pc].begin(), next[pc].end());
    }
    return false;
  }

  static bool ends_thread(const Instr& in) {
    return in.op == Op::Sync && static_cast<ir::SyncOp>(in.sub) == ir::SyncOp::ThreadExit;
  }

  // By node: whether an execution from there can reach the end of the thread, or continue for ever, without a failure.
  std::vector<bool> going_on(const ValueAnalysis& values, ThreadIndex t) const {
    std::vector<bool> result = repeats_;
    for (NodeId node = 0; node < next_.size(); ++node) {
      const Instr& in = values.instr(t, node);
      if (values.reached(t, node) && next_[node].empty() && (in.op == Op::Ret || ends_thread(in))) result[node] = true;
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (NodeId node = static_cast<NodeId>(next_.size()); node-- > 0;) {
        if (result[node]) continue;
        for (NodeId to : next_[node]) result[node] = result[node] || result[to];
        changed |= result[node];
      }
    }
    return result;
  }

  // Whether a loop among these nodes has an exit.
  bool has_exit(const std::vector<bool>& nodes) const {
    std::vector<std::vector<uint32_t>> inside(next_.size());
    for (NodeId node = 0; node < next_.size(); ++node)
      for (NodeId to : next_[node])
        if (nodes[node] && nodes[to]) inside[node].push_back(to);
    const std::vector<uint32_t> component = analysis::cyclic_components(inside);
    std::vector<bool> inner = nodes, has_header(next_.size() + 1, false);
    bool any = false;
    for (NodeId node = 0; node < next_.size(); ++node) {
      any |= component[node] != 0;
      if (component[node] != 0 && has_excluded_exit_[node]) return true;
      for (NodeId to : next_[node]) {
        if (component[to] == component[node]) continue;
        if (component[node] != 0 && goes_on_[to]) return true;
        // The node at which the loop is entered. The loops inside do not contain it.
        if (component[to] != 0 && !has_header[component[to]]) has_header[component[to]] = true, inner[to] = false;
      }
    }
    for (NodeId node = 0; node < next_.size(); ++node) {
      if (component[node] == 0) inner[node] = false;
      if (component[node] != 0 && !has_header[component[node]]) has_header[component[node]] = true, inner[node] = false;
    }
    return any && has_exit(inner);
  }

  std::vector<std::vector<NodeId>> next_;
  std::vector<bool> repeats_, goes_on_, has_excluded_exit_;
};

std::optional<ir::SyncOp> sync_op(const ValueAnalysis& values, ThreadIndex t, NodeId node) {
  const Instr& in = values.instr(t, node);
  if (!values.reached(t, node) || in.op != Op::Sync) return std::nullopt;
  return static_cast<ir::SyncOp>(in.sub);
}

bool locks(ir::SyncOp op) { return op == ir::SyncOp::MutexLock || op == ir::SyncOp::SpinLock; }
bool unlocks(ir::SyncOp op) { return op == ir::SyncOp::MutexUnlock || op == ir::SyncOp::SpinUnlock; }

// The object of the node's operation, if it is known.
std::optional<std::pair<ObjectId, int64_t>> known_object(const ValueAnalysis& values, ThreadIndex t, NodeId node) {
  const AbstractValue address = values.argument(t, node, 0);
  if (address.has_any_number() || address.pointers().size() != 1 || !address.pointers()[0].second.is_exact())
    return std::nullopt;
  return std::pair(address.pointers()[0].first, static_cast<int64_t>(address.pointers()[0].second.first));
}

// Whether the thread may hold a lock in an endless loop without ever releasing it. This is so if the thread acquires a
// lock somewhere, and the lock is not known or some endless loop does not release it.
bool may_hold_for_ever(const ValueAnalysis& values, ThreadIndex t, const EndlessLoops& loops) {
  for (NodeId node = 0; node < values.threads()[t].num_nodes(); ++node) {
    const std::optional<ir::SyncOp> op = sync_op(values, t, node);
    if (!op || !locks(*op)) continue;
    const auto lock = known_object(values, t, node);
    auto releases = [&](NodeId other) {
      const std::optional<ir::SyncOp> does = sync_op(values, t, other);
      return does && unlocks(*does) && known_object(values, t, other) == lock;
    };
    if (!lock || loops.exist_without(releases)) return true;
  }
  return false;
}

}  // namespace

std::vector<bool> may_repeat(const ValueAnalysis& values, ThreadIndex t, const ReductionRules& rules) {
  return BoundedLoops(values, t, rules).run();
}

bool may_hang_beside_others(const ValueAnalysis& values) {
  bool is_endless = false, waits = false;
  for (ThreadIndex t = 0; t < values.threads().size(); ++t) {
    const EndlessLoops loops(values, t);
    if (loops.have_exit() || (loops.exist() && may_hold_for_ever(values, t, loops))) return true;
    is_endless |= loops.exist();
    for (NodeId node = 0; node < values.threads()[t].num_nodes(); ++node) {
      const std::optional<ir::SyncOp> op = sync_op(values, t, node);
      waits |= op && sync::may_block(*op) && *op != ir::SyncOp::ThreadJoin && !locks(*op);
    }
  }
  return is_endless && waits;
}

}  // namespace mover::symbolic
