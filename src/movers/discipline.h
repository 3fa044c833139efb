// Classification of actions as movers: the table of [FQ03, sections 5 and 6], inferred from the executions so far.
// "Lock m protects these bytes", "no thread can observe that m is held" and similar statements are facts, assumed until
// an action refutes them. A classification is valid until a fact that it relies on is refuted.
#pragma once

#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "movers/exclusive.h"
#include "movers/facts.h"
#include "movers/guards.h"
#include "movers/lock_order.h"
#include "movers/lock_words.h"
#include "movers/protection.h"
#include "movers/soundness_rules.h"
#include "property/locksets.h"

namespace mover {

// The classification of an action before it is executed.
struct MoverClass {
  bool left = false;        // a left mover: commutes to the left of other threads' actions
  bool right = false;       // a right mover, unless Discipline::right_mover denies it after the execution
  bool in_section = false;  // inside an atomic section
  // The action is a mover although no lock protects the memory that it accesses: it is inside an atomic section, or an
  // exclusive access predicate governs the memory.
  bool unprotected = false;
  Address releases = 0;  // the lock that the action unlocks (a recursive lock may stay held); 0: none
  LockKey acquires = 0;  // the lock or semaphore that the action acquires; 0: none
  bool may_block = false;
  LockKey wants = 0;     // if may_block: the lock that the thread waits for, or LockOrder::kNowhere
  LockKey gives_up = 0;  // the mutex that the thread releases while it waits on a condition; 0: none
  Address word = 0;      // not 0: the action is a right mover only if the thread holds this lock word afterwards
};

class Discipline {
 public:
  explicit Discipline(const SoundnessRules& soundness = {});

  // Classifies the pending action of t, and refines the facts with it. Adds to `relied` the facts that the
  // classification relies on. REQUIRES: action is machine.pending(t).
  MoverClass classify(const Machine& machine, ThreadId t, const Action& action, std::vector<Fact>& relied);
  // Refutes the facts that the machine's observations contradict. To be called before facts() is read after a search.
  void catch_up(const Machine& machine);
  // Called after the action was executed. Returns whether it was a right mover.
  bool right_mover(const Machine& machine, ThreadId t, const MoverClass& action) const;

  // Adds edges to the lock-order graph for t's pending action, which may block. `uncommitted`: the locks that t has
  // acquired in its current transaction before the commit point.
  void add_lock_order(const Machine& machine, ThreadId t, const MoverClass& action,
                      const std::vector<LockKey>& uncommitted);

  // The reason why an action is not a mover, as a predicate of its thread: "writes x, which nothing protects (…)".
  std::string reason(const Machine& machine, ThreadId t, const Action& action);

  // From now on, plain accesses to these objects (by name) are movers although no lock protects them: they are assumed
  // to be ordered by happens-before until two of them race. REQUIRES: the search checks for races [EQT06].
  void assume_ordered(std::set<uint32_t> objects) { ordered_objects_ = std::move(objects); }
  // The objects (by name) for which this can be assumed: no lock protects them, and no race is known.
  std::set<uint32_t> may_be_ordered() const;
  // Records that two accesses to this object race.
  void races(uint32_t object);

  // From now on every access is checked against the locking discipline (property/common_locks.h), with objects
  // identified by name. may_break_locking returns the objects that may violate it. Every other object has a lock that
  // is held at every access in all executions, provided that thread numbers are not reused.
  void watch_locking() { watches_locking_ = true; }
  std::set<uint32_t> may_break_locking() const { return obeyed_.plain_unprotected(); }

  // From now on every classified action is logged for reports. REQUIRES: the log outlives this.
  void log_to(GuardLog* log) { log_ = log; }

  Facts& facts() { return facts_; }
  const Protection& data() const { return data_; }
  Locksets& locksets() { return locksets_; }
  const Exclusives& exclusives() const { return exclusives_; }
  const LockOrder& lock_order() const { return order_; }
  // The number of locks whose acquisitions are not right movers, because they could hide a deadlock.
  uint32_t demoted() const { return demoted_; }

 private:
  struct Lock {
    Fact moves = 0;  // no thread can observe that the lock is held, except by waiting for it
    Fact right = 0;  // classifying its acquisition as a right mover hides no deadlock
  };

  MoverClass sync(const Machine& machine, ThreadId t, const Action& action, std::vector<Fact>& relied);
  MoverClass acquire(const Machine& machine, const Action& action, uint64_t size, std::vector<Fact>& relied);
  MoverClass release(const Machine& machine, const Action& action, uint64_t size, std::vector<Fact>& relied);
  MoverClass condition(const Machine& machine, ThreadId t, const Action& action, std::vector<Fact>& relied);
  MoverClass inside_section(const Machine& machine, ThreadId t, const Action& action, std::vector<Fact>& relied);
  bool protects(const Machine& machine, ThreadId t, const Action& action, std::vector<Fact>& relied);
  bool is_ordered(const Machine& machine, const Action& action, const Access& access, std::vector<Fact>& relied);
  bool protects_threads(const Machine& machine, ThreadId t, ir::LocId loc, std::vector<Fact>& relied);
  void obey_predicates(const Machine& machine, ThreadId t, const Action& action, MoverClass& result,
                       std::vector<Fact>& relied);
  MoverClass move_at_word(const Machine& machine, const LockWords::Operation& operation, std::vector<Fact>& relied);
  bool holds(Fact fact, std::vector<Fact>& relied) const;
  Lock& lock_at(const Machine& machine, Address address, uint64_t size);
  void observe(const Machine& machine, Address address, uint64_t size);
  void ignore_lock(LockKey lock);

  // The locks that t holds in any mode, and those that it holds exclusively. A lock in the accessed object is also
  // included as LockName::Kind::Self.
  struct HeldNow {
    LocksetId any, exclusive;
  };
  HeldNow held(const Machine& machine, ThreadId t, Address accessed);
  HeldNow compute_held(const Machine& machine, ThreadId t, Address accessed);
  void check_locking(const Machine& machine, ThreadId t, const Action& action);
  struct LastHeld {  // the cache of held()
    std::vector<Held> held;
    HeldNow sets{};
    bool section = false, twin = false;
    bool known = false;
  };
  std::vector<LastHeld> last_held_;  // by thread

  const SoundnessRules soundness_;
  Facts facts_;
  Locksets locksets_;
  Protection data_;
  Protection hidden_;  // protection of the wait sets of conditions, and of the table of threads
  Protection obeyed_;  // protection as the locking discipline defines it
  bool watches_locking_ = false;
  Exclusives exclusives_{facts_, soundness_};
  LockWords lock_words_{facts_, soundness_};
  LockOrder order_;
  std::unordered_map<LockKey, Lock> locks_;
  std::set<uint32_t> ordered_objects_;
  std::unordered_map<uint32_t, Fact> ordered_;  // by object: no two accesses race
  Fact names_;                                  // no execution computes with addresses that depend on the schedule
  Fact sections_;                               // no thread blocks inside an atomic section
  uint64_t names_lost_ = 0;
  std::set<LockKey> ignored_locks_;     // locks whose state was overwritten while threads could hold them
  std::vector<uint32_t> lock_objects_;  // names, assumed to be unique, of objects that contain locks
  uint32_t demoted_ = 0;
  std::vector<Access> touched_;  // scratch
  GuardLog* log_ = nullptr;
};

}  // namespace mover
