// DPOR with stored states. This class computes the backtrack sets of the states on a path. A backtrack set begins with
// one thread, whose steps are assumed to be independent of all later steps of other threads [EQT06, section 5]. When a
// later step races with an earlier one, the state before the earlier step is a backtrack point, and the thread of the
// later step is added to its backtrack set [EQT06, figure 7; FG05, figure 3].
//
// When a path revisits a state, the footprint of that state's future is checked for races with the current past, as if
// the future were executed now [YCGK08]. [EQT06] stores locksets with each state, and explores the state again if the
// locksets of a new past are no superset of the stored ones (figure 6, line 43); here no state is explored twice,
// whatever its past. docs/races.md has the argument for soundness.
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
    bool globals = true;  // globals are read only by steps, not by exclusive access predicates
    bool operator==(const Assumptions&) const = default;
  };
  // The pairs of threads with dependent steps. Dependent threads are scheduled one after the other: their races are
  // decided sooner, and more states match.
  struct DependentThreads {
    ThreadSet of[64] = {};  // by thread: the threads with steps that depend on its steps
    bool known = false;     // the first path was explored
    bool any() const {
      return std::any_of(std::begin(of), std::end(of),
                         [](ThreadSet dependent_threads) { return dependent_threads != 0; });
    }
  };
  // `seed`: if not 0, the exploration order is randomised.
  StatefulDpor(Machine& machine, Assumptions assumptions, DependentThreads& dependent_threads,
               const SoundnessRules& soundness, uint64_t seed);

  // `form`: the canonical form of the current state, which was computed last.
  // Returns the number of the current state if it is new; then the caller has to enter it. Otherwise the current state,
  // or a state that it matches, was visited before, and its future is checked for races with the current past.
  std::optional<State> look_up(const std::vector<uint32_t>& form);
  // Appends the current state to the path. REQUIRES: look_up() has returned its number.
  void enter(State state, ThreadSet enabled);
  // The next thread of the backtrack set of the path's last state.
  std::optional<ThreadId> next();
  // Removes the last state from the path. REQUIRES: its backtrack set is exhausted.
  void leave();

  // begin(t) starts a sequence of actions of t in the last state of the path. The sequence ends in a state that is
  // passed to look_up(). before() and after() are called before and after each of these actions.
  void begin(ThreadId t);
  void before(const Action& pending);
  void after();
  // t is blocked at this action.
  void blocked_at(const Action& pending) { touches(thread_, footprint(machine_, thread_, pending)); }
  // t could not take a step in the last state, so another thread has to be explored.
  void add_another_thread();
  // The last action has ended the execution (after() was not called). So all threads are explored in the last state.
  void ended();
  // Adds all enabled threads to the backtrack set of the last state.
  void add_all_threads();
  // A point in the sequence of t's actions to which the caller returns.
  struct Mark {
    DependenceOrder order;
    Clocks::Clock clocks = 0;
    ThreadSet created = 0, joined = 0;
  };
  Mark mark() const { return {order_, clocks_.size(), created_, joined_}; }
  void return_to(const Mark& mark);
  // The footprint of t's actions since the last state of the path, and t's clock, as bytes.
  std::string digest() const;

  // The assumptions that were not refuted. If one was refuted, the search has to restart.
  Assumptions assumptions() const { return assumptions_; }
  bool assumption_refuted() const { return assumptions_ != assumed_; }
  bool met_cycle() const { return met_cycle_; }  // a path has closed a cycle
  store::StateNumbers& states() { return states_; }
  const store::StateNumbers& states() const { return states_; }
  uint64_t memory() const;

  // Counts of finished states with several enabled threads.
  struct Counts {
    uint64_t states = 0;   // all of them
    uint64_t several = 0;  // those in which several threads were explored
    uint64_t all = 0;      // those in which all enabled threads were explored
  };
  const Counts& counts() const { return counts_; }

 private:
  // The future of a state: the footprint of each thread, and the globals that its executions read.
  struct Future {
    std::vector<NumberSet> touched;  // by thread
    NumberSet reads;
    auto operator<=>(const Future&) const = default;
  };

  // A state on the path.
  struct Node {
    State state = 0;
    ThreadSet enabled = 0;
    ThreadSet backtrack_set = 0;
    ThreadSet done = 0;        // the explored threads
    ThreadId last = 0;         // the thread that was explored last
    uint32_t turn_length = 0;  // the number of consecutive states before this one that the thread `by` led to
    // The last state in which other threads were enabled: this state, or the state before the current atomic section.
    size_t anchor = 0;
    // Inside an atomic section: other threads have to be explored before the section. The reason is that in the future
    // of this state the execution ends or closes a cycle inside the section, or the section is blocked until other
    // threads run.
    bool others_before = false;
    DependenceOrder order;
    Clocks::Clock clocks = 0;  // the number of clocks when this state was entered
    Future future;
    size_t low = 0;                     // the first state on the path that the future of this state revisits
    ThreadId by = 0;                    // the thread whose actions led to this state
    ThreadSet created = 0, joined = 0;  // the threads that these actions created and joined
  };
  // A finished state.
  struct Explored {
    const Future* future = nullptr;  // null: the state has the same future as `instead`
    State instead = 0;               // an earlier state in the same strongly connected component
    bool others_before = false;      // see Node
  };

  ThreadId first_choice(const Node& node);
  void explore_all_in(size_t number);
  void add_backtrack_point(size_t number, ThreadId earlier, ThreadId t, Clocks::Clock clock);
  void revisit(State known);
  void add_state(State state, const std::vector<uint32_t>& tuple);
  bool is_permuted(State known) const;
  Future permuted(const Future& future, State known);
  bool is_in_section() const;
  const Future* known_future(State& state) const;
  void touches(ThreadId t, const Footprint& footprint);
  void take_accessed_globals();
  void add_blocked_thread(ThreadId t);
  void check_overwritten_locks(const Action& pending);
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
  // A thread with this many consecutive steps may run for ever, so another thread is scheduled.
  static constexpr uint32_t kLongestTurn = 100;
  std::vector<Node> path_;
  std::vector<Explored> explored_;     // by state
  std::vector<size_t> place_on_path_;  // by state; kNotOnPath if the state is not on the path
  static constexpr size_t kNotOnPath = SIZE_MAX;
  std::map<Future, uint32_t> futures_;  // interned
  // The permutations of threads of canonical forms (CanonicalStates::canonical_threads), interned; and by state. Empty
  // while there are no interchangeable threads.
  std::map<std::vector<ThreadId>, uint32_t> permutations_;
  std::vector<const std::vector<ThreadId>*> permutation_of_;

  // The sequence of actions since the last state of the path: its thread, happens-before after it, and the threads that
  // it has created and joined.
  ThreadId thread_ = 0;
  DependenceOrder order_;
  ThreadSet created_ = 0, joined_ = 0;
  // The action between before() and after(): its footprint, the numbers of its touches, the statuses of threads before
  // it (parked_ is kNoSynchronisation if the action cannot change any), and the threads that it joins.
  Footprint step_;
  std::vector<uint32_t> ids_;
  ThreadSet parked_ = 0, waiting_ = 0, can_time_out_ = 0;
  static constexpr ThreadSet kNoSynchronisation = ~ThreadSet{0};
  ThreadSet joins_ = 0;
  bool met_cycle_ = false;
  bool sections_ = false;  // some thread has entered an atomic section
};

}  // namespace mover
