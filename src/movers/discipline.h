// Which actions are movers: the table of the theory [FQ03, sections 5 and 6], on what threads of this program have been
// seen to do. What protects a location, whether somebody can see that a lock is held, and the like is not given but
// inferred: taken to hold until an access shows otherwise. So an answer holds until one of the facts is lost that it
// relies on.
#pragma once

#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "movers/cures.h"
#include "movers/exclusive.h"
#include "movers/facts.h"
#include "movers/guards.h"
#include "movers/lock_order.h"
#include "movers/locksets.h"
#include "movers/protection.h"

namespace mover {

// An action, as far as can be told before it is done.
struct MoverClass {
  bool left = false;   // commutes to the left of what other threads do
  bool right = false;  // … to the right; see Discipline::right_mover
  bool in_section = false;
  bool unprotected = false;  // touches memory that no lock protects, but is a mover all the same
  Address releases = 0;      // a lock that the thread no longer holds afterwards, perhaps
  LockKey acquires = 0;      // a lock or semaphore
  bool may_block = false;
  LockKey wants = 0;     // may_block: the lock, or LockOrder::kNowhere
  LockKey gives_up = 0;  // a mutex that it does not hold while it waits
};

class Discipline {
 public:
  explicit Discipline(const Cures& cures = {});

  // Classifies what t is about to do, and learns from it. Adds to `relied` what the answer relies on.
  // REQUIRES: action is machine.pending(t).
  MoverClass look(const Machine& machine, ThreadId t, const Action& action, std::vector<Fact>& relied);
  // Takes over what the machine has seen. REQUIRES: called before facts() are asked what is lost.
  void catch_up(const Machine& machine);
  // After the action was done: whether it was a right mover.
  bool right_mover(const Machine& machine, ThreadId t, const MoverClass& action) const;

  // t, which holds what it holds and has acquired `uncommitted` in its present transaction, is at an action that may
  // block.
  void attempts(const Machine& machine, ThreadId t, const MoverClass& action, const std::vector<LockKey>& uncommitted);

  // Why an action is no mover, as what its thread does: "writes x, which nothing protects (…)".
  std::string reason(const Machine& machine, ThreadId t, const Action& action);

  // Plain accesses to these objects, by name, are movers from now on although no lock protects them: they are ordered
  // in some other way, until one of them is seen to race. REQUIRES: somebody looks for that [EQT06].
  void trust_order_of(std::set<uint32_t> objects) { ordered_objects_ = std::move(objects); }
  std::set<uint32_t> may_be_ordered() const;
  void races(uint32_t object);

  // From now on every access is held to the locking discipline, as far as names tell (common_locks.h). Objects by name
  // that may break it; all others have a lock that every access in all executions holds, as long as different threads
  // have different numbers.
  void watch_locking() { watches_locking_ = true; }
  std::set<uint32_t> may_break_locking() const { return obeyed_.plain_unprotected(); }

  // From now on every action that is looked at is written down, for reports. REQUIRES: the log outlives this.
  void log_to(GuardLog* log) { log_ = log; }

  Facts& facts() { return facts_; }
  const Protection& data() const { return data_; }
  Locksets& locksets() { return locksets_; }
  const Exclusives& exclusives() const { return exclusives_; }
  const LockOrder& lock_order() const { return order_; }
  uint32_t demoted() const { return demoted_; }

 private:
  struct Lock {
    Fact moves = 0;  // nobody can see that it is held, other than by waiting
    Fact right = 0;  // no deadlock hides behind it
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

  // What t holds, with the locks in the accessed object itself.
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

  const Cures cures_;
  Facts facts_;
  Locksets locksets_;
  Protection data_;
  Protection hidden_;  // the wait sets of conditions, and the table of threads
  Protection obeyed_;  // memory as the locking discipline sees it
  bool watches_locking_ = false;
  Exclusives exclusives_{facts_, cures_};
  LockOrder order_;
  std::unordered_map<LockKey, Lock> locks_;
  std::set<uint32_t> ordered_objects_;
  std::unordered_map<uint32_t, Fact> ordered_;  // by object: no two accesses race
  Fact names_, sections_;
  uint64_t names_lost_ = 0;
  std::set<LockKey> unfit_;             // locks whose state has been written while others could hold them
  std::vector<uint32_t> lock_objects_;  // names of objects with locks that are held to be unique
  uint32_t demoted_ = 0;
  std::vector<Access> touched_;  // scratch
  GuardLog* log_ = nullptr;
};

}  // namespace mover
