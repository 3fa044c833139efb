// Happens-before as part of a state: for every past access that may still race, the set of threads and synchronisation
// objects through which it happens-before later steps [EQT06, figure 4: locksets that grow]. The access happens-before
// all later steps of a thread in the set. If an object is in the set, every thread that acquires the object is added to
// the set. There are finitely many sets, unlike vector clocks, so states that contain these sets can be
// matched. Searches use them if pending accesses of single states do not show every race (race.h).
//
// Atomic variables are treated like the paper's volatile variables, as far as their memory orders allow. For the fences
// of C11 there are two more elements for each thread (see released_by_fence and seen).
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "machine/machine.h"
#include "property/access_index.h"
#include "property/lockset_table.h"

namespace mover {

class OrderingSets {
 public:
  struct Options {
    bool every_pair = false;   // find all pairs of lines that race; otherwise at least one pair, if there is any
    bool keep_atomics = true;  // false: atomic accesses are dropped; REQUIRES that mixes() stays false
    // False: the accesses of operations to their synchronisation objects are dropped. They race only if objects are
    // initialised, destroyed or freed (Observations::reinitialises_objects).
    bool keep_uses = true;
    const std::set<uint32_t>* only = nullptr;  // keep only accesses to these objects, by name; null: to all objects
  };
  explicit OrderingSets(LocksetTable& table) : OrderingSets(table, Options()) {}
  OrderingSets(LocksetTable& table, Options options) : options_(options), sets_(table) {}

  // Whether a plain access has followed a dropped atomic access to the same bytes. Then the search is repeated with
  // keep_atomics. Few programs have such accesses.
  bool mixes() const { return mixes_; }

  // Processes the events of a step of thread t. Returns the races that they complete.
  std::vector<Finding> step(const Machine& machine, ThreadId t, const std::vector<Event>& events);
  // The addresses of the races since the last call.
  std::vector<Address> take_raced() { return std::exchange(raced_, {}); }
  // Processes again the events of a step whose races are known. `alone` is the earlier result of was_alone().
  void repeat(ThreadId t, const std::vector<Event>& events, bool alone);
  // Whether t, which has just taken the step with these events, was the only thread, except for threads that the step
  // created. Then the accesses of the step happen-before all later ones of other threads, and need not be kept.
  static bool was_alone(const Machine& machine, ThreadId t, const std::vector<Event>& events);

  // Drops accesses that cannot race with a later one, and returns the rest in canonical form.
  // REQUIRES: machine.states().canonical_state() was called in this state.
  std::string canonical(const Machine& machine);

  // The elements of ordering sets. If the set of an access contains the element, the access happens-before …
  using Element = LocksetTable::Element;
  static Element thread(ThreadId t);             // … all later steps of t
  static Element released_by_fence(ThreadId t);  // … t's last release fence
  static Element seen(ThreadId t);               // … all steps of t after its next acquire fence
  static Element lock(Address object);           // … later acquisitions of either side of the lock
  static Element read_side(Address object);      // … later acquisitions of the write side
  static Element atomic_byte(Address byte);      // … later acquiring reads of the byte

  // Calls f(place, elements) for every past access that is kept.
  template <typename F>
  void for_each_past(F f) const {
    past_.for_each([&](const Past& p) { f(p.loc, sets_.elements(p.ordered())); });
  }

 private:
  // A past access, and when it happened, which determines its ordering set.
  struct Past {
    Access access;
    ir::LocId loc = 0;
    ThreadId thread = 0;
    SetsInUse::Time time = 0;
    ByteRange bytes() const { return access; }
    SetsInUse::Index ordered() const { return {thread, time}; }
  };

  // An atomic access that was dropped because of !keep_atomics.
  struct Dropped {
    Access access;
    ByteRange bytes() const { return access; }
  };

  void add_access(ThreadId t, const Event& event);
  void drop_unused_sets();
  bool has_time(size_t events_so_far) const;
  void follow(ThreadId t, const Event& event);
  void races_with(const Machine& machine, ThreadId t, ir::LocId loc, const Access& access, std::vector<Finding>& races);
  bool is_selected(const Machine& machine, const Event& event) const;
  void synchronise(ThreadId t, const Event& event);
  void begin_release(ThreadId t, const Event& event);
  void fence(ThreadId t, ir::Order order);
  void drop_object(Address object);

  Options options_;
  bool mixes_ = false;
  bool alone_ = false;  // the thread whose events are processed is the only one
  AccessIndex<Dropped> dropped_;
  std::vector<Address> raced_;
  SetsInUse sets_;
  size_t sets_kept_ = kFewSets;  // the number of sets when unused sets were dropped last
  static constexpr size_t kFewSets = 64;
  AccessIndex<Past> past_;
};

}  // namespace mover
