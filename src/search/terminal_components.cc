// Tarjan's algorithm. The behaviour of a component is collected in the entry of its root.
#include "search/terminal_components.h"

#include <algorithm>

#include "property/deadlock.h"
#include "support/check.h"

namespace mover {

void TerminalComponents::enter(const Machine& machine, State state) {
  MOVER_CHECK(state == is_open_.size(), "states are entered in the order of their numbers");
  if (!path_.empty()) path_.back().has_transition = true;
  Entry& entry = path_.emplace_back();
  entry.state = entry.low = state;
  entry.behaviour.in_state(machine);
  open_.push_back(state);
  is_open_.push_back(true);
}

void TerminalComponents::revisit(State state) {
  path_.back().has_transition = true;
  met_cycle_ |= is_open_[state];
  if (is_open_[state])
    path_.back().low = std::min(path_.back().low, state);
  else
    leave_component();
}

std::optional<Behaviour> TerminalComponents::leave() {
  Entry entry = std::move(path_.back());
  path_.pop_back();
  if (entry.low < entry.state) {  // the state before it is in the same component
    Entry& before = path_.back();
    before.low = std::min(before.low, entry.low);
    before.is_terminal &= entry.is_terminal;
    before.behaviour.add(entry.behaviour);
    return std::nullopt;
  }
  while (!open_.empty() && open_.back() >= entry.state) {
    is_open_[open_.back()] = false;
    open_.pop_back();
  }
  if (!path_.empty()) leave_component();
  if (!entry.is_terminal || !entry.has_transition) return std::nullopt;
  return std::move(entry.behaviour);
}

// Whether the component is a deadlock is decided again without reduction, because the facts that the reduction relies
// on may still be refuted.
std::optional<Finding> check_component(Machine& machine, const Behaviour& behaviour, TerminalRoles& all) {
  const Roles roles = behaviour.roles(machine);
  for (ThreadId t : roles.serving) all.serving.insert(machine.description().thread_name(t));
  for (ThreadId t : roles.unclear) all.unclear.insert(machine.description().thread_name(t));
  for (ThreadId t : roles.joining) all.notes.insert(blocked_in_words(machine, t) + ", which runs for ever");
  if (!roles.is_deadlock()) return std::nullopt;
  const Future future = future_of(machine);
  all.is_undecided |= future.is_exhausted;
  if (!future.is_recurrent || !future.roles.is_deadlock()) return std::nullopt;
  return busy_wait_finding(machine, future);
}

}  // namespace mover
