// Chooses ample sets from persistent sets, whose facts are learned during the search.
#include "search/ample_sets.h"

#include <bit>

namespace mover {

AmpleSets::AmpleSets(const Machine& machine, const LinearTime* property, bool fair, const SoundnessRules& rules)
    : machine_(machine),
      property_(property),
      rules_(rules),
      sets_(machine, {.learns = true, .orders_readers = fair && rules.ordered_readers}) {
  if (machine.has().predicates != nullptr) why_impossible_ = "exclusive access predicates are checked";
}

void AmpleSets::begin() {
  sets_.begin();
  path_.clear();
  has_reduced_ = is_refuted_ = false;
  branching_ = reduced_ = 0;
}

ThreadSet AmpleSets::enter(ThreadSet enabled, std::optional<ThreadId> by) {
  State state;
  state.pending.resize(machine_.num_threads());
  bool renews = machine_.observations().reinitialises_objects();
  for (ThreadId t = 0; t < machine_.num_threads(); ++t) {
    if (machine_.status(t) != ThreadStatus::Parked) continue;
    const bool unchanged = by && is_unchanged(path_.back(), *by, t);
    state.pending[t] = unchanged ? path_.back().pending[t] : sets_.pending_of(t);
    detaches_ |= machine_.detached(t);
    if (state.pending[t]->section || machine_.in_atomic_section(t)) check_section(t);
    renews |= state.pending[t]->renews;
    if (property_ == nullptr || !in(enabled, t) || !rules_.visible_steps) continue;
    const bool is_visible =
        unchanged ? in(path_.back().visible, t) : property_->may_change_atoms(machine_, t, machine_.pending(t));
    if (is_visible) state.visible |= bit(t);
  }
  // Initialising or destroying an object fails if a thread is blocked on it, and the step by which that thread gets
  // there need not access the object.
  if (renews) why_impossible_ = "the program initialises or destroys synchronisation objects while other threads run";
  if (enters_alone_ && detaches_) why_impossible_ = "the program has atomic sections and detached threads";
  check_facts();
  ThreadSet ample = enabled;
  if (!restart_needed()) ample = sets_.find(state.pending, enabled, 0, state.visible) & enabled;
  if (ample != enabled && !has_reduced_) {
    has_reduced_ = true;
    refinements_ = sets_.refinements();
  }
  if (std::popcount(enabled) > 1) check_effect(ample != enabled);
  path_.push_back(std::move(state));
  return ample;
}

// Whether t's pending action is unchanged, as in SelectiveSearch: t was enabled, is enabled, and the step has accessed
// no object that t's action accesses.
bool AmpleSets::is_unchanged(const State& before, ThreadId by, ThreadId t) const {
  if (t == by || t >= before.pending.size() || !before.pending[t]) return false;
  const Pending& pending = *before.pending[t];
  if (pending.waits_for != WaitsFor::Nothing || !machine_.enabled(t)) return false;
  for (const Touch& step : before.pending[by]->touches)
    for (const Touch& touch : pending.touches)
      if (step.object >> 32 == touch.object >> 32) return false;
  return true;
}

// Computing sets that are hardly ever smaller costs more than it saves.
void AmpleSets::check_effect(bool is_reduced) {
  constexpr uint64_t kSample = 1024, kLeast = kSample / 4;
  if (branching_ == kSample) return;
  reduced_ += is_reduced;
  if (++branching_ == kSample && reduced_ < kLeast) why_impossible_ = "steps are dependent in most states";
}

// Inside a section other threads are disabled, although nothing that they access has changed. A section is harmless if
// all others have been joined, as in exit() at the end of main. If steps are moved before the section, this remains so:
// no thread becomes absent by its own step, unless it is detached.
void AmpleSets::check_section(ThreadId t) {
  enters_alone_ = true;
  for (ThreadId other = 0; other < machine_.num_threads(); ++other)
    if (other != t && machine_.status(other) != ThreadStatus::Absent)
      why_impossible_ = "the program has atomic sections";
}

void AmpleSets::before_step(ThreadId t) { sets_.before(*path_.back().pending[t], machine_.pending(t)); }

void AmpleSets::after_step(ThreadId t) {
  for (const Event& event : machine_.happened())
    if (event.kind == Event::Kind::Create) sets_.created(t, event.other);
  if (machine_.observations().addresses_as_numbers()) why_impossible_ = "the program computes with addresses";
  check_facts();
}

// A new fact refutes the sets that were chosen before.
void AmpleSets::check_facts() {
  is_refuted_ |= rules_.refinement && has_reduced_ && sets_.refinements() != refinements_;
}

}  // namespace mover
