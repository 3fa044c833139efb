// Formulas with X or enabled(T) depend on how an execution is divided into steps. Their circuits have a cut before
// every instruction at which the interpreter may park a thread, so a step of the interpreter is one or several steps of
// the circuit, of the same thread, one after the other. In the states between these, the automaton of the formula
// stands still: an input decides so, if the scheduled thread is at a cut at which the interpreter may not have parked
// it. So each execution of the interpreter is one of the circuit, and the automaton reads the same states. The circuit
// has more executions, for example those in which the automaton skips a state of the interpreter. A lasso of these does
// not replay, and the verdict is `unknown`.
#include <algorithm>

#include "ir/shape.h"
#include "symbolic/builder.h"

namespace mover::symbolic {

using ir::Instr;
using ir::Op;
using ir::SyncOp;

bool Builder::counts_steps() const {
  if (checked_.observed == nullptr) return false;
  const auto& atoms = checked_.observed->observed().expressions();
  return checked_.observed->has_next() ||
         std::any_of(atoms.begin(), atoms.end(), [](const ltl::Typed& atom) { return reads_enabled(atom); });
}

bool Builder::reads_enabled(const ltl::Typed& expression) {
  return expression.kind == ltl::Typed::Kind::Enabled ||
         std::any_of(expression.operands.begin(), expression.operands.end(), reads_enabled);
}

// Whether the interpreter may park the thread before this instruction (Exec::Park in src/vm), except where it begins to
// execute a thread, enters or leaves an observed place, or cuts a long local loop. These are cuts in any case.
bool Builder::may_park(ThreadIndex t, NodeId node) const {
  const Instr& in = values_.instr(t, node);
  if (ir::is_call(in.op) && may_print(values_, t, node))
    throw Unsupported("the steps of output are not modelled, and the formula depends on steps (X, enabled)",
                      values_.user_loc(t, node));
  bool accesses = in.op == Op::Sync || in.op == Op::Service || in.op == Op::Alloca || in.op == Op::Ret;
  for_each_address(t, node, [&](const AbstractValue&) { accesses = true; });
  return accesses || (ir::is_call(in.op) && enters_section(values_, t, node));
}

// Whether the interpreter surely parks the thread before this instruction.
Literal Builder::surely_parks(ThreadIndex t, NodeId node) {
  const Instr& in = values_.instr(t, node);
  if (in.op == Op::Ret && values_.threads()[t].context(node).parent == ir::kNone) return kTrue;
  const auto op = static_cast<SyncOp>(in.sub);
  const bool is_sync = in.op == Op::Sync && op <= SyncOp::OnceEnd;
  if (in.op == Op::Sync && (op == SyncOp::ThreadCreate || op == SyncOp::ThreadJoin || op == SyncOp::ThreadExit))
    return kTrue;
  if (in.op == Op::Sync && (op == SyncOp::CondWait || op == SyncOp::CondTimedWait || op == SyncOp::BarrierWait))
    return kTrue;
  const bool is_access = in.op == Op::Load || in.op == Op::Store || in.op == Op::Rmw || in.op == Op::CmpXchg;
  if (!is_sync && !is_access) return kFalse;
  const Inspected& inspected = checked_.observed->observed().inspected();
  bool is_global = true, is_observed = true;
  for_each_address(t, node, [&](const AbstractValue& address) {
    for (const auto& [id, offsets] : address.pointers()) {
      const MemoryObject& object = values_.objects()[id];
      is_global &= object.kind == MemoryObject::Kind::Global && !object.is_constant &&
                   !program_.globals[object.id].is_library && !program_.globals[object.id].is_thread_local;
      is_observed &= inspected.memory || inspected.globals.contains(object.id);
    }
  });
  if (!is_global) return kFalse;
  if (is_observed) return kTrue;
  thread_ = t;
  changes_.clear();
  return has_others();
}

// The scheduled thread is at a cut at which the interpreter may not have parked it.
Literal Builder::may_divide_step() {
  Literal result = kFalse;
  for (ThreadIndex t = 0; t < threads_.size(); ++t) {
    const ThreadState& state = threads_[t];
    Literal inside = kFalse;
    for (NodeId cut : state.cuts) {
      const Literal started = cut == 0 && state.started != 0 ? latched_flag(state.started) : kTrue;
      inside = either(inside, both(both(at(t, state.code_of[cut]), started), circuit::negate(surely_parks(t, cut))));
    }
    // A thread that has waited continues in a step of its own.
    inside = both(inside, circuit::eq(c_, latched(state.status).bits, kReady));
    result = either(result, both(state.scheduled, inside));
  }
  return result;
}

}  // namespace mover::symbolic
