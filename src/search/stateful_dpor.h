// DPOR with stored states: the backtrack sets of the states on a path. They begin with one thread, whose steps are
// assumed to be independent of all later steps of other threads [EQT06, section 5]. When a later step is in a race with
// an earlier one, the state before the earlier one is a backtrack point, and the other thread is added to its backtrack
// set [EQT06, figure 7; FG05, figure 3].
//
// Where a path revisits a state, the footprint of that state's future is checked for races with the present past, as if
// it were executed now [YCGK08]. [EQT06] keeps locksets with the states and explores one again when they are no
// superset (figure 6, line 43); this way none is explored twice, whatever the past. docs/races.md has the argument for
// soundness.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "movers/soundness_rules.h"
#include "search/dependence.h"
#include "search/footprint_table.h"
#include "search/state_matching.h"
#include "search/thread_set.h"
#include "store/state_numbers.h"

namespace mover {

class StatefulDpor {
 public:
  using State = uint32_t;  // states are numbered from 0 in the order of their first visit

  // Assumptions, until an execution refutes them.
  struct Assumptions {
    bool locks = true;    // no held lock is overwritten
    bool globals = true;  // only steps of the program read globals
    bool operator==(const Assumptions&) const = default;
  };
  // Which threads have dependent steps. They are scheduled one after the other: their races are decided
  // sooner, and states that differ in nothing else match.
  struct DependentThreads {
    ThreadSet of[64] = {};
    bool known = false;
    bool any() const {
      return std::any_of(std::begin(of), std::end(of),
                         [](ThreadSet dependent_threads) { return dependent_threads != 0; });
    }
  };
  // `seed`: not 0, then the exploration order is randomised.
  StatefulDpor(Machine& machine, Assumptions assumptions, DependentThreads& dependent_threads,
               const SoundnessRules& soundness, uint64_t seed);

  // The number of the present state, where it has to be explored; to be entered next. Where it, or a state that it
  // matches, was explored before, the future of that is checked for races with the present past.
  std::optional<State> look_up(const std::vector<uint32_t>& tuple);
  // The path has reached that state.
  void enter(State state, ThreadSet enabled);
  // The thread to be tried next in the last state.
  std::optional<ThreadId> next();
  // Its backtrack set is exhausted.
  void leave();

  // The actions of t from the last state, one after the other, up to a state to be entered or matched.
  void begin(ThreadId t);
  void before(const Action& pending);
  void after();
  // It is blocked.
  void cannot_go_on(const Action& pending) { touches(thread_, footprint(machine_, thread_, pending)); }
  // In the last state t could not take a step, and another thread has to be tried.
  void add_another_thread();
  // The execution has ended instead of reaching after(): steps of other threads in the last state were not seen.
  void ended();
  void add_all_threads();
  // A point to return to while t runs.
  struct Mark {
    DependenceOrder order;
    Clocks::Clock clocks = 0;
    ThreadSet created = 0, joined = 0;
  };
  Mark mark() const { return {order_, clocks_.size(), created_, joined_}; }
  void return_to(const Mark& mark);
  // The footprint of t since the last state and its clock.
  std::string digest() const;

  // Which assumptions were refuted: then the search has to restart.
  Assumptions assumptions() const { return assumptions_; }
  bool assumption_refuted() const { return assumptions_ != assumed_; }
  store::StateNumbers& states() { return states_; }
  const store::StateNumbers& states() const { return states_; }
  uint64_t memory() const;

  // Finished states with several enabled threads, and those of them in which several were tried.
  struct Counts {
    uint64_t states = 0, several = 0, all = 0;
  };
  const Counts& counts() const { return counts_; }

 private:
  // The future of a state: the footprint of each thread, and the globals that are read.
  struct Future {
    std::vector<NumberSet> touched;  // by thread
    NumberSet looks;
    auto operator<=>(const Future&) const = default;
  };

  struct Node {
    State state = 0;
    ThreadSet enabled = 0, wanted = 0, done = 0;
    ThreadId last = 0;   // that was tried last
    uint32_t turns = 0;  // steps in a row of the thread that has led here
    // The last state in which other threads were enabled: this one, or the one before the present atomic section.
    size_t anchor = 0;
    // Inside an atomic section: other threads have to be tried before it, as in the future of this state the
    // execution ends inside, or closes a cycle, or the thread inside is blocked on others, which are disabled once
    // it is enabled again.
    bool others_before = false;
    DependenceOrder order;
    Clocks::Clock clocks = 0;  // how many there are
    Future future;
    size_t low = 0;                     // the first state on the path that the future of this one revisits
    ThreadId by = 0;                    // the thread that has led here …
    ThreadSet created = 0, joined = 0;  // … and created and joined these
  };
  struct Explored {
    const Future* future = nullptr;  // null: see `instead`
    State instead = 0;               // which it can reach, and be reached from
    bool others_before = false;      // see Node
  };

  ThreadId first_choice(const Node& node);
  void try_all(size_t number);
  void back_track(size_t number, ThreadId earlier, ThreadId t, Clocks::Clock knows);
  void meet(State known);
  bool is_inside() const;
  const Future* known_future(State& state) const;
  void touches(ThreadId t, const Footprint& footprint);
  void take_looks();
  void look_at_blocked(ThreadId t);
  void look_for_overwritten_locks(const Action& pending);
  void add_to_last(const Future& from, ThreadId by, ThreadSet created, ThreadSet joined);

  Machine& machine_;
  const Assumptions assumed_;
  Assumptions assumptions_;
  store::StateNumbers states_;
  DependentThreads& dependent_;
  const SoundnessRules soundness_;
  uint64_t random_;  // see any_of
  Counts counts_;
  StateMatching matching_;
  std::vector<NamedBytes> looks_;
  FootprintTable table_;
  Clocks clocks_;
  // A thread that runs for so long may run for ever: then other threads are tried.
  static constexpr uint32_t kMostTurns = 100;
  std::vector<Node> path_;
  std::vector<Explored> explored_;     // by state
  std::vector<size_t> place_on_path_;  // by state; kNotThere
  static constexpr size_t kNotThere = SIZE_MAX;
  std::map<Future, uint32_t> futures_;  // interned

  // Steps of t since the last state.
  ThreadId thread_ = 0;
  DependenceOrder order_;
  ThreadSet created_ = 0, joined_ = 0;
  // Its pending action.
  Footprint step_;
  std::vector<uint32_t> ids_;
  ThreadSet there_ = 0, waiting_ = 0, can_give_up_ = 0;
  ThreadSet joins_ = 0;
  bool sections_ = false;  // some thread has entered an atomic section
};

}  // namespace mover
