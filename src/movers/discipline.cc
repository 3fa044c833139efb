// The mover table of [FQ03, sections 5 and 6], row by row.
#include "movers/discipline.h"

#include <algorithm>

#include "property/common_locks.h"

namespace mover {

using ir::SyncOp;

namespace {

LockKey key_of(AddressName name) { return static_cast<LockKey>(name.object) << 32 | name.offset; }

bool is_twin(const Machine& machine, ThreadId t) {
  return machine.has().states != nullptr && machine.states().is_interchangeable(t);
}

constexpr AddressName kThreadTable{};  // the null object, which no access has as its name

}  // namespace

Discipline::Discipline(const SoundnessRules& soundness)
    : soundness_(soundness),
      data_(facts_, locksets_),
      hidden_(facts_, locksets_),
      obeyed_(facts_, locksets_),
      names_(facts_.add()),
      sections_(facts_.add()) {}

bool Discipline::holds(Fact fact, std::vector<Fact>& relied) const {
  if (facts_.is_refuted(fact)) return false;
  relied.push_back(fact);
  return true;
}

// A lock whose name has stopped being unique protects nothing but its own object.
void Discipline::catch_up(const Machine& machine) {
  exclusives_.catch_up(machine);
  lock_words_.catch_up(machine);
  if (machine.observations().addresses_as_numbers()) facts_.refute(names_);
  if (machine.names().names_lost() == names_lost_) return;
  names_lost_ = machine.names().names_lost();
  last_held_.clear();
  std::vector<uint32_t> ambiguous;
  for (uint32_t object : lock_objects_)
    if (!machine.names().unique(object)) ambiguous.push_back(object);
  if (ambiguous.empty() || !soundness_.ambiguous_names) return;
  std::erase_if(lock_objects_, [&](uint32_t object) { return !machine.names().unique(object); });
  auto is_ambiguous = [&](uint32_t, const LockName& name) {
    return name.kind == LockName::Kind::Place &&
           std::find(ambiguous.begin(), ambiguous.end(), name.object) != ambiguous.end();
  };
  data_.remove_locks(is_ambiguous);
  hidden_.remove_locks(is_ambiguous);
  obeyed_.remove_locks(is_ambiguous);
}

// The lock's state was overwritten, or initialised again, while threads could hold it. Then two threads may hold the
// lock at once, so it protects nothing from now on.
void Discipline::ignore_lock(LockKey lock) {
  if (!soundness_.locks_as_data || !ignored_locks_.insert(lock).second) return;
  last_held_.clear();
  const auto object = static_cast<uint32_t>(lock >> 32), offset = static_cast<uint32_t>(lock);
  auto is_ignored = [&](uint32_t accessed, const LockName& name) {
    return name.offset == offset && ((name.kind == LockName::Kind::Place && name.object == object) ||
                                     (name.kind == LockName::Kind::Self && accessed == object));
  };
  data_.remove_locks(is_ignored);
  hidden_.remove_locks(is_ignored);
  obeyed_.remove_locks(is_ignored);
}

// The locksets are cached, because most threads hold the same locks as at their last action, and most locks are
// globals.
Discipline::HeldNow Discipline::held(const Machine& machine, ThreadId t, Address accessed) {
  const std::span<const Held> now = machine.held(t);
  const bool section = machine.in_atomic_section(t);
  bool own = accessed != 0 &&
             std::any_of(now.begin(), now.end(), [&](const Held& h) { return h.object >> 32 == accessed >> 32; });
  const bool twin = is_twin(machine, t);
  own |= twin && accessed != 0 && machine.names().name(accessed).belongs_to == t;
  if (own) return compute_held(machine, t, accessed);
  if (last_held_.size() <= t) last_held_.resize(t + 1);
  LastHeld& last = last_held_[t];
  auto same = [](const Held& a, const Held& b) { return a.object == b.object && a.shared == b.shared; };
  if (last.known && last.section == section && last.twin == twin &&
      std::equal(now.begin(), now.end(), last.held.begin(), last.held.end(), same))
    return last.sets;
  last.sets = compute_held(machine, t, 0);
  last.section = section;
  last.twin = twin;
  last.held.assign(now.begin(), now.end());
  last.known =
      std::all_of(now.begin(), now.end(), [&](const Held& h) { return machine.names().name(h.object).is_global(); });
  return last.sets;
}

Discipline::HeldNow Discipline::compute_held(const Machine& machine, ThreadId t, Address accessed) {
  // If the thread is interchangeable with others, each of its accesses stands for one by any of them. So it holds no
  // pseudo-lock, except for objects that belong to it as other ones belong to the others.
  constexpr ThreadId kOwner = 64;
  std::vector<LockName> any;
  if (!is_twin(machine, t))
    any.push_back({LockName::Kind::Thread, 0, t});
  else if (accessed != 0 && machine.names().name(accessed).belongs_to == t)
    any.push_back({LockName::Kind::Thread, 0, kOwner});
  std::vector<LockName> exclusive = any;
  auto add = [&](LockName name, bool shared) {
    any.push_back(name);
    if (!shared) exclusive.push_back(name);
  };
  for (const Held& h : machine.held(t)) {
    AddressName name = machine.names().name(h.object);
    if (!ignored_locks_.empty() && ignored_locks_.count(key_of(name)) != 0) continue;
    if (name.unique || !soundness_.ambiguous_names) {
      add({LockName::Kind::Place, name.object, name.offset}, h.shared);
      if (std::find(lock_objects_.begin(), lock_objects_.end(), name.object) == lock_objects_.end())
        lock_objects_.push_back(name.object);
    }
    if (accessed != 0 && h.object >> 32 == accessed >> 32) add({LockName::Kind::Self, 0, name.offset}, h.shared);
  }
  if (machine.in_atomic_section(t)) add({LockName::Kind::Section, 0, 0}, false);
  return {locksets_.intern(std::move(any)), locksets_.intern(std::move(exclusive))};
}

// Whether the whole footprint of the action is protected.
bool Discipline::protects(const Machine& machine, ThreadId t, const Action& action, std::vector<Fact>& relied) {
  machine.touched(t, action, touched_);
  bool all = true;
  for (const Access& access : touched_) {
    HeldNow now = held(machine, t, access.address);
    if (log_ != nullptr) log_->access(machine, t, action, access, now.any, now.exclusive);
    if (exclusives_.grants(machine, t, access)) continue;
    AccessSite site{action.loc, t, access.write || access.conditional, access.atomic, now.any};
    Fact fact = data_.access(machine.names().name(access.address), access.size, now.exclusive, site);
    if (data_.has_overwritten()) {
      const std::vector<Fact> overwritten = data_.take_overwritten();
      std::vector<LockKey> keys;
      for (const auto& [key, lock] : locks_)
        if (std::find(overwritten.begin(), overwritten.end(), lock.moves) != overwritten.end()) keys.push_back(key);
      for (LockKey key : keys) ignore_lock(key);
    }
    all = (holds(fact, relied) || is_ordered(machine, action, access, relied)) && all;
  }
  return all;
}

// Whether the access is assumed to be ordered by happens-before with all conflicting accesses. Such an access is not
// co-enabled with a conflicting access of another thread, so it commutes with all actions of other threads. This does
// not apply to locals, because the end of their lifetime is no event, nor to free, which also destroys the locks in the
// block and fails the second time.
bool Discipline::is_ordered(const Machine& machine, const Action& action, const Access& access,
                            std::vector<Fact>& relied) {
  const AddressName place = machine.names().name(access.address);
  if (action.kind != ActionKind::Access || access.atomic || access.conditional) return false;
  if (!ordered_objects_.contains(place.object) || data_.is_lock(place, access.size)) return false;
  auto [known, fresh] = ordered_.try_emplace(place.object);
  if (fresh) {
    const ObjectInfo::Kind kind = machine.description().object(access.address).kind;
    known->second = facts_.add();
    if (kind != ObjectInfo::Kind::Global && kind != ObjectInfo::Kind::Heap) facts_.refute(known->second);
  }
  return holds(known->second, relied);
}

std::set<uint32_t> Discipline::may_be_ordered() const {
  std::set<uint32_t> objects = data_.plain_unprotected();
  for (const auto& [object, fact] : ordered_)
    if (facts_.is_refuted(fact)) objects.erase(object);
  auto atomic = [](const AccessSite& site) { return site.atomic; };
  // Objects with atomic accesses are left out, because the effect of a compare-and-swap depends on the order.
  for (const Protection::Range& range : data_.ranges())
    if (std::any_of(range.sites.begin(), range.sites.end(), atomic)) objects.erase(range.place.object);
  return objects;
}

void Discipline::races(uint32_t object) {
  auto known = ordered_.find(object);
  if (known != ordered_.end() && soundness_.races_along_paths) facts_.refute(known->second);
}

// Records the locks of the accesses for the locking discipline. Heap objects and locals with the same name may exist
// one after the other, each with its own lock. These locks are different, so locks in such objects are left out.
// (CommonLocks, which then checks all executions, distinguishes them.)
void Discipline::check_locking(const Machine& machine, ThreadId t, const Action& action) {
  auto is_dynamic = [](const LockName& lock) {
    return lock.kind == LockName::Kind::Place && lock.object >= AddressName::kDynamic;
  };
  for (const Access& access : disciplined_accesses(machine, action)) {
    HeldNow now = held(machine, t, access.address);
    now.any = locksets_.without(now.any, is_dynamic);
    now.exclusive = locksets_.without(now.exclusive, is_dynamic);
    obeyed_.access(machine.names().name(access.address), access.size, now.exclusive,
                   {action.loc, t, access.write || access.conditional, access.atomic, now.any});
  }
}

// Whether one lock protects the table of threads, or one thread alone accesses it. Creations, joins and detachments
// determine the numbers of threads, so they are accesses to the table.
bool Discipline::protects_threads(const Machine& machine, ThreadId t, ir::LocId loc, std::vector<Fact>& relied) {
  if (!soundness_.thread_numbers) return true;
  HeldNow now = held(machine, t, 0);
  return holds(hidden_.access(kThreadTable, 1, now.exclusive, {loc, t, true, true, now.any}), relied);
}

Discipline::Lock& Discipline::lock_at(const Machine& machine, Address address, uint64_t size) {
  AddressName name = machine.names().name(address);
  auto [known, fresh] = locks_.try_emplace(key_of(name));
  if (fresh) {
    known->second = {facts_.add(), facts_.add()};
    if (soundness_.locks_as_data) data_.belongs_to_lock(name, size, known->second.moves);
    if (!data_.take_overwritten().empty()) ignore_lock(known->first);
  }
  return known->second;
}

// An action at this lock lets a thread observe whether the lock is held without waiting for it.
void Discipline::observe(const Machine& machine, Address address, uint64_t size) {
  Lock& lock = lock_at(machine, address, size);
  if (soundness_.observed_locks) facts_.refute(lock.moves);
}

MoverClass Discipline::classify(const Machine& machine, ThreadId t, const Action& action, std::vector<Fact>& relied) {
  catch_up(machine);
  if (watches_locking_) check_locking(machine, t, action);
  if (log_ != nullptr) {
    HeldNow now = held(machine, t, 0);
    log_->action(machine, t, action, now.any, now.exclusive);
  }
  MoverClass result;
  std::optional<LockWords::Operation> at_word;
  std::vector<Fact> makes_mover;
  if (machine.has().predicates != nullptr) at_word = lock_words_.check(machine, t, action, makes_mover);
  if (machine.in_atomic_section(t)) {
    result = inside_section(machine, t, action, relied);
  } else {
    switch (action.kind) {
      case ActionKind::Start:
      case ActionKind::Fence:
        result.left = result.right = true;
        break;
      case ActionKind::Choice:  // the alternatives of an allocation may depend on other threads
      case ActionKind::Access:
      case ActionKind::Free:
      case ActionKind::Local:  // locals whose lifetime ends, or a failure
        result.left = result.right = protects(machine, t, action, relied);
        break;
      case ActionKind::Sync:
        result = sync(machine, t, action, relied);
        break;
      case ActionKind::Exit:
      case ActionKind::Declare:
        break;
    }
    if (at_word) {
      relied.insert(relied.end(), makes_mover.begin(), makes_mover.end());
      result = move_at_word(machine, *at_word, relied);
    } else if (machine.has().predicates != nullptr) {
      obey_predicates(machine, t, action, result, relied);
    }
  }
  // If a thread blocks inside an atomic section, other threads run. The step with which the section continues disables
  // them, so this step is no mover.
  if (!holds(names_, relied) || !holds(sections_, relied)) result.left = result.right = false;
  // The return from a wait does not commute with a step that releases or overwrites the object.
  if (action.leaves != 0 && !holds(lock_at(machine, action.leaves, size_of_left(action)).moves, relied))
    result.left = result.right = false;
  return result;
}

// Exclusive access predicates may make the action a non-mover. (Inside an atomic section they have no effect on the
// classification, because no other thread is enabled.)
void Discipline::obey_predicates(const Machine& machine, ThreadId t, const Action& action, MoverClass& result,
                                 std::vector<Fact>& relied) {
  machine.touched(t, action, touched_);
  for (const Access& access : touched_) result.unprotected |= exclusives_.governs(machine, access);
  auto touch = [&](Address object, SyncOp op) {
    if (object != 0 && !lock_words_.is_lock(machine, object, relied))
      touched_.push_back({object, size_of_object(op), true, true});
  };
  if (action.kind == ActionKind::Sync) {
    touch(action.object, action.sync);
    touch(action.mutex, SyncOp::MutexLock);
  }
  if (!exclusives_.may_be_mover(machine, t, action, touched_, relied)) result.left = result.right = false;
}

// An operation on a lock word is like one on a mutex: what acquires the word is a right mover, what releases it a left
// mover [FQ03, section 4.2].
MoverClass Discipline::move_at_word(const Machine& machine, const LockWords::Operation& operation,
                                    std::vector<Fact>& relied) {
  MoverClass result;
  result.unprotected = true;
  result.word = operation.word;
  const bool settled = exclusives_.is_settled(machine, {operation.word, 1}, relied);
  if (operation.holds) {
    result.left = result.right = settled;
    return result;
  }
  result.may_block = true;
  result.wants = result.acquires = key_of(machine.names().name(operation.word));
  auto [known, fresh] = locks_.try_emplace(result.acquires);
  if (fresh) known->second = {facts_.add(), facts_.add()};
  result.right = settled && !operation.fails && holds(known->second.right, relied);
  return result;
}

// Other threads are disabled while a thread is in an atomic section, so its actions are movers until it blocks.
MoverClass Discipline::inside_section(const Machine& machine, ThreadId t, const Action& action,
                                      std::vector<Fact>& relied) {
  MoverClass result;
  std::vector<Fact> ignored;
  if (action.kind == ActionKind::Sync) result = sync(machine, t, action, ignored);
  result.unprotected = !protects(machine, t, action, ignored);
  if (result.may_block && soundness_.blocking_sections) facts_.refute(sections_);
  result.in_section = true;
  result.left = result.right = action.kind != ActionKind::Exit && holds(sections_, relied);
  return result;
}

MoverClass Discipline::acquire(const Machine& machine, const Action& action, uint64_t size, std::vector<Fact>& relied) {
  Lock& lock = lock_at(machine, action.object, size);
  MoverClass result;
  result.may_block = true;
  result.wants = result.acquires = key_of(machine.names().name(action.object));
  result.right = holds(lock.moves, relied) && holds(lock.right, relied);
  return result;
}

MoverClass Discipline::release(const Machine& machine, const Action& action, uint64_t size, std::vector<Fact>& relied) {
  MoverClass result;
  result.left = holds(lock_at(machine, action.object, size).moves, relied);
  result.right = result.left;
  result.releases = action.object;
  return result;
}

MoverClass Discipline::condition(const Machine& machine, ThreadId t, const Action& action, std::vector<Fact>& relied) {
  MoverClass result;
  HeldNow now = held(machine, t, action.object);
  Fact wait_set =
      hidden_.access(machine.names().name(action.object), 1, now.exclusive, {action.loc, t, true, true, now.any});
  bool is_protected = (holds(wait_set, relied) &&
                       holds(lock_at(machine, action.object, size_of_object(SyncOp::CondWait)).moves, relied)) ||
                      !soundness_.wait_sets;
  if (action.sync == SyncOp::CondSignal || action.sync == SyncOp::CondBroadcast) {
    result.left = result.right = is_protected;
    return result;
  }
  // The thread releases the mutex and joins the wait set. (The timeout or spurious wake-up of a waiting thread is
  // classified here as well. The thread then leaves the wait set without holding the mutex, so no lock protects the
  // wait set.)
  result.may_block = true;
  result.wants = LockOrder::kNowhere;
  result.gives_up = key_of(machine.names().name(action.mutex));
  result.left = is_protected && holds(lock_at(machine, action.mutex, size_of_object(SyncOp::MutexLock)).moves, relied);
  return result;
}

MoverClass Discipline::sync(const Machine& machine, ThreadId t, const Action& action, std::vector<Fact>& relied) {
  MoverClass result;
  const uint64_t size = size_of_object(action.sync);
  switch (action.sync) {
    case SyncOp::MutexLock:
    case SyncOp::SpinLock:
    case SyncOp::RwRdLock:
    case SyncOp::RwWrLock:
      if (action.prefers_writers) observe(machine, action.object, size);
      result = acquire(machine, action, size, relied);
      if (action.prefers_writers)
        result.wants = LockOrder::kNowhere;  // a reader may wait for writers that wait for the lock
      // A recursive acquisition, or an error.
      if (action.enabled && holds_lock(machine, t, action.object, false) &&
          ignored_locks_.count(key_of(machine.names().name(action.object))) == 0)
        result.left = result.right = true, result.acquires = 0, result.may_block = false;
      return result;
    case SyncOp::SemWait:
      result = acquire(machine, action, size, relied);
      result.wants = LockOrder::kNowhere;
      return result;
    case SyncOp::MutexUnlock:
    case SyncOp::SpinUnlock:
    case SyncOp::RwUnlock:
      if (action.prefers_writers) observe(machine, action.object, size);
      return release(machine, action, size, relied);
    case SyncOp::SemPost:
      // A post that fails does not commute with a wait, so it observes the semaphore as a trylock observes a lock.
      if (action.post_fails) observe(machine, action.object, size);
      result = release(machine, action, size, relied);
      result.right = false;
      result.releases = 0;
      return result;
    case SyncOp::CondWait:
    case SyncOp::CondTimedWait:
    case SyncOp::CondSignal:
    case SyncOp::CondBroadcast:
      return condition(machine, t, action, relied);
    case SyncOp::BarrierWait:
      lock_at(machine, action.object, size);  // declares the bytes to be the state of a synchronisation object
      result.left = result.right = action.resumed;
      result.may_block = !action.resumed;
      result.wants = LockOrder::kNowhere;
      return result;
    case SyncOp::OnceBegin:
      lock_at(machine, action.object, size);
      result.may_block = true;
      result.wants = LockOrder::kNowhere;
      return result;
    case SyncOp::OnceEnd:
      return result;
    case SyncOp::ThreadCreate: {
      bool is_protected = protects(machine, t, action, relied);
      result.left = protects_threads(machine, t, action.loc, relied) && is_protected;
      return result;
    }
    case SyncOp::ThreadJoin:
      result.may_block = true;
      result.wants = LockOrder::kNowhere;
      result.right = protects_threads(machine, t, action.loc, relied);
      return result;
    case SyncOp::ThreadDetach:
      protects_threads(machine, t, action.loc, relied);
      return result;
    case SyncOp::ThreadExit:
      result.may_block = true;  // the locks that the thread holds are never released, so other threads may stay blocked
      result.wants = LockOrder::kNowhere;
      result.left = protects(machine, t, action, relied);
      if (machine.detached(t)) result.left = protects_threads(machine, t, action.loc, relied) && result.left;
      return result;
    case SyncOp::Yield:
      result.left = result.right = true;
      return result;
    case SyncOp::WordWait:
    case SyncOp::WordTimedWait:
      protects(machine, t, action, relied);
      result.may_block = true;
      result.wants = LockOrder::kNowhere;
      return result;
    case SyncOp::WordWake:
      return result;
    case SyncOp::AtomicBegin:
      protects(machine, t, action, relied);  // the call may copy structs, which are accesses
      result.right = holds(sections_, relied);
      return result;
    case SyncOp::AtomicEnd:
      return result;
    case SyncOp::MutexInit:
    case SyncOp::MutexDestroy:
    case SyncOp::RwInit:
    case SyncOp::RwDestroy:
    case SyncOp::SpinInit:
    case SyncOp::SpinDestroy:
      observe(machine, action.object, size);
      ignore_lock(key_of(machine.names().name(action.object)));
      return result;
    default:  // trylock operations, initialisation and destruction
      observe(machine, action.object, size);
      return result;
  }
}

bool Discipline::right_mover(const Machine& machine, ThreadId t, const MoverClass& action) const {
  if (!action.right) return false;
  bool is_parked = machine.status(t) == ThreadStatus::Parked;
  if (action.in_section) return is_parked && machine.in_atomic_section(t);
  if (action.word != 0) return is_parked && lock_words_.holds(machine, t, action.word);
  if (action.releases != 0) return is_parked && holds_lock(machine, t, action.releases, true);
  return true;
}

void Discipline::add_lock_order(const Machine& machine, ThreadId t, const MoverClass& action,
                                const std::vector<LockKey>& uncommitted) {
  std::vector<LockKey> held;
  for (const Held& h : machine.held(t)) held.push_back(key_of(machine.names().name(h.object)));
  if (machine.has().predicates != nullptr)  // a mutex among them is in machine.held(), too
    lock_words_.for_each_held(machine, t, [&](Address word) { held.push_back(key_of(machine.names().name(word))); });
  std::vector<LockKey> acquired = uncommitted;
  if (action.gives_up != 0) std::erase(held, action.gives_up), std::erase(acquired, action.gives_up);
  if (held.empty() && acquired.empty()) return;
  if (!order_.add_edges(held, acquired, action.wants)) return;
  for (LockKey lock : order_.locks_hiding_deadlocks()) {
    auto known = locks_.find(lock);
    if (known == locks_.end() || facts_.is_refuted(known->second.right)) continue;
    facts_.refute(known->second.right);
    ++demoted_;
  }
}

}  // namespace mover
