// Cuts the code of a thread into steps, and executes it symbolically in topological order.
#include <algorithm>

#include "analysis/cfg.h"
#include "ir/shape.h"
#include "symbolic/builder.h"

namespace mover::symbolic {

using ir::Instr;
using ir::Op;
using ir::ServiceOp;
using ir::SyncOp;

Builder::Builder(const ValueAnalysis& values, const CheckedProperties& checked, const Setting& setting,
                 Reduction reduction, const Refuted& refuted, const ReductionRules& rules)
    : values_(values),
      program_(values.program()),
      checked_(checked),
      setting_(setting),
      reduction_(reduction),
      refuted_(refuted),
      rules_(rules),
      c_(model_.circuit) {
  const size_t objects = values.objects().size();
  bytes_.resize(objects);
  alive_.assign(objects, 0);
  allocated_.assign(objects, 0);
  shared_.assign(objects, false);
  holds_sync_.assign(objects, false);
  escapes_.resize(objects);
  threads_.resize(values.threads().size());
  variables_.emplace_back();  // VariableId 0 means that there is no variable
}

Model build_model(const ValueAnalysis& values, const CheckedProperties& checked, const Setting& setting,
                  Reduction reduction, const Refuted& refuted, const ReductionRules& rules) {
  return Builder(values, checked, setting, reduction, refuted, rules).build();
}

Model Builder::build() {
  for (ObjectId id = 0; id < values_.objects().size(); ++id)
    may_hold_undefined_.push_back(id != 0 && values_.may_hold_undefined(id));
  for (ThreadIndex t = 0; t < threads_.size(); ++t) find_single_threaded_nodes(t);
  find_shared_objects();
  find_observed_objects();
  counts_steps_ = counts_steps();
  find_overwritten_objects();
  if (has_transactions(reduction_)) {
    std::vector<std::vector<bool>> single_threaded;
    for (const ThreadState& state : threads_) single_threaded.push_back(state.single_threaded);
    transactions_.emplace(values_, shared_, single_threaded, refuted_, checked_.race && checked_.tracks_order, rules_);
  }
  for (ThreadIndex t = 0; t < threads_.size(); ++t) find_cuts(t);
  make_variables();
  if (checked_.race && checked_.tracks_order) order_.prepare();
  for (ThreadIndex t = 0; t < threads_.size(); ++t) walk(t);
  compose();
  return std::move(model_);
}

// ---- the cuts

// Finds the nodes at which no other thread exists: those that the main thread executes before it creates a thread.
void Builder::find_single_threaded_nodes(ThreadIndex t) {
  const ThreadCode& code = values_.threads()[t];
  std::vector<bool>& single_threaded = threads_[t].single_threaded;
  single_threaded.assign(code.num_nodes(), t == 0);
  if (t != 0) return;
  std::vector<NodeId> work;
  for (NodeId node = 0; node < code.num_nodes(); ++node) {
    const Instr& in = values_.instr(t, node);
    if (values_.reached(t, node) && in.op == Op::Sync && static_cast<SyncOp>(in.sub) == SyncOp::ThreadCreate)
      work.push_back(node);
  }
  while (!work.empty()) {
    const NodeId node = work.back();
    work.pop_back();
    for_each_next(t, node, [&](NodeId to) {
      if (!single_threaded[to]) return;
      single_threaded[to] = false;
      work.push_back(to);
    });
  }
}

void Builder::find_shared_objects() {
  std::vector<ThreadIndex> accessor(shared_.size(), ir::kNone);
  for (ThreadIndex t = 0; t < threads_.size(); ++t)
    for (NodeId node = 0; node < values_.threads()[t].num_nodes(); ++node) {
      if (!values_.reached(t, node)) continue;
      const Instr& in = values_.instr(t, node);
      const bool is_sync = in.op == Op::Sync && static_cast<SyncOp>(in.sub) <= SyncOp::OnceEnd;
      has_sections_ |= in.op == Op::Sync && static_cast<SyncOp>(in.sub) == SyncOp::AtomicBegin;
      has_sections_ |= values_.function(t, node).is_atomic;
      for_each_address(t, node, [&](const AbstractValue& address) {
        for (const auto& [object, offsets] : address.pointers()) {
          if (is_sync) holds_sync_[object] = true;
          if (threads_[t].single_threaded[node]) continue;
          if (accessor[object] != ir::kNone && accessor[object] != t) shared_[object] = true;
          accessor[object] = t;
        }
      });
    }
  // The beginning and the end of a lifetime are accesses by the thread that creates the object.
  for (ObjectId id = 1; id < shared_.size(); ++id)
    if (values_.objects()[id].may_end() && accessor[id] != ir::kNone && accessor[id] != values_.objects()[id].thread)
      shared_[id] = true;
}

bool Builder::may_access_shared(const AbstractValue& address) const {
  return std::any_of(address.pointers().begin(), address.pointers().end(), [&](const auto& entry) {
    return shared_[entry.first] && !values_.objects()[entry.first].is_constant;
  });
}

// Whether the node ends the lifetimes of a function's locals, and one of these objects may be among them.
bool Builder::ends_locals(ThreadIndex t, NodeId node, const std::vector<bool>& objects) const {
  const Instr& in = values_.instr(t, node);
  const bool restores = in.op == Op::Service && static_cast<ServiceOp>(in.sub) == ServiceOp::StackRestore;
  if (in.op != Op::Ret && !restores) return false;
  const ContextId here = values_.threads()[t].context_of[node];
  for (ObjectId id = 1; id < objects.size(); ++id) {
    const MemoryObject& object = values_.objects()[id];
    if (objects[id] && object.kind == MemoryObject::Kind::Local && object.thread == t &&
        values_.threads()[t].context_of[object.node] == here)
      return true;
  }
  return false;
}

bool Builder::is_visible(ThreadIndex t, NodeId node) const {
  const Instr& in = values_.instr(t, node);
  const Context& context = values_.threads()[t].context(node);
  if (in.op == Op::Ret && context.parent == ir::kNone) return true;
  if (checked_.observed != nullptr && is_observed(t, node)) return true;
  if (counts_steps_ && may_park(t, node)) return true;
  if (in.op == Op::Service) {
    const auto op = static_cast<ServiceOp>(in.sub);
    if (op == ServiceOp::Exit) return true;
    // A failure that is not checked ends the execution. Other threads must be able to observe the actions before it.
    if ((op == ServiceOp::AssertFail || op == ServiceOp::Abort) && !checked_.assertion) return true;
  }
  if (in.op == Op::Sync) {
    const auto op = static_cast<SyncOp>(in.sub);
    if (op == SyncOp::Yield || op == SyncOp::AtomicEnd) return false;
    const bool may_wait = sync::may_block(op) || may_wait_inside(op);
    return may_wait || op == SyncOp::ThreadCreate || op == SyncOp::ThreadExit || !threads_[t].single_threaded[node];
  }
  if (threads_[t].single_threaded[node]) return false;
  if (ir::is_call(in.op) && enters_section(values_, t, node)) return true;
  if (in.op == Op::Ret || (in.op == Op::Service && static_cast<ServiceOp>(in.sub) == ServiceOp::StackRestore))
    return ends_locals(t, node, shared_);
  bool result = false;
  for_each_address(t, node, [&](const AbstractValue& address) { result |= may_access_shared(address); });
  return result;
}

void Builder::find_cuts(ThreadIndex t) {
  ThreadState& state = threads_[t];
  const uint32_t size = values_.threads()[t].num_nodes();
  std::vector<bool> is_cut(size, false);
  is_cut[0] = true;
  std::vector<bool> visible(size, false);
  for (NodeId node = 0; node < size; ++node) visible[node] = values_.reached(t, node) && is_visible(t, node);
  if (transactions_)
    transactions_->choose_cuts(t, visible, is_cut);
  else
    for (NodeId node = 0; node < size; ++node) is_cut[node] = is_cut[node] || visible[node];
  if (checked_.observed != nullptr) cut_where_places_change(t, is_cut);
  auto roots = [&] {
    std::vector<uint32_t> result;
    for (NodeId node = 0; node < size; ++node)
      if (is_cut[node]) result.push_back(node);
    return result;
  };
  const analysis::Successors forward = [&](uint32_t node, const std::function<void(uint32_t)>& visit) {
    for_each_next(t, node, [&](NodeId to) {
      if (!is_cut[to]) visit(to);
    });
  };
  const analysis::DepthFirst first = analysis::depth_first(size, roots(), forward);
  for (NodeId node = 0; node < size; ++node)
    if (first.is_retreating_target[node]) is_cut[node] = true;
  state.order = analysis::depth_first(size, roots(), forward).reverse_postorder;
  state.cuts = roots();
  state.code_of.assign(size, 0);
  model_.nodes_of_codes.emplace_back(kFirstCode, ir::kNone);
  for (NodeId cut : state.cuts) {
    state.code_of[cut] = static_cast<uint32_t>(model_.nodes_of_codes[t].size());
    model_.nodes_of_codes[t].push_back(cut);
  }
}

// ---- the symbolic execution of a thread

const analysis::Liveness& Builder::liveness(ir::FunctionId function) const {
  std::unique_ptr<analysis::Liveness>& known = liveness_[function];
  if (!known) known = std::make_unique<analysis::Liveness>(program_.functions[function]);
  return *known;
}

// Whether a thread at this node may read the register before it writes it.
bool Builder::is_live(ThreadIndex t, NodeId node, uint32_t reg) const {
  const ThreadCode& code = values_.threads()[t];
  auto contains = [](const std::vector<uint32_t>& sorted, uint32_t wanted) {
    return std::binary_search(sorted.begin(), sorted.end(), wanted);
  };
  ContextId id = code.context_of[node];
  uint32_t pc = code.pc_of(node);
  for (bool innermost = true; id != ir::kNone; innermost = false) {
    const Context& context = code.contexts[id];
    const ir::Function& function = program_.functions[context.function];
    if (reg >= context.first_reg && reg < context.first_reg + function.num_regs) {
      const uint32_t local = reg - context.first_reg;
      return contains(
          innermost ? liveness(context.function).live_at(pc) : liveness(context.function).live_across_call(pc), local);
    }
    pc = context.call_pc;
    id = context.parent;
  }
  return false;
}

// Joins the edges that enter a node. The guards of the edges select the value of each variable.
Edge Builder::merged(ThreadIndex t, NodeId node, const std::vector<Edge>& edges) {
  Edge result;
  if (edges.size() == 1) return edges[0];
  std::vector<const Changes*> all;
  for (const Edge& edge : edges) {
    result.guard = either(result.guard, edge.guard);
    all.push_back(&edge.changes);
  }
  result.changes = edges[0].changes;
  Changes::for_each_difference(all, [&](VariableId id) {
    const Variable& variable = variables_[id];
    if (variable.home != ir::kNone) {
      if (!is_active(t, node, variable.home)) return;
    } else if (variable.owner == t && (!is_live(t, node, variable.reg) || !needs_latches(variable))) {
      return;
    }
    std::optional<Value> value;
    for (const Edge& edge : edges) {
      const Value* changed = edge.changes.find(id);
      const Value one = changed != nullptr ? *changed : latched(id);
      value = value ? select(edge.guard, one, *value) : one;
    }
    result.changes.set(id, *value);
  });
  return result;
}

void Builder::walk(ThreadIndex t) {
  ThreadState& state = threads_[t];
  state.incoming.assign(values_.threads()[t].num_nodes(), {});
  model_.executed.emplace_back();
  for (NodeId node : state.order) {
    throw_if_limit_reached();
    thread_ = t;
    node_ = node;
    at_cut_ = state.code_of[node] != 0;
    if (at_cut_) {
      begin_at_cut(t, node);
      continue;
    }
    if (state.incoming[node].empty()) continue;
    Edge edge = merged(t, node, state.incoming[node]);
    state.incoming[node].clear();
    if (edge.guard == kFalse) continue;
    guard_ = edge.guard;
    changes_ = std::move(edge.changes);
    model_.executed[t].push_back({node, guard_});
    execute();
  }
  for (NodeId node = 0; node < state.incoming.size(); ++node)
    if (!state.incoming[node].empty())
      throw Unsupported("the topological order of the code lacks an instruction", values_.user_loc(t, node));
}

void Builder::begin_at_cut(ThreadIndex t, NodeId node) {
  ThreadState& state = threads_[t];
  const Instr& in = values_.instr(t, node);
  Literal here = at(t, state.code_of[node]);
  if (node == 0 && state.started != 0) here = start(t, here);
  changes_.clear();
  guard_ = here;
  if (in.op == Op::Sync) {
    const auto op = static_cast<SyncOp>(in.sub);
    if (may_wait_inside(op)) {
      resume(op);
      changes_.clear();
      guard_ = both(here, circuit::eq(c_, latched(state.status).bits, 0));
    }
  }
  model_.executed[t].push_back({node, here});
  const Literal begins = guard_;
  state.has_step = either(state.has_step, begins);  // operate() sets state.disabled if the instruction blocks
  execute();
}

}  // namespace mover::symbolic
