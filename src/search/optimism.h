// Which threads are tried in the states of a path. One thread is; its steps are taken to be independent of all that
// others will do [EQT06, section 5]. When a later one turns out to compete with an earlier one and is ordered after it
// by nothing else, the state before the earlier one is a back-tracking point, where the other thread gets its turn as
// well [EQT06, figure 7; FG05, figure 3].
//
// States are stored. Where a path comes to a state that was explored before, what was touched behind that state is
// compared with the present past as if it had been touched now [YCGK08]. The paper keeps locksets with the states and
// explores one again when they are no superset (figure 6, line 43); this way none is explored twice, whatever the past.
// docs/races.md tells why nothing is lost.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "movers/cures.h"
#include "search/dependence.h"
#include "search/similar_states.h"
#include "search/thread_set.h"
#include "search/touch_table.h"
#include "store/state_numbers.h"

namespace mover {

class Optimism {
 public:
  using State = uint32_t;  // states are numbered from 0 as they come

  // What it takes for granted until the contrary shows.
  struct Trust {
    bool locks = true;    // that somebody holds are not overwritten
    bool globals = true;  // are looked at by what the program does, and by nothing else
    bool operator==(const Trust&) const = default;
  };
  // Who has turned out to compete with whom. They had better come one after the other: what depends on their order is
  // over the sooner, and states that differ in nothing else meet.
  struct Rivals {
    ThreadSet of[64] = {};
    bool known = false;
    bool any() const {
      return std::any_of(std::begin(of), std::end(of), [](ThreadSet rivals) { return rivals != 0; });
    }
  };
  // `seed`: not 0, then who begins where it does not matter is left to chance.
  Optimism(Machine& machine, Trust trust, Rivals& rivals, const Cures& cures, uint64_t seed);

  // The number of the present state, where it has to be explored; to be entered next. Where it was explored before, or
  // one like it, what is behind that is compared with the present past.
  std::optional<State> look_up(const std::vector<uint32_t>& tuple);
  // The path has come to that state.
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
  // The execution has ended instead of coming to after(): what others could do in the last state has not been seen.
  void ended();
  void everybody();
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

  // What turned out wrong: then all was in vain.
  Trust trust() const { return trust_; }
  bool disappointed() const { return trust_ != trusted_; }
  store::StateNumbers& states() { return states_; }
  const store::StateNumbers& states() const { return states_; }
  uint64_t memory() const;

  // States that were left in which several threads could move; how many of them were tried there.
  struct Counts {
    uint64_t states = 0, several = 0, all = 0;
  };
  const Counts& counts() const { return counts_; }

 private:
  // What is behind a state: what each thread touches, and at which globals somebody looks.
  struct Future {
    std::vector<NumberSet> touched;  // by thread
    NumberSet looks;
    auto operator<=>(const Future&) const = default;
  };

  struct Node {
    State state = 0;
    ThreadSet enabled = 0, wanted = 0, done = 0;
    ThreadId last = 0;   // whose turn it was
    uint32_t turns = 0;  // how often in a row who has led here has moved
    // The last state in which others could move: this one, or the one before the atomic section that we are inside.
    size_t anchor = 0;
    // Inside an atomic section: what others could do has to be tried before it, as somewhere behind this state the
    // execution ends inside, or goes round in a circle, or whoever is inside waits for others, who cannot do what they
    // like once he can go on.
    bool others_before = false;
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
    bool others_before = false;      // see Node
  };

  ThreadId first_choice(const Node& node);
  void try_all(size_t number);
  void back_track(size_t number, ThreadId competitor, ThreadId t, Clocks::Clock knows);
  void meet(State known);
  bool is_inside() const;
  const Future* known_future(State& state) const;
  void touches(ThreadId t, const Footprint& footprint);
  void take_looks();
  void look_at_blocked(ThreadId t);
  void look_for_overwritten_locks(const Action& pending);
  void add_to_last(const Future& from, ThreadId by, ThreadSet created, ThreadSet joined);

  Machine& machine_;
  const Trust trusted_;
  Trust trust_;
  store::StateNumbers states_;
  Rivals& rivals_;
  const Cures cures_;
  uint64_t random_;  // see any_of
  Counts counts_;
  SimilarStates similar_;
  std::vector<NamedBytes> looks_;
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
  ThreadSet there_ = 0, waiting_ = 0, can_give_up_ = 0;
  ThreadSet joins_ = 0;
  bool sections_ = false;  // some thread has entered an atomic section
};

}  // namespace mover
