// Lipton's definition of movers, checked by executing both orders.
#include "search/commutation.h"

#include <algorithm>

#include "ir/names.h"

namespace mover {

bool Commutation::is_enabled(Decision step) const {
  return step.thread < machine_.num_threads() && machine_.enabled(step.thread) &&
         step.choice < machine_.choices(step.thread);
}

// Whether the thread is at an acquisition of a lock word that fails and is repeated, which counts as blocked.
bool Commutation::is_retry(ThreadId t) const {
  if (machine_.has().predicates == nullptr) return false;
  const Action action = machine_.pending(t);
  const auto words = machine_.predicates().lock_words();
  return action.accesses.size() == 1 && action.accesses[0].conditional &&
         std::any_of(words.begin(), words.end(),
                     [&](const auto& word) { return !word.is_lost && machine_.predicates().retries(t, word); });
}

// Takes a step. `whole_section`: if the step enters an atomic section, the section is executed to its end, because it
// is one step for other threads.
Commutation::Reached Commutation::take(Decision step, bool whole_section) {
  StepResult result = machine_.step(step.thread, step.choice);
  while (whole_section && result.kind == StepResult::Kind::Running && machine_.enabled(step.thread) &&
         machine_.in_atomic_section(step.thread))
    result = machine_.step(step.thread, 0);
  Reached reached;
  reached.kind = result.kind;
  if (result.kind == StepResult::Kind::Failed) reached.failed_at = result.finding.loc;
  if (result.kind == StepResult::Kind::Running) machine_.states().canonical_state(chunks_, reached.state);
  return reached;
}

// The successor after two steps in a row; empty if one of them is disabled. `other`: the thread whose atomic sections
// are executed to their ends.
std::optional<Commutation::Reached> Commutation::take_both(const Snapshot& from, Decision first, Decision second,
                                                           ThreadId other) {
  machine_.restore(*from);
  if (!is_enabled(first)) return std::nullopt;
  if (take(first, first.thread == other).kind != StepResult::Kind::Running || !is_enabled(second)) return std::nullopt;
  return take(second, second.thread == other);
}

// Calls f(step) for every enabled step of a thread other than t in that state, until f returns a sentence.
template <typename F>
std::string Commutation::for_each_other(const Snapshot& from, ThreadId t, F f) {
  machine_.restore(*from);
  std::vector<Decision> steps;
  for (ThreadId u = 0; u < machine_.num_threads(); ++u)
    for (uint32_t choice = 0; u != t && machine_.enabled(u) && !is_retry(u) && choice < machine_.choices(u); ++choice)
      steps.push_back({u, choice});
  for (Decision step : steps)
    if (std::string found = f(step); !found.empty()) return found;
  return "";
}

std::string Commutation::sentence(const char* mover, Decision step, Decision other) const {
  auto place = [&](ThreadId t) {
    const Description& description = machine_.description();
    return description.thread_name(t) + " at " + ir::place_in_words(description.places(), machine_.pending(t).loc);
  };
  return "the step of " + place(step.thread) + " is classified as a " + mover +
         " mover, but does not commute with the step of " + place(other.thread);
}

// For every step of another thread: the other step followed by `step` must lead to the same state as `step` followed by
// the other one, and the other step must not disable `step` [LPQR05, section 3: properties 3 and 4].
std::string Commutation::contradicts_left(Decision step) {
  const Snapshot here = machine_.snapshot();
  std::string found = for_each_other(here, step.thread, [&](Decision other) -> std::string {
    machine_.restore(*here);
    if (take(other, true).kind != StepResult::Kind::Running)
      return "";  // the execution ends, so no second step follows
    std::optional<Reached> theirs_first = take_both(here, other, step, other.thread),
                           ours_first = take_both(here, step, other, other.thread);
    machine_.restore(*here);
    if (take(step).kind != StepResult::Kind::Running)
      ours_first = theirs_first;  // a step that fails commutes with every step
    machine_.restore(*here);
    return theirs_first && theirs_first == ours_first ? "" : sentence("left", step, other);
  });
  machine_.restore(*here);
  return found;
}

// For every step of another thread that is enabled after `step`: the other step followed by `step` must lead to the
// same state as `step` followed by the other one [LPQR05, section 3: property 1].
std::string Commutation::contradicts_right(Decision step) {
  const Snapshot here = machine_.snapshot();
  std::string found;
  if (take(step).kind == StepResult::Kind::Running) {
    const Snapshot after = machine_.snapshot();
    found = for_each_other(after, step.thread, [&](Decision other) -> std::string {
      machine_.restore(*after);
      Reached ours_first = take(other, true);
      machine_.restore(*here);
      bool ends = ours_first.kind != StepResult::Kind::Running;
      std::optional<Reached> theirs_first;
      if (ends && is_enabled(other))
        theirs_first = take(other, true);  // the execution ends, so no second step follows
      else if (!ends)
        theirs_first = take_both(here, other, step, other.thread);
      machine_.restore(*here);
      return theirs_first && *theirs_first == ours_first ? "" : sentence("right", step, other);
    });
  }
  machine_.restore(*here);
  return found;
}

}  // namespace mover
