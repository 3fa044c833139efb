// Livelocks (docs/liveness.md) as infinite executions of the circuit. A latch holds the livelock that the rest of the
// execution shows; an input guesses at some time which one that is. From then on a constraint requires what each step
// of the livelock satisfies, and one justice condition what its steps have to do again and again.
//
// The steps of the interpreter are those of the circuit, except that the circuit divides some of them by cuts at which
// only local instructions follow. A thread does not stay at such a cut in a fair execution, and is enabled there. So it
// takes the same jumps, and waits for the same locks from some point on.
#include <algorithm>

#include "property/livelock.h"
#include "symbolic/builder.h"

namespace mover::symbolic {

using ir::Op;
using ir::ServiceOp;

namespace {

// By node: the function of this context is in the loop, or has called the node's function from there.
std::vector<bool> nodes_inside(const ThreadCode& code, ContextId home, const analysis::Loop& loop) {
  std::vector<bool> inside(code.num_nodes(), false);
  for (NodeId node = 0; node < code.num_nodes(); ++node) {
    uint32_t pc = code.pc_of(node);
    for (ContextId id = code.context_of[node]; id != ir::kNone; id = code.contexts[id].parent) {
      if (id == home) inside[node] = loop.contains[pc];
      pc = code.contexts[id].call_pc;
    }
  }
  return inside;
}

// The loops with an exit that no other one contains. A thread that stays in an inner loop stays in the outer one, too.
std::vector<analysis::Loop> outermost_loops(const ir::Program& program, const ir::Function& function) {
  const std::vector<analysis::Loop> all = analysis::loops_with_exit(program, function);
  auto contains = [](const analysis::Loop& outer, const analysis::Loop& inner) {
    for (size_t pc = 0; pc < inner.contains.size(); ++pc)
      if (inner.contains[pc] && !outer.contains[pc]) return false;
    return outer.contains != inner.contains;
  };
  std::vector<analysis::Loop> result;
  for (const analysis::Loop& loop : all)
    if (std::none_of(all.begin(), all.end(), [&](const analysis::Loop& other) { return contains(other, loop); }))
      result.push_back(loop);
  return result;
}

}  // namespace

// The step, which is that of this thread, executes one of these nodes.
template <typename Chosen>
Literal Builder::executes(ThreadIndex t, Chosen is_chosen) {
  Literal any = kFalse;
  for (const auto& [node, guard] : model_.executed[t])
    if (is_chosen(node)) any = either(any, guard);
  return both(threads_[t].scheduled, any);
}

Literal Builder::passes_mark(ThreadIndex t) {
  return executes(t, [&](NodeId node) {
    const ir::Instr& in = values_.instr(t, node);
    return in.op == Op::Service && static_cast<ServiceOp>(in.sub) == ServiceOp::Progress;
  });
}

// The thread stays in one instance of the loop: it is inside in all states, and executes no other instructions.
void Builder::add_livelock_in(ThreadIndex t, ContextId home, const analysis::Loop& loop) {
  const ThreadCode& code = values_.threads()[t];
  const ThreadState& state = threads_[t];
  const std::vector<bool> inside = nodes_inside(code, home, loop);
  Literal is_inside = kFalse;
  for (NodeId cut : state.cuts)
    if (inside[cut]) is_inside = either(is_inside, at(t, state.code_of[cut]));
  const Literal leaves = executes(t, [&](NodeId node) { return !inside[node] && state.code_of[node] == 0; });
  const Literal repeats = executes(t, [&](NodeId node) { return inside[node] && code.context_of[node] == home; });
  if (is_inside == kFalse || repeats == kFalse) return;
  const Literal passes = checked_.hangs ? kFalse : passes_mark(t);
  const Literal allowed = both(is_inside, circuit::negate(either(leaves, passes)));
  livelocks_.push_back({Livelock::Loop, t, allowed, repeats});
}

// Another thread takes steps for ever, and this one takes none, although it waits for a lock or is enabled again and
// again. Under strong fairness the latter is impossible.
void Builder::add_starvation(ThreadIndex t, Literal stays) {
  using On = ThreadState::Blocked::On;
  Literal waits = kFalse;
  for (const ThreadState::Blocked& blocked : threads_[t].blocked)
    if (blocked.on == On::Lock || blocked.on == On::Holders || blocked.on == On::Writers)
      waits = either(waits, blocked.guard);
  const Literal left_out = circuit::negate(threads_[t].scheduled);
  if (waits != kFalse) livelocks_.push_back({Livelock::Starvation, t, both(left_out, waits), circuit::negate(stays)});
  if (checked_.violations_under == Fairness::Weak)
    livelocks_.push_back({Livelock::Starvation, t, left_out, enabled_[t]});
}

// Another thread takes steps for ever, and this one is blocked for ever, on anything but the end of another thread. (A
// thread may wait for a server. If it waits for a thread that is blocked or stays in a loop, that thread is found.)
void Builder::add_blocked_for_ever(ThreadIndex t, Literal stays) {
  Literal blocked = both(alive_thread(t), circuit::negate(either(enabled_[t], threads_[t].scheduled)));
  for (const ThreadState::Blocked& reason : threads_[t].blocked)
    if (reason.on == ThreadState::Blocked::On::Join) blocked = both(blocked, circuit::negate(reason.guard));
  livelocks_.push_back({Livelock::Starvation, t, blocked, circuit::negate(stays)});
}

void Builder::add_livelocks(Literal stays) {
  for (ThreadIndex t = 0; t < threads_.size(); ++t) {
    const ThreadCode& code = values_.threads()[t];
    for (ContextId home = 0; home < code.contexts.size(); ++home)
      for (const analysis::Loop& loop : outermost_loops(program_, program_.functions[code.contexts[home].function]))
        add_livelock_in(t, home, loop);
    if (checked_.hangs)
      add_blocked_for_ever(t, stays);
    else if (checked_.violations_under != Fairness::None)
      add_starvation(t, stays);
  }
  if (marks_progress(program_) && !checked_.hangs) {
    Literal passes = kFalse;
    for (ThreadIndex t = 0; t < threads_.size(); ++t) passes = either(passes, passes_mark(t));
    livelocks_.push_back({Livelock::NoProgress, 0, circuit::negate(passes), circuit::negate(stays)});
  }
  const unsigned width = circuit::bits_for(livelocks_.size() + 1);
  const Word shown = circuit::latch_word(c_, "livelock", width, 0), guess = circuit::input_word(c_, "guess", width);
  circuit::set_next(c_, shown, circuit::ite(c_, circuit::any_bit(c_, shown), shown, guess));
  c_.name_word("livelock", shown, circuit::NamedWord::Role::Control);
  for (const Word& word : {shown, guess})
    for (Literal bit : word) c_.mark_control(bit);
  Literal allowed = kTrue, repeated = kFalse;
  for (size_t i = 0; i < livelocks_.size(); ++i) {
    const Literal is_it = circuit::eq(c_, shown, i + 1);
    allowed = both(allowed, c_.implies(is_it, livelocks_[i].allowed));
    repeated = either(repeated, both(is_it, livelocks_[i].repeated));
    model_.livelocks.push_back({livelocks_[i].kind, livelocks_[i].thread});
  }
  model_.livelock = shown;
  c_.constrain(allowed);
  c_.bad("livelock", repeated);
}

}  // namespace mover::symbolic
