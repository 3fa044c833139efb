// Which actions are movers: the table of [FQ03, sections 5 and 6], inferred from the executions so far.
// Which locks protect a location, whether a thread can observe that a lock is held, and the like are facts:
// assumed until an access refutes them. So an answer holds until one of the facts that it relies on is
// refuted.
#pragma once

#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "movers/exclusive.h"
#include "movers/facts.h"
#include "movers/guards.h"
#include "movers/lock_order.h"
#include "movers/locksets.h"
#include "movers/protection.h"
#include "movers/soundness_rules.h"

namespace mover {

// What is known of an action before it is executed.
struct MoverClass {
  bool left = false;   // commutes to the left of other threads' actions
  bool right = false;  // … to the right; see Discipline::right_mover
  bool in_section = false;
  bool unprotected = false;  // accesses memory that no lock protects, but is a mover all the same
  Address releases = 0;      // a lock that the thread no longer holds afterwards, perhaps
  LockKey acquires = 0;      // a lock or semaphore
  bool may_block = false;
  LockKey wants = 0;     // may_block: the lock, or LockOrder::kNowhere
  LockKey gives_up = 0;  // a mutex that it releases while it waits
};

class Discipline {
 public:
  explicit Discipline(const SoundnessRules& soundness = {});

  // Classifies the pending action of t, and learns from it. Adds to `relied` the facts that the answer relies on.
  // REQUIRES: action is machine.pending(t).
  MoverClass look(const Machine& machine, ThreadId t, const Action& action, std::vector<Fact>& relied);
  // Takes over what the machine has observed. REQUIRES: called before facts() are asked which are lost.
  void catch_up(const Machine& machine);
  // After the action was executed: whether it was a right mover.
  bool right_mover(const Machine& machine, ThreadId t, const MoverClass& action) const;

  // t, which has acquired `uncommitted` in its present transaction, is at an action that
  // may block.
  void attempts(const Machine& machine, ThreadId t, const MoverClass& action, const std::vector<LockKey>& uncommitted);

  // Why an action is no mover, as a predicate of its thread: "writes x, which nothing protects (…)".
  std::string reason(const Machine& machine, ThreadId t, const Action& action);

  // Plain accesses to these objects, by name, are movers from now on although no lock protects them: happens-before is
  // assumed to order them, until one of them races. REQUIRES: the search checks that [EQT06].
  void assume_ordered(std::set<uint32_t> objects) { ordered_objects_ = std::move(objects); }
  std::set<uint32_t> may_be_ordered() const;
  void races(uint32_t object);

  // From now on every access is checked against the locking discipline, by the names of objects (common_locks.h).
  // may_break_locking: the objects that may violate it; all others have a lock that every access in all executions
  // holds, as long as different threads have different numbers.
  void watch_locking() { watches_locking_ = true; }
  std::set<uint32_t> may_break_locking() const { return obeyed_.plain_unprotected(); }

  // From now on every classified action is logged, for reports. REQUIRES: the log outlives this.
  void log_to(GuardLog* log) { log_ = log; }

  Facts& facts() { return facts_; }
  const Protection& data() const { return data_; }
  Locksets& locksets() { return locksets_; }
  const Exclusives& exclusives() const { return exclusives_; }
  const LockOrder& lock_order() const { return order_; }
  uint32_t demoted() const { return demoted_; }

 private:
  struct Lock {
    Fact moves = 0;  // no thread can observe that it is held, other than by waiting
    Fact right = 0;  // acquiring it by a right mover hides no deadlock
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
  bool holds(Fact fact, std::vector<Fact>& relied) const;
  Lock& lock_at(const Machine& machine, Address address, uint64_t size);
  void observe(const Machine& machine, Address address, uint64_t size);
  void unfit(LockKey lock);

  // The locks that t holds, with those in the accessed object itself.
  struct HeldNow {
    LocksetId any, exclusive;
  };
  HeldNow held(const Machine& machine, ThreadId t, Address accessed);
  HeldNow compute_held(const Machine& machine, ThreadId t, Address accessed);
  void look_at_locking(const Machine& machine, ThreadId t, const Action& action);
  struct LastHeld {
    std::vector<Held> held;
    HeldNow sets{};
    bool section = false;
    bool known = false;
  };
  std::vector<LastHeld> last_held_;  // by thread

  const SoundnessRules soundness_;
  Facts facts_;
  Locksets locksets_;
  Protection data_;
  Protection hidden_;  // the wait sets of conditions, and the table of threads
  Protection obeyed_;  // memory as the locking discipline sees it
  bool watches_locking_ = false;
  Exclusives exclusives_{facts_, soundness_};
  LockOrder order_;
  std::unordered_map<LockKey, Lock> locks_;
  std::set<uint32_t> ordered_objects_;
  std::unordered_map<uint32_t, Fact> ordered_;  // by object: no two accesses race
  Fact names_, sections_;
  uint64_t names_lost_ = 0;
  std::set<LockKey> unfit_;             // locks whose state has been written while other threads could hold them
  std::vector<uint32_t> lock_objects_;  // names of objects with locks that are assumed to be unique
  uint32_t demoted_ = 0;
  std::vector<Access> touched_;  // scratch
  GuardLog* log_ = nullptr;
};

}  // namespace mover
