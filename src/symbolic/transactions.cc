// Infers the guards of bytes, classifies actions as movers, and chooses the cuts between transactions.
#include "symbolic/transactions.h"

#include <algorithm>

#include "analysis/cfg.h"
#include "ir/shape.h"
#include "machine/action.h"
#include "symbolic/sections.h"
#include "vm/sync_layout.h"

namespace mover::symbolic {

using ir::Instr;
using ir::Op;
using ir::ServiceOp;
using ir::SyncOp;
using sync::Mover;
using Guard = ByteGuard::Kind;

namespace {

uint32_t bit(ThreadIndex t) { return uint32_t{1} << t; }
bool is_one_thread(uint32_t threads) { return threads != 0 && (threads & (threads - 1)) == 0; }

bool is_sync_operation(const Instr& in) { return in.op == Op::Sync && static_cast<SyncOp>(in.sub) <= SyncOp::OnceEnd; }

// Whether the operation returns even if another thread holds the object. Its result then depends on the holder, so
// acquiring and releasing the object do not commute with the operation.
bool observes_holder(SyncOp op) {
  switch (op) {
    case SyncOp::MutexTryLock:
    case SyncOp::MutexTimedLock:
    case SyncOp::RwTryRdLock:
    case SyncOp::RwTryWrLock:
    case SyncOp::RwTimedRdLock:
    case SyncOp::RwTimedWrLock:
    case SyncOp::SpinTryLock:
    case SyncOp::SemTryWait:
    case SyncOp::SemTimedWait:
    case SyncOp::SemGetValue:
      return true;
    default:
      return false;
  }
}

// The class of an operation as a mover. The classes of sync/rules.h rely on the locking discipline of the program,
// which is not checked here. So signals and readers-writer locks are no movers.
Mover class_of(SyncOp op) {
  switch (op) {
    case SyncOp::MutexLock:
    case SyncOp::SpinLock:
    case SyncOp::SemWait:
    case SyncOp::ThreadJoin:
    case SyncOp::AtomicBegin:
    case SyncOp::CondWait:  // the step ends when the wait begins; a later step reacquires the mutex
    case SyncOp::CondTimedWait:
      return Mover::Right;
    case SyncOp::MutexUnlock:
    case SyncOp::SpinUnlock:
    case SyncOp::SemPost:
    case SyncOp::ThreadCreate:
    case SyncOp::ThreadExit:
    case SyncOp::AtomicEnd:
      return Mover::Left;
    default:  // a readers-writer lock may prefer writers, and then readers observe that a writer waits
      return Mover::None;
  }
}

// A failed assertion ends the program, too. It is visible only if assertions are not checked: see Builder::is_visible.
bool ends_program(ServiceOp op) {
  return op == ServiceOp::Exit || op == ServiceOp::AssertFail || op == ServiceOp::Abort;
}

bool may_wait(SyncOp op) { return sync::may_block(op) || may_wait_inside(op); }

}  // namespace

Transactions::Transactions(const ValueAnalysis& values, const std::vector<bool>& shared,
                           const std::vector<std::vector<bool>>& single_threaded, const Refuted& refuted,
                           bool tracks_order, const ReductionRules& rules)
    : values_(values),
      tracks_order_(tracks_order),
      rules_(rules),
      byte_accesses_(values.objects().size()),
      held_(values.threads().size()) {
  for (ObjectId id = 1; id < byte_accesses_.size(); ++id)
    if (shared[id] && !values.objects()[id].is_constant) byte_accesses_[id].resize(values.objects()[id].size);
  for (ThreadIndex t = 0; t < values.threads().size(); ++t) {
    find_held_locks(t);
    sections_block_ |= rules.sections && may_block_in_section(t);
    for (NodeId node = 0; node < values.threads()[t].num_nodes(); ++node)
      if (values.reached(t, node) && !single_threaded[t][node]) collect(t, node);
  }
  infer_guards(refuted);
}

bool Refuted::add(const std::set<Byte>& bytes, ThreadIndex t) {
  bool is_new = false;
  for (const Byte& byte : bytes) {
    uint32_t& threads = threads_of_[byte];
    is_new |= (threads & bit(t)) == 0;
    threads |= bit(t);
  }
  return is_new;
}

void Refuted::add(const Refuted& other) {
  for (const auto& [byte, threads] : other.threads_of_) threads_of_[byte] |= threads;
}

uint32_t Refuted::threads(const Byte& byte) const {
  const auto found = threads_of_.find(byte);
  return found != threads_of_.end() ? found->second : 0;
}

const ByteGuard& Transactions::guard(ObjectId object, uint64_t offset) const {
  static const ByteGuard kNone;
  return offset < byte_accesses_[object].size() ? byte_accesses_[object][offset].guard : kNone;
}

uint32_t Transactions::accessors(ObjectId object, uint64_t offset) const {
  return offset < byte_accesses_[object].size() ? byte_accesses_[object][offset].accessors : 0;
}

// ---- the locks that a thread holds on all paths to a node

void Transactions::find_held_locks(ThreadIndex t) {
  const uint32_t size = values_.threads()[t].num_nodes();
  held_[t].resize(size);
  std::vector<bool> seen(size, false);
  auto after = [&](NodeId node) {
    std::set<Byte> held = held_[t][node];
    const Instr& in = values_.instr(t, node);
    if (enters_section(values_, t, node)) held.insert(kAtomicSection);
    if (leaves_section(values_, t, node)) held.erase(kAtomicSection);
    if (in.op != Op::Sync) return held;
    const auto op = static_cast<SyncOp>(in.sub);
    if (op == SyncOp::AtomicBegin) held.insert(kAtomicSection);
    if (op == SyncOp::AtomicEnd) held.erase(kAtomicSection);
    if (op != SyncOp::MutexLock && op != SyncOp::SpinLock && op != SyncOp::MutexUnlock && op != SyncOp::SpinUnlock)
      return held;
    const AbstractValue address = values_.argument(t, node, 0);
    const bool acquires = op == SyncOp::MutexLock || op == SyncOp::SpinLock;
    for (const auto& [object, offsets] : address.pointers()) {
      if (acquires && address.pointers().size() == 1 && offsets.is_exact() && offsets.first >= 0)
        held.insert({object, static_cast<uint64_t>(offsets.first)});
      if (!acquires)
        std::erase_if(held, [&](const Byte& lock) {
          return lock.first == object && (!offsets.is_exact() || static_cast<int64_t>(lock.second) == offsets.first);
        });
    }
    return held;
  };
  std::vector<NodeId> work{0};
  seen[0] = true;
  while (!work.empty()) {
    const NodeId node = work.back();
    work.pop_back();
    const std::set<Byte> held = after(node);
    for_each_next(values_, t, node, [&](NodeId to) {
      std::set<Byte>& known = held_[t][to];
      const size_t before = known.size();
      if (!seen[to])
        known = held;
      else
        std::erase_if(known, [&](const Byte& lock) { return !held.contains(lock); });
      if (seen[to] && known.size() == before) return;
      seen[to] = true;
      work.push_back(to);
    });
  }
}

bool Transactions::may_block_in_section(ThreadIndex t) const {
  const std::vector<bool> in_section = may_be_in_section(values_, t);
  for (NodeId node = 0; node < in_section.size(); ++node) {
    const Instr& in = values_.instr(t, node);
    if (in_section[node] && in.op == Op::Sync && may_wait(static_cast<SyncOp>(in.sub))) return true;
  }
  return false;
}

// ---- the accesses

void Transactions::collect(ThreadIndex t, NodeId node) {
  const Instr& in = values_.instr(t, node);
  auto add = [&](ObjectId object, const Offsets& offsets, uint64_t bytes, bool is_sync, bool observes,
                 bool is_certain = true) {
    if (byte_accesses_[object].empty()) return;
    accesses_of_[{t, node}].push_back(accesses_.size());
    const bool is_atomic = ir::may_be_atomic(in.op) && in.order != ir::Order::NotAtomic;
    accesses_.push_back({t, node, object, offsets, bytes, is_sync, is_atomic, observes, is_certain});
  };
  if (in.op == Op::Ret || (in.op == Op::Sync && static_cast<SyncOp>(in.sub) == SyncOp::ThreadExit)) {
    // A return ends the locals of its function. The end of a thread also ends its thread-local variables and all locals
    // that remain.
    const ContextId here = values_.threads()[t].context_of[node];
    const bool ends_thread = in.op == Op::Sync || values_.threads()[t].contexts[here].parent == ir::kNone;
    for (ObjectId id = 1; id < byte_accesses_.size(); ++id) {
      const MemoryObject& object = values_.objects()[id];
      if (object.thread != t || byte_accesses_[id].empty()) continue;
      if (object.kind == MemoryObject::Kind::Local &&
          (ends_thread || values_.threads()[t].context_of[object.node] == here))
        add(id, {}, object.size, false, false);
      if (object.kind == MemoryObject::Kind::ThreadLocal && ends_thread) add(id, {}, object.size, false, false);
    }
    return;
  }
  if (in.op == Op::Service && static_cast<ServiceOp>(in.sub) == ServiceOp::StackRestore) {
    for (ObjectId id = 1; id < byte_accesses_.size(); ++id)
      if (values_.objects()[id].kind == MemoryObject::Kind::Local && values_.objects()[id].thread == t)
        add(id, {}, values_.objects()[id].size, false, false);
    return;
  }
  uint32_t number = 0;
  for_each_address(values_, t, node, [&](const AbstractValue& address) {
    bool is_sync = false, observes = false;
    uint64_t bytes = 0;  // 0: all of the object
    if (in.op == Op::Load || in.op == Op::Store || in.op == Op::Rmw || in.op == Op::CmpXchg)
      bytes = (in.width + 7u) / 8u;
    if (in.op == Op::Sync) {
      const auto op = static_cast<SyncOp>(in.sub);
      if (is_sync_operation(in)) {
        is_sync = !initialises(op) && !destroys(op);
        observes = observes_holder(op);
        bytes = number == 0 ? vm::layout_of(op).size : vm::layout_of(SyncOp::MutexLock).size;
      } else {
        bytes = 8;  // a thread's handle
      }
    }
    if (in.op == Op::MemCpy || in.op == Op::MemSet) {
      const AbstractValue length = values_.operand(t, node, in.c);
      if (!length.has_any_number() && length.pointers().empty() && length.numbers().size() == 1)
        bytes = length.numbers()[0];
    }
    ++number;
    for (const auto& [object, offsets] : address.pointers()) {
      const uint64_t size = values_.objects()[object].size;
      const bool whole = bytes == 0 || bytes > size;
      const bool is_certain = address.pointers().size() == 1 && (whole || offsets.is_exact());
      add(object, whole ? Offsets{} : offsets, whole ? size : bytes, is_sync, observes, is_certain);
    }
  });
}

template <typename F>
void Transactions::for_each_byte(const Access& access, F f) {
  std::vector<ByteAccesses>& bytes = byte_accesses_[access.object];
  const auto stride = static_cast<int64_t>(access.offsets.stride);
  const auto size = static_cast<int64_t>(bytes.size());
  const int64_t end = access.offsets.is_bounded() ? std::min(access.offsets.last() + 1, size) : size;
  for (int64_t first = access.offsets.first; first < end; first += std::max<int64_t>(stride, 1)) {
    for (uint64_t i = 0; i < access.bytes; ++i) {
      const int64_t offset = first + static_cast<int64_t>(i);
      if (offset >= 0 && offset < static_cast<int64_t>(bytes.size())) f(bytes[static_cast<size_t>(offset)]);
    }
    if (stride == 0) break;
  }
}

// ---- the guards

// Whether all other threads of `accessors` are descendants of thread t. Then t can access the byte while none of them
// exists: before it creates them, and after they have been joined.
bool Transactions::may_be_exclusive(ThreadIndex t, uint32_t accessors) const {
  for (ThreadIndex other = 0; other < values_.threads().size(); ++other) {
    if (other == t || (accessors & bit(other)) == 0) continue;
    ThreadIndex ancestor = values_.threads()[other].creator;
    while (ancestor != ir::kNone && ancestor != t) ancestor = values_.threads()[ancestor].creator;
    if (ancestor == ir::kNone) return false;
  }
  return true;
}

// The one thread that is assumed to access the byte alone, among the threads that may access it, as a bit; 0: none. If
// the analysis does not distinguish the addresses of the threads that a loop creates, as those of elements of an array,
// the first guess is the first of these threads. If another one refutes the guess, this one is the second and last
// guess.
uint32_t Transactions::likely_owner(const ByteAccesses& byte, uint32_t candidates, uint32_t refuted) const {
  if (is_one_thread(candidates)) return refuted == 0 ? candidates : 0;
  const uint32_t first = candidates & (~candidates + 1);
  const ThreadCode& one = values_.threads()[static_cast<ThreadIndex>(__builtin_ctz(first))];
  for (ThreadIndex t = 0; t < values_.threads().size(); ++t) {
    const ThreadCode& other = values_.threads()[t];
    const bool is_alike = other.creator == one.creator && other.created_at == one.created_at;
    if ((candidates & bit(t)) != 0 && !is_alike) return 0;
  }
  if ((byte.certain & candidates) != 0) return 0;
  if (refuted == 0) return first;
  return is_one_thread(refuted) && (refuted & candidates) != 0 ? refuted : 0;
}

void Transactions::infer_guards(const Refuted& refuted) {
  struct Inferred {
    bool has_locks = false;
    std::set<Byte> locks;
    uint32_t not_exclusive = 0;        // threads that access the byte and for which may_be_exclusive() is false
    bool plain_not_exclusive = false;  // one of their accesses is not a synchronisation operation
  };
  std::map<const ByteAccesses*, Inferred> inferred;
  for (const Access& access : accesses_)
    for_each_byte(access, [&](ByteAccesses& byte) {
      byte.accessors |= bit(access.thread);
      byte.by_sync |= access.is_sync;
      byte.holder_observed |= access.observes_holder;
      byte.atomic_only &= access.is_atomic;
      if (access.is_certain) byte.certain |= bit(access.thread);
    });
  auto intersect = [](Inferred& to, const std::set<Byte>& locks) {
    if (!to.has_locks) to.locks = locks;
    to.has_locks = true;
    std::erase_if(to.locks, [&](const Byte& lock) { return !locks.contains(lock); });
  };
  for (const Access& access : accesses_)
    for_each_byte(access, [&](ByteAccesses& byte) {
      if (access.is_sync || may_be_exclusive(access.thread, byte.accessors)) return;
      Inferred& one = inferred[&byte];
      one.not_exclusive |= bit(access.thread);
      one.plain_not_exclusive = true;
      intersect(one, held_[access.thread][access.node]);
    });
  // An access for which may_be_exclusive() is true needs no lock. If its thread holds locks nevertheless, the candidate
  // locks are intersected with these, unless no candidate would remain.
  for (const Access& access : accesses_)
    for_each_byte(access, [&](ByteAccesses& byte) {
      const std::set<Byte>& held = held_[access.thread][access.node];
      if (access.is_sync || held.empty() || !may_be_exclusive(access.thread, byte.accessors)) return;
      Inferred narrower = inferred[&byte];
      intersect(narrower, held);
      if (!narrower.locks.empty()) inferred[&byte] = narrower;
    });
  // If two threads access one byte of an object without a guard, there is no guess about its other bytes.
  std::vector<bool> shared_by_several(byte_accesses_.size(), false);
  for (const auto& [byte, threads] : refuted.bytes())
    if (threads != 0 && !is_one_thread(threads)) shared_by_several[byte.first] = true;
  for (ObjectId object = 0; object < byte_accesses_.size(); ++object)
    for (uint64_t offset = 0; offset < byte_accesses_[object].size(); ++offset) {
      ByteAccesses& byte = byte_accesses_[object][offset];
      const uint32_t without_guard = refuted.threads({object, offset});
      const auto found = inferred.find(&byte);
      const Inferred one = found != inferred.end() ? found->second : Inferred{};
      const bool needs_owner = !byte.by_sync && one.locks.empty() && one.not_exclusive != 0;
      const bool has_guess = is_one_thread(one.not_exclusive) || !shared_by_several[object];
      const uint32_t owner = needs_owner && has_guess ? likely_owner(byte, one.not_exclusive, without_guard) : 0;
      if (owner != 0)
        byte.guard = {Guard::Thread, {}, static_cast<ThreadIndex>(__builtin_ctz(owner))};
      else if (needs_owner || without_guard != 0)
        byte.guard.kind = Guard::None;
      else if (byte.by_sync)
        byte.guard.kind = one.plain_not_exclusive ? Guard::None : Guard::Sync;
      else if (!one.locks.empty())
        byte.guard = {Guard::Lock, *one.locks.begin(), 0};
      else
        byte.guard.kind = Guard::Exclusive;
    }
}

// ---- the steps

// If the circuit tracks happens-before, operations on semaphores are no movers. Every wait synchronises-with all
// earlier posts. So if a post moves before a wait of another thread, happens-before has an additional edge, which may
// hide a race.
Mover Transactions::mover_of(SyncOp op) const {
  const bool is_semaphore = op == SyncOp::SemWait || op == SyncOp::SemPost;
  return is_semaphore && tracks_order_ && rules_.posts ? Mover::None : class_of(op);
}

Transactions::Class Transactions::classify(ThreadIndex t, NodeId node) const {
  const Instr& in = values_.instr(t, node);
  const auto op = static_cast<SyncOp>(in.sub);
  Class result;
  bool observed = false;
  if (const auto found = accesses_of_.find({t, node}); found != accesses_of_.end())
    for (size_t index : found->second) {
      const Access& access = accesses_[index];
      const_cast<Transactions*>(this)->for_each_byte(access, [&](const ByteAccesses& byte) {
        observed |= byte.holder_observed && rules_.tries;
        if (byte.guard.kind != Guard::None) return;
        result.mover = Mover::None;
        // Two accesses race if both are pending in one state, so a step begins at each of them.
        if (!byte.atomic_only && rules_.pending) result.begins_step = true;
      });
    }
  if (in.op == Op::Sync) {
    if (rules_.blocking ? may_wait(op) : may_wait_inside(op)) result.begins_step = true;
    if (result.mover != Mover::None) result.mover = observed ? Mover::None : mover_of(op);
    if (op == SyncOp::AtomicBegin) result.begins_step = true;
  } else if (enters_section(values_, t, node)) {
    result.mover = result.mover == Mover::None ? Mover::None : Mover::Right;
    result.begins_step = true;
  } else if (leaves_section(values_, t, node)) {
    if (result.mover == Mover::Both) result.mover = Mover::Left;
  } else if (in.op == Op::Ret && values_.threads()[t].context(node).parent == ir::kNone) {
    const bool ends_all = t == 0 && rules_.endings;
    result.mover = !ends_all && result.mover == Mover::Both ? Mover::Left : Mover::None;
  } else if (in.op == Op::Service && ends_program(static_cast<ServiceOp>(in.sub)) && rules_.endings) {
    result.mover = Mover::None;
  }
  return result;
}

void Transactions::choose_cuts(ThreadIndex t, const std::vector<bool>& visible, std::vector<bool>& is_cut) const {
  const auto size = static_cast<uint32_t>(visible.size());
  // If a thread blocks in an atomic section, other threads are enabled until an action enables the thread again. So
  // actions that enable or disable a thread are no movers, and every visible action is a step.
  if (sections_block_) {
    for (NodeId node = 0; node < size; ++node) is_cut[node] = is_cut[node] || visible[node];
    return;
  }
  std::vector<Class> classes(size);
  for (NodeId node = 0; node < size; ++node) {
    if (!values_.reached(t, node)) continue;
    const Instr& in = values_.instr(t, node);
    const bool ends_section =
        leaves_section(values_, t, node) || (in.op == Op::Sync && static_cast<SyncOp>(in.sub) == SyncOp::AtomicEnd);
    if (!visible[node] && !ends_section) continue;
    classes[node] = classify(t, node);
    if (visible[node] && classes[node].begins_step) is_cut[node] = true;
  }
  const analysis::Successors forward = [&](uint32_t node, const std::function<void(uint32_t)>& visit) {
    for_each_next(values_, t, node, [&](NodeId to) {
      if (!is_cut[to]) visit(to);
    });
  };
  auto search = [&] {
    std::vector<uint32_t> roots;
    for (NodeId node = 0; node < size; ++node)
      if (is_cut[node]) roots.push_back(node);
    return analysis::depth_first(size, roots, forward);
  };
  const analysis::DepthFirst first = search();
  for (NodeId node = 0; node < size; ++node)
    if (first.is_retreating_target[node]) is_cut[node] = true;
  // The phases: after a left mover or the one action that is no mover, only left movers follow in the same step.
  std::vector<bool> committed(size, false);
  for (NodeId node : search().reverse_postorder) {
    const Mover mover = classes[node].mover;
    const bool needs_first_phase = mover == Mover::Right || mover == Mover::None;
    if (!is_cut[node] && committed[node] && needs_first_phase && rules_.phases) is_cut[node] = true;
    const bool after =
        mover == Mover::Left || mover == Mover::None || (committed[node] && !is_cut[node] && mover == Mover::Both);
    for_each_next(values_, t, node, [&](NodeId to) {
      if (after) committed[to] = true;
    });
  }
}

}  // namespace mover::symbolic
