// DPOR with stored states: the backtrack sets of the states on a path. A backtrack set begins with one thread, whose
// steps are assumed to be independent of all later steps of other threads [EQT06, section 5]. When a later step races
// with an earlier one, the state before the earlier step is a backtrack point, and the other thread is added to its
// backtrack set [EQT06, figure 7; FG05, figure 3].
//
// When a path revisits a state, the footprint of that state's future is checked for races with the current past, as if
// the future were executed now [YCGK08]. [EQT06] stores locksets with the states and explores a state again if its
// locksets are no superset (figure 6, line 43); here no state is explored twice, whatever its past. docs/races.md has
// the argument for soundness.
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

  // Assumptions that hold until an execution refutes them.
  struct Assumptions {
    bool locks = true;    // no held lock is overwritten
    bool globals = true;  // only steps of the program read globals
    bool operator==(const Assumptions&) const = default;
  };
  // The pairs of threads with dependent steps. Dependent threads are scheduled one after the other: their races are
  // decided sooner, and more states match.
  struct DependentThreads {
    ThreadSet of[64] = {};
    bool known = false;
    bool any() const {
      return std::any_of(std::begin(of), std::end(of),
                         [](ThreadSet dependent_threads) { return dependent_threads != 0; });
    }
  };
  // `seed`: if not 0, the exploration order is randomised.
  StatefulDpor(Machine& machine, Assumptions assumptions, DependentThreads& dependent_threads,
               const SoundnessRules& soundness, uint64_t seed);

  // Returns the number of the current state if it has to be explored, that is, entered next. If this state, or a state
  // that it matches, was explored before, checks its future for races with the current past.
  std::optional<State> look_up(const std::vector<uint32_t>& tuple);
  // The path has reached that state.
  void enter(State state, ThreadSet enabled);
  // The thread to be explored next in the last state.
  std::optional<ThreadId> next();
  // The backtrack set of the last state is exhausted.
  void leave();

  // The actions of t from the last state, one after the other, up to a state that is entered or matched.
  void begin(ThreadId t);
  void before(const Action& pending);
  void after();
  // t is blocked at this action.
  void blocked_at(const Action& pending) { touches(thread_, footprint(machine_, thread_, pending)); }
  // t could not take a step in the last state, so another thread has to be explored.
  void add_another_thread();
  // The execution has ended before after() was called: steps of other threads in the last state were not observed.
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
  // A digest of the footprint of t since the last state, and of its clock.
  std::string digest() const;

  // The assumptions that are left. If one was refuted, the search has to restart.
  Assumptions assumptions() const { return assumptions_; }
  bool assumption_refuted() const { return assumptions_ != assumed_; }
  store::StateNumbers& states() { return states_; }
  const store::StateNumbers& states() const { return states_; }
  uint64_t memory() const;

  // The numbers of finished states with several enabled threads, and of those in which several or all of these were
  // explored.
  struct Counts {
    uint64_t states = 0, several = 0, all = 0;
  };
  const Counts& counts() const { return counts_; }

 private:
  // The future of a state: the footprint of each thread, and the globals that it reads.
  struct Future {
    std::vector<NumberSet> touched;  // by thread
    NumberSet reads;
    auto operator<=>(const Future&) const = default;
  };

  struct Node {
    State state = 0;
    ThreadSet enabled = 0, wanted = 0, done = 0;
    ThreadId last = 0;   // the thread that was explored last
    uint32_t turns = 0;  // the number of consecutive steps of the thread that led to this state
    // The last state in which other threads were enabled: this state, or the state before the current atomic section.
    size_t anchor = 0;
    // Inside an atomic section: other threads have to be explored before the section, because in the future of this
    // state the execution ends inside the section, or closes a cycle, or the section is blocked on other threads, which
    // its next step disables.
    bool others_before = false;
    DependenceOrder order;
    Clocks::Clock clocks = 0;  // the number of clocks in this state
    Future future;
    size_t low = 0;                     // the first state on the path that the future of this one revisits
    ThreadId by = 0;                    // the thread that led to this state
    ThreadSet created = 0, joined = 0;  // the threads that it created and joined
  };
  struct Explored {
    const Future* future = nullptr;  // null: the future of `instead` holds
    State instead = 0;               // a state in the same strongly connected component
    bool others_before = false;      // see Node
  };

  ThreadId first_choice(const Node& node);
  void try_all(size_t number);
  void back_track(size_t number, ThreadId earlier, ThreadId t, Clocks::Clock knows);
  void meet(State known);
  bool is_inside() const;
  const Future* known_future(State& state) const;
  void touches(ThreadId t, const Footprint& footprint);
  void take_accessed_globals();
  void add_blocked_thread(ThreadId t);
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
  std::vector<NamedBytes> accessed_;
  FootprintTable table_;
  Clocks clocks_;
  // A thread that runs for so long may run for ever: then other threads are tried.
  static constexpr uint32_t kMostTurns = 100;
  std::vector<Node> path_;
  std::vector<Explored> explored_;     // by state
  std::vector<size_t> place_on_path_;  // by state; kNotThere if it is not on the path
  static constexpr size_t kNotThere = SIZE_MAX;
  std::map<Future, uint32_t> futures_;  // interned

  // The steps of t since the last state.
  ThreadId thread_ = 0;
  DependenceOrder order_;
  ThreadSet created_ = 0, joined_ = 0;
  // The pending action of t.
  Footprint step_;
  std::vector<uint32_t> ids_;
  ThreadSet there_ = 0, waiting_ = 0, can_give_up_ = 0;
  ThreadSet joins_ = 0;
  bool sections_ = false;  // some thread has entered an atomic section
};

}  // namespace mover
