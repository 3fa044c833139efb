// The bad literals of the circuit: violations, bounds of the model, and coverage of the program.
#include <algorithm>

#include "ir/shape.h"
#include "symbolic/builder.h"

namespace mover::symbolic {

using ir::Instr;
using ir::Op;
using ir::SyncOp;

void Builder::cover(Model::Covered::What what, Literal literal) {
  if (checked_.coverage) model_.covered.push_back({what, thread_, values_.user_loc(thread_, node_), literal});
}

void Builder::add_coverage() {
  using What = Model::Covered::What;
  // compose() does not enforce the constraints where a bad literal holds, so these bad literals include them.
  Literal possible = kTrue;
  for (Literal constraint : constraints_) possible = both(possible, constraint);
  for (Model::Covered& covered : model_.covered)
    covered.literal =
        both(both(possible, covered.literal), both(threads_[covered.thread].scheduled, enabled_[covered.thread]));
  for (ThreadIndex t = 0; t < threads_.size(); ++t) model_.covered.push_back({What::ThreadEnds, t, 0, at(t, kEnded)});
  model_.covered.push_back({What::ProgramEnds, 0, 0, latched_flag(exited_)});
  for (size_t i = 0; i < model_.covered.size(); ++i) {
    if (checked_.covered.contains(i)) model_.covered[i].literal = kFalse;
    c_.bad("covered", model_.covered[i].literal);
    model_.bads.push_back(BadKind::Coverage);
  }
}

void Builder::add_properties() {
  if (checked_.coverage) return add_coverage();
  auto add = [&](BadKind kind, const char* name, Literal literal) {
    if (literal == kFalse) return;
    c_.bad(name, literal);
    model_.bads.push_back(kind);
  };
  auto any_at = [&](uint32_t code) {
    Literal result = kFalse;
    for (ThreadIndex t = 0; t < threads_.size(); ++t) result = either(result, at(t, code));
    return result;
  };
  if (checked_.assertion) add(BadKind::Assertion, "assertion", any_at(kFailed));
  if (checked_.memory) add(BadKind::Memory, "memory", any_at(kFaulted));
  if (checked_.deadlock) add(BadKind::Deadlock, "deadlock", deadlock());
  if (checked_.race) add(BadKind::Race, "race", race());
  // The circuit ends an execution at a memory error that is not checked, although the program may continue.
  const Literal unfollowed = checked_.memory ? kFalse : any_at(kFaulted);
  if (checked_.bound)
    add(BadKind::Bound, "bound", either(any_at(kBounded), checked_.memory_excluded ? unfollowed : kFalse));
  if (transactions_) add(BadKind::Guard, "guard", any_at(kUnguarded));
  if (checked_.order && !order_.is_on() && variables_[unordered_observation_].latches)
    add(BadKind::Order, "order", latched_flag(unordered_observation_));
}

Literal Builder::alive_thread(ThreadIndex t) { return circuit::negate(either(at(t, kNotStarted), at(t, kEnded))); }

// The greatest fixpoint of property/deadlock.cc: starting with all blocked threads, removes the threads that another
// thread may still enable, until the set does not change.
Literal Builder::deadlock() {
  const size_t count = threads_.size();
  std::vector<Literal> deadlocked(count, kFalse);
  for (ThreadIndex t = 0; t < count; ++t)
    for (const ThreadState::Blocked& blocked : threads_[t].blocked)
      deadlocked[t] = either(deadlocked[t], blocked.guard);
  Literal result = kFalse;
  for (size_t round = 0; round <= count; ++round) {
    Literal all = kTrue;  // all threads that have started and not ended are in the set
    for (ThreadIndex t = 0; t < count; ++t) all = both(all, c_.implies(alive_thread(t), deadlocked[t]));
    std::vector<Literal> next(count, kFalse);
    for (ThreadIndex t = 0; t < count; ++t) {
      Literal stays = kFalse;
      for (const ThreadState::Blocked& blocked : threads_[t].blocked) {
        Literal cannot_be_enabled = all;
        for (ThreadIndex other = 0; other < count; ++other) {
          const Literal never = either(deadlocked[other], at(other, kEnded));
          if (blocked.on == ThreadState::Blocked::On::Lock)
            cannot_be_enabled = either(cannot_be_enabled, both(circuit::eq(c_, blocked.owner, other + 1), never));
          if (blocked.on == ThreadState::Blocked::On::Holders)
            cannot_be_enabled = either(cannot_be_enabled, both(blocked.awaited[other], never));
          if (blocked.on == ThreadState::Blocked::On::Join || blocked.on == ThreadState::Blocked::On::Writers)
            cannot_be_enabled = either(cannot_be_enabled, both(blocked.awaited[other], deadlocked[other]));
        }
        stays = either(stays, both(blocked.guard, cannot_be_enabled));
      }
      next[t] = both(deadlocked[t], stays);
    }
    if (next == deadlocked) break;
    deadlocked = next;
  }
  for (ThreadIndex t = 0; t < count; ++t) result = either(result, deadlocked[t]);
  return both(result, circuit::negate(over_));
}

// Whether accesses of two threads to the same byte are pending, at least one of which is a write and at least one of
// which is not atomic.
Literal Builder::race() {
  if (order_.is_on()) return order_.raced();
  struct PendingKinds {
    Literal plain_read = kFalse, plain_write = kFalse, atomic_read = kFalse, atomic_write = kFalse;
  };
  std::map<std::pair<ObjectId, uint64_t>, std::map<ThreadIndex, PendingKinds>> pending;
  for (ThreadIndex t = 0; t < threads_.size(); ++t)
    for (const PendingAccess& access : threads_[t].pending)
      for (const Target& target : access.targets) {
        const uint64_t bytes = access.bytes != 0 ? access.bytes : values_.objects()[target.object].size;
        Literal when = both(access.guard, target.guard);
        if (access.while_enabled) when = both(when, enabled_[t]);
        for (uint64_t i = 0; i < bytes; ++i) {
          PendingKinds& kinds = pending[{target.object, target.offset + i}][t];
          const Literal atomic = both(when, access.atomic), plain = both(when, circuit::negate(access.atomic));
          Literal& by_atomic = access.write ? kinds.atomic_write : kinds.atomic_read;
          Literal& by_plain = access.write ? kinds.plain_write : kinds.plain_read;
          by_atomic = either(by_atomic, atomic);
          by_plain = either(by_plain, plain);
        }
      }
  Literal result = kFalse;
  for (const auto& [place, threads] : pending)
    for (auto one = threads.begin(); one != threads.end(); ++one)
      for (auto two = std::next(one); two != threads.end(); ++two) {
        const PendingKinds &a = one->second, &b = two->second;
        auto writes = [&](const PendingKinds& x) { return either(x.plain_write, x.atomic_write); };
        auto any = [&](const PendingKinds& x) { return either(writes(x), either(x.plain_read, x.atomic_read)); };
        result = either(result, both(a.plain_write, any(b)));
        result = either(result, both(any(a), b.plain_write));
        result = either(result, both(a.plain_read, writes(b)));
        result = either(result, both(writes(a), b.plain_read));
      }
  model_.no_race_proof = why_no_race_proof();
  return both(result, circuit::negate(over_));
}

// If a thread can observe an action that does not happen-before its own step, two accesses may race although no state
// has both pending (property/race.h).
std::string Builder::why_no_race_proof() const {
  for (ThreadIndex t = 0; t < threads_.size(); ++t)
    for (NodeId node = 0; node < values_.threads()[t].num_nodes(); ++node) {
      if (!values_.reached(t, node) || threads_[t].single_threaded[node]) continue;
      const Instr& in = values_.instr(t, node);
      if (!is_visible(t, node)) continue;
      const bool is_atomic = in.order != ir::Order::NotAtomic && ir::may_be_atomic(in.op);
      if (is_atomic) {
        const bool reads = in.op != Op::Store, writes = in.op != Op::Load;
        if ((reads && !ir::acquires(in.order)) || (writes && !ir::releases(in.order)) ||
            (in.op == Op::CmpXchg && !ir::acquires(ir::order_on_failure(in))))
          return "a relaxed atomic access observes other threads without ordering them: races may be missing";
      }
      // A plain access to the bytes of a lock observes whether a thread holds it.
      bool inside = false;
      if (in.op == Op::Load || in.op == Op::Store || in.op == Op::MemCpy || in.op == Op::MemSet)
        for_each_address(t, node, [&](const AbstractValue& address) {
          for (const auto& [object, offsets] : address.pointers())
            if (holds_sync_[object] && shared_[object])
              for (const auto& [offset, kind] : sync_positions(object)) {
                const uint64_t bytes = (in.op == Op::Load || in.op == Op::Store) ? (in.width + 7u) / 8u : 4096;
                for (uint64_t at : offsets.within(values_.objects()[object].size, UINT64_MAX))
                  inside |= at < offset + sync::size_of(kind) && offset < at + bytes;
              }
        });
      if (inside) return "the program may read the bytes of a lock, which orders nothing: races may be missing";
    }
  return "";
}

}  // namespace mover::symbolic
