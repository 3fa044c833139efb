// Comparison of the successors of matching states.
#include "search/matching_verifier.h"

#include <algorithm>

namespace mover {

MatchingVerifier::Outcome MatchingVerifier::take(Decision step) {
  const StepResult result = machine_.step(step.thread, step.choice);
  Outcome outcome;
  outcome.step = step;
  outcome.kind = result.kind;
  if (machine_.merges_steps()) machine_.merging().take_races();  // the search's own steps report the races
  if (result.kind == StepResult::Kind::Failed) {
    outcome.finding = result.finding.kind;
    outcome.failed_at = result.finding.loc;
  }
  if (result.kind != StepResult::Kind::Running) return outcome;
  if (machine_.states().ignores_dead_data())
    machine_.states().canonical_state(chunks_, outcome.state);
  else
    outcome.state = positions_of_threads();
  return outcome;
}

// The position and the pending action of each thread. They are compared if canonical forms contain dead data: stack
// frames of a compiled program contain data of earlier calls, and equivalent states may differ in these data.
std::vector<uint32_t> MatchingVerifier::positions_of_threads() const {
  std::vector<uint32_t> all;
  for (ThreadId t = 0; t < machine_.num_threads(); ++t) {
    all.push_back(static_cast<uint32_t>(machine_.status(t)) << 1 | machine_.enabled(t));
    if (machine_.status(t) != ThreadStatus::Parked) continue;
    const Action action = machine_.pending(t);
    const Address object = action.accesses.empty() ? action.object : action.accesses[0].address;
    for (const uint64_t part : {uint64_t{action.loc}, static_cast<uint64_t>(action.kind),
                                static_cast<uint64_t>(action.sync), object >> 32, object})
      all.push_back(static_cast<uint32_t>(part));
  }
  return all;
}

std::string MatchingVerifier::contradicts(const std::vector<uint32_t>& state) {
  const uint64_t refinements = machine_.refinements() + machine_.state_refinements();
  const auto here = machine_.snapshot();
  std::vector<Outcome> outcomes;
  for (ThreadId t = 0; t < machine_.num_threads(); ++t) {
    if (!machine_.enabled(t)) continue;
    for (uint32_t choice = 0, choices = machine_.choices(t); choice < choices; ++choice) {
      outcomes.push_back(take({t, choice}));
      machine_.restore(*here);
      if (machine_.refinements() + machine_.state_refinements() != refinements)
        return "";  // the search restarts in any case
    }
  }
  const auto [then, is_new] = seen_.try_emplace(state, outcomes);
  if (is_new || then->second == outcomes) return "";
  const size_t same = std::mismatch(outcomes.begin(), outcomes.end(), then->second.begin(), then->second.end()).first -
                      outcomes.begin();
  if (same == outcomes.size()) return "two states that were matched differ in their enabled threads";
  return "two states that were matched differ in the successor by a step of " +
         machine_.description().thread_name(outcomes[same].step.thread);
}

}  // namespace mover
