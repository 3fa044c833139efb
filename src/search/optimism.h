// Which threads are tried in the states of a path. One thread is; its steps are taken to be independent of all that
// others will do [EQT06, section 5]. When a later one turns out to compete with an earlier one and is ordered after it
// by nothing else, the state before the earlier one is a back-tracking point, where the other thread gets its turn as
// well [EQT06, figure 7; FG05, figure 3].
//
// States are stored. Where a path comes to a state that was explored before, what was touched behind that state is
// compared with the present past as if it had been touched now: the paper keeps locksets with the states and explores
// one again when they are not a superset (figure 6, line 43); this way none is explored twice, whatever the past.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "search/dependence.h"
#include "search/thread_set.h"
#include "search/touch_table.h"

namespace mover {

class Optimism {
 public:
  using State = uint32_t;  // states are numbered from 0 as they come

  // `knows_locks`: a lock that somebody holds is not overwritten.
  Optimism(const Machine& machine, bool knows_locks) : machine_(machine), knows_locks_(knows_locks) {}

  // The path has come to a new state, the present one. REQUIRES: states come in the order of their numbers.
  void enter(State state, ThreadSet enabled);
  // The thread to be tried next in the last state.
  std::optional<ThreadId> next();
  // All that had to be tried there was.
  void leave();

  // What t does from the last state: its actions, one after the other, up to a state to be entered or met.
  void begin(ThreadId t);
  void before(const Action& pending);
  void after();
  // It has to wait.
  void cannot_go_on(const Action& pending) { touches(thread_, footprint(machine_, thread_, pending)); }
  // In the last state t could not do anything, and another one has to be tried.
  void somebody_else();
  // The execution has ended: what others could do in the last state has not been seen.
  void everybody() { path_.back().wanted |= path_.back().enabled; }
  // The present state was entered before.
  void meet(State known);

  // A place to come back to while t runs.
  struct Mark {
    DependenceOrder order;
    Clocks::Clock clocks = 0;
    ThreadSet created = 0, joined = 0;
  };
  Mark mark() const { return {order_, clocks_.size(), created_, joined_}; }
  void return_to(const Mark& mark);
  // What t has done since the last state and what it knows by now, as far as order is concerned.
  std::string digest() const;

  // It should not have known locks.
  bool was_wrong() const { return was_wrong_; }
  uint64_t memory() const;

 private:
  // What each thread touches behind a state, by its number in the table.
  using Future = std::vector<NumberSet>;

  struct Node {
    State state = 0;
    ThreadSet enabled = 0, wanted = 0, done = 0;
    ThreadId last = 0;   // whose turn it was
    uint32_t turns = 0;  // how often in a row who has led here has moved
    // The last state in which others could move: this one, or the one before the atomic section that we are inside.
    size_t anchor = 0;
    DependenceOrder order;
    Clocks::Clock clocks = 0;  // how many there are
    Future future;
    size_t low = 0;                     // the first state on the path that something behind this one has come back to
    ThreadId by = 0;                    // who has led here …
    ThreadSet created = 0, joined = 0;  // … and created and joined these
  };
  struct Explored {
    const Future* future = nullptr;  // null: see `instead`
    State instead = 0;               // which it can reach, and be reached from
  };

  void back_track(size_t number, ThreadId t, Clocks::Clock knows);
  void touches(ThreadId t, const Footprint& footprint);
  void look_at_blocked(ThreadId t);
  void look_for_overwritten_locks(const Action& pending);
  void add_to_last(const Future& from, ThreadId by, ThreadSet created, ThreadSet joined);

  const Machine& machine_;
  const bool knows_locks_;
  bool was_wrong_ = false;
  TouchTable table_;
  Clocks clocks_;
  // One that goes on for so long may go on for ever, and others have more to show.
  static constexpr uint32_t kMostTurns = 100;
  std::vector<Node> path_;
  std::vector<Explored> explored_;     // by state
  std::vector<size_t> place_on_path_;  // by state; kNotThere
  static constexpr size_t kNotThere = SIZE_MAX;
  std::map<Future, uint32_t> futures_;  // each distinct one once

  // What t has done since the last state.
  ThreadId thread_ = 0;
  DependenceOrder order_;
  ThreadSet created_ = 0, joined_ = 0;
  // What it is about to do.
  Footprint step_;
  std::vector<uint32_t> ids_;
  ThreadSet there_ = 0, waiting_ = 0;
  ThreadSet joins_ = 0;
};

}  // namespace mover
