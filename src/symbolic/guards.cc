// The circuits that check the guards of bytes, which transactions assume (transactions.h).
#include "symbolic/builder.h"

namespace mover::symbolic {

// Whether thread t was joined, or cannot start before this thread creates t or an ancestor of t. REQUIRES: t is not
// this thread. It is not enough that t has ended: the step with its last accesses may also contain the action that
// enables this thread. Then the program has an execution, which the reduction leaves out, in which these accesses come
// after accesses of this thread.
Literal Builder::is_joined_or_uncreated(ThreadIndex t) {
  const Word pc = read(threads_[t].pc).bits;
  Literal joined = both(flag(threads_[t].joined), circuit::negate(flag(threads_[t].detached)));
  if (!rules_.joined) joined = either(joined, circuit::eq(c_, pc, kEnded));
  const ThreadIndex creator = values_.threads()[t].creator;
  const Literal by_me = creator == thread_ || !rules_.creators ? kTrue
                        : creator == ir::kNone                 ? kFalse
                                                               : is_joined_or_uncreated(creator);
  return either(joined, both(circuit::eq(c_, pc, kNotStarted), by_me));
}

// Whether an access needs the lock even while no other thread can access the byte: the analysis of the code shows that
// the thread holds it. So the lives of other threads do not decide whether the access is guarded (footprint.cc).
bool Builder::needs_lock(const ByteGuard& guard, ThreadIndex t, NodeId node) const {
  return guard.kind == ByteGuard::Kind::Lock && transactions_->holds(t, node, guard.lock);
}

Literal Builder::has_guard(const ByteGuard& guard, uint32_t accessors, bool by_sync) {
  using Kind = ByteGuard::Kind;
  if (guard.kind == Kind::None || (guard.kind == Kind::Sync && by_sync)) return kTrue;
  if (guard.kind == Kind::Thread && guard.owner == thread_) return kTrue;
  // Whether no other thread can access the byte now.
  Literal result = needs_lock(guard, thread_, node_) ? kFalse : kTrue;
  for (ThreadIndex t = 0; t < threads_.size(); ++t)
    if (t != thread_ && (accessors >> t & 1) != 0) result = both(result, is_joined_or_uncreated(t));
  if (guard.kind != Kind::Lock) return result;
  if (guard.lock == kAtomicSection) return either(result, in_section());
  const std::vector<Target> lock{{guard.lock.first, guard.lock.second, kTrue}};
  const Literal holds = both(circuit::eq(c_, load(lock, vm::sync_words::kOwner, 32).bits, thread_ + 1),
                             circuit::negate(is_copy_of_used(sync::Kind::Mutex, lock)));
  return either(result, holds);
}

// Ends the execution at an access that lacks its assumed guard. If a solver finds such an execution, the engine builds
// a circuit without this assumption.
void Builder::assume_guarded(const std::vector<Target>& targets, uint64_t bytes, bool by_sync) {
  if (!transactions_ || !rules_.guards || threads_[thread_].single_threaded[node_]) return;
  for (const Target& target : targets) {
    if (!shared_[target.object]) continue;
    const uint64_t end = target.offset + (bytes != 0 ? bytes : values_.objects()[target.object].size);
    for (uint64_t first = target.offset, next = first; first < end; first = next) {
      const ByteGuard& guard = transactions_->guard(target.object, first);
      const uint32_t accessors = transactions_->accessors(target.object, first);
      std::set<Byte> group;
      for (; next < end && transactions_->guard(target.object, next) == guard &&
             transactions_->accessors(target.object, next) == accessors;
           ++next)
        group.insert({target.object, next});
      const Literal breaks = both(target.guard, circuit::negate(has_guard(guard, accessors, by_sync)));
      if (both(guard_, breaks) == kFalse) continue;
      end_if(breaks, BadKind::Guard, "accesses memory without its guard");
      model_.endings.back().unguarded = group;
    }
  }
}

// Waits and posts of a semaphore are movers only if no post exceeds the largest value, because whether a post does so
// depends on the waits before it. The circuit assumes and checks this like a guard.
void Builder::assume_no_overflow(const std::vector<Target>& semaphores, Literal overflows) {
  if (!transactions_ || !rules_.overflows || threads_[thread_].single_threaded[node_]) return;
  for (const Target& target : semaphores) {
    const bool is_mover = transactions_->guard(target.object, target.offset).kind != ByteGuard::Kind::None;
    const Literal breaks = both(target.guard, overflows);
    if (!shared_[target.object] || !is_mover || both(guard_, breaks) == kFalse) continue;
    end_if(breaks, BadKind::Guard, "posts a semaphore that has the largest value");
    for (uint64_t i = 0; i < sync::size_of(sync::Kind::Semaphore); ++i)
      model_.endings.back().unguarded.insert({target.object, target.offset + i});
  }
}

}  // namespace mover::symbolic
