// Happens-before as part of a state: for every past access that may still race, the set of threads and synchronisation
// objects through which it happens-before later steps. The access happens-before all later steps of a thread in the
// set; an object in the set adds every thread that acquires it. Unlike vector clocks the sets are finite, so states
// with them can be matched [EQT06, figure 4: locksets that grow]; the search uses them where co-enabledness does not
// show every race (race.h).
//
// Atomic variables are treated like the paper's volatile variables, as far as their memory orders allow. C11 adds two
// elements for each thread: accesses that its release fences order before its relaxed writes, and accesses that its
// relaxed reads have observed and that an acquire fence will order.
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
    bool keep_atomics = true;  // false: atomic accesses are dropped, which is right unless mixes() is true
    bool keep_uses = true;     // false: operations on synchronisation objects are dropped, because none races
                               // (Machine::reinitialises_objects)
    const std::set<uint32_t>* only = nullptr;  // only accesses to these objects, by name; null: to all
  };
  explicit OrderingSets(LocksetTable& table) : OrderingSets(table, Options()) {}
  OrderingSets(LocksetTable& table, Options options) : options_(options), sets_(table) {}

  // A plain access has followed a dropped atomic access to the same bytes. Few programs have such accesses, and these
  // are searched again.
  bool mixes() const { return mixes_; }

  // Processes the events of a step of thread t. Returns the races that they complete.
  std::vector<Finding> step(const Machine& machine, ThreadId t, const std::vector<Event>& events);
  // The addresses of races since the last call.
  std::vector<Address> take_raced() { return std::exchange(raced_, {}); }
  // Repeats a step whose races are known; `alone` is the earlier result of was_alone().
  void repeat(ThreadId t, const std::vector<Event>& events, bool alone);
  // Whether t, which has just taken this step, was the only thread, except for threads that the step creates: then
  // earlier accesses happen-before all later ones, and need not be kept.
  static bool was_alone(const Machine& machine, ThreadId t, const std::vector<Event>& events);

  // Drops accesses that cannot race with a later one, and returns the rest in canonical form.
  // REQUIRES: machine.states().canonical_state() was called in this state.
  std::string canonical(const Machine& machine);

  // The elements of ordering sets. The access happens-before
  using Element = LocksetTable::Element;
  static Element thread(ThreadId t);             // all later steps of t
  static Element released_by_fence(ThreadId t);  // t's last release fence
  static Element seen(ThreadId t);               // all steps of t after its next acquire fence
  static Element lock(Address object);           // later acquisitions of either side of the lock
  static Element read_side(Address object);      // later acquisitions of the write side
  static Element atomic_byte(Address byte);      // later acquiring reads of the byte

  // Calls f(place, elements) for every past access that is kept.
  template <typename F>
  void for_each_past(F f) const {
    past_.for_each([&](const Past& p) { f(p.loc, sets_.elements(p.ordered)); });
  }

 private:
  // A past access, and the index of its ordering set.
  struct Past {
    Access access;
    ir::LocId loc = 0;
    ThreadId thread = 0;
    SetsInUse::Index ordered = 0;
  };

  struct Forgotten {
    Access access;
  };

  void remember(ThreadId t, const Event& event);
  void drop_unused_sets();
  bool has_time(size_t events_so_far) const;
  void follow(ThreadId t, const Event& event);
  void races_with(const Machine& machine, ThreadId t, ir::LocId loc, const Access& access, std::vector<Finding>& races);
  bool is_wanted(const Machine& machine, const Event& event) const;
  void synchronise(ThreadId t, const Event& event);
  void begin_release(ThreadId t, const Event& event);
  void fence(ThreadId t, ir::Order order);
  void forget(Address object);

  Options options_;
  bool mixes_ = false;
  bool alone_ = false;  // the thread whose events are processed is the only one
  AccessIndex<Forgotten> forgotten_;
  std::vector<Address> raced_;
  SetsInUse sets_;
  size_t sets_kept_ = kFewSets;  // after unused sets were last dropped
  static constexpr size_t kFewSets = 64;
  AccessIndex<Past> past_;
};

}  // namespace mover
