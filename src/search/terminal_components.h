// Terminal strongly connected components of the state graph, by Tarjan's algorithm [Tar72] along a depth-first search.
// An execution that has reached such a component stays in it for ever, and can reach all of its states again and again.
// So the behaviour of the threads in the component shows which of them spin or are blocked for ever
// (property/busy_wait.h).
//
// docs/liveness.md explains which reductions preserve terminal components.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "property/busy_wait.h"

namespace mover {

class TerminalComponents {
 public:
  using State = uint32_t;  // states are numbered in the order in which they are entered

  // A transition leads from the last state of the path to a new state, which becomes the last one.
  void enter(const Machine& machine, State state);
  // A transition leads from the last state to a state that was entered before.
  void revisit(State state);
  // A transition leads from the last state to a state in whose component the last one is not, or an execution ends
  // there, fails, or cannot be followed.
  void leave_component() { path_.back().is_terminal = false; }
  // A step of t from the last state, or from a state inside a transaction that begins in the last state.
  void after_step(Machine& machine, ThreadId t) { path_.back().behaviour.after_step(machine, t); }
  // Removes the last state. Returns the behaviour in the terminal component that is complete now, if any.
  std::optional<Behaviour> leave();
  bool met_cycle() const { return met_cycle_; }

 private:
  struct Entry {
    State state = 0;
    State low = 0;  // the first state that is known to be in the same component
    bool is_terminal = true;
    bool has_transition = false;
    Behaviour behaviour;  // in the states of the component that were entered after this one, and in this one
  };

  std::vector<Entry> path_;
  std::vector<State> open_;    // the states whose components are not complete, in ascending order
  std::vector<bool> is_open_;  // by state
  bool met_cycle_ = false;
};

// The roles of threads in the terminal components that are no deadlocks.
struct TerminalRoles {
  std::set<std::string> serving;  // the names of the threads in loops without exit
  std::set<std::string> notes;    // one sentence for each thread that waits for the end of one of these
  std::set<std::string>
      unclear;                // the names of the threads in loops of which it is not known whether they have an exit
  bool is_undecided = false;  // whether some component is a deadlock was not decided
};

// Adds the roles of the threads in a terminal component. Returns the finding if it is a deadlock. REQUIRES: the machine
// is in the first state of the component.
std::optional<Finding> check_component(Machine& machine, const Behaviour& behaviour, TerminalRoles& all);

}  // namespace mover
