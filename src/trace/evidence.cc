#include "trace/evidence.h"

#include <algorithm>

#include "property/deadlock.h"
#include "property/race.h"

namespace mover {

namespace {

bool same_place(const Machine& machine, ir::LocId a, ir::LocId b) { return machine.description().places().same(a, b); }

bool is_parked(const Machine& machine, ThreadId thread) {
  return thread < machine.num_threads() && machine.status(thread) == ThreadStatus::Parked;
}

bool is_parked_at(const Machine& machine, ThreadId thread, ir::LocId loc) {
  return is_parked(machine, thread) && same_place(machine, machine.pending(thread).loc, loc);
}

// Whether the thread has taken a step at `loc` in an atomic block that it is still in.
bool has_acted_at(const Machine& machine, ThreadId thread, ir::LocId loc) {
  const std::vector<Scopes::Block> blocks = machine.text().scopes(thread).blocks;
  return std::any_of(blocks.begin(), blocks.end(), [&](const Scopes::Block& block) {
    return std::any_of(block.acted.begin(), block.acted.end(),
                       [&](ir::LocId acted) { return same_place(machine, acted, loc); });
  });
}

bool leaks_from(Machine& machine, ir::LocId site) {
  std::vector<ir::LocId> sites = machine.leak_tracking().leaks();
  return std::any_of(sites.begin(), sites.end(), [&](ir::LocId loc) { return same_place(machine, loc, site); });
}

bool is_deadlocked(const Machine& machine, ThreadId t) {
  const std::vector<ThreadId> threads = deadlocked_threads(machine);
  return std::find(threads.begin(), threads.end(), t) != threads.end();
}

}  // namespace

std::optional<Conflict> pending_conflict(const Machine& machine, ThreadId first, ThreadId second) {
  if (first == second || !is_parked(machine, first) || !is_parked(machine, second)) return std::nullopt;
  Action a = machine.pending(first), b = machine.pending(second);
  for (const Access& one : a.accesses)
    for (const Access& other : b.accesses)
      if (conflict(one, other)) return Conflict{one, other};
  return object_conflict(a, b);
}

bool shows(Machine& machine, const StepResult& last, const Finding& finding) {
  switch (finding.kind) {
    case FindingKind::Deadlock:
      return last.kind == StepResult::Kind::Running && is_parked_at(machine, finding.thread, finding.loc) &&
             is_deadlocked(machine, finding.thread);
    case FindingKind::Race:
      return last.kind == StepResult::Kind::Running && is_parked_at(machine, finding.thread, finding.loc) &&
             is_parked_at(machine, finding.other_thread, finding.other_loc) &&
             pending_conflict(machine, finding.thread, finding.other_thread).has_value();
    case FindingKind::Atomicity:  // the classification of the two actions as non-movers is a fact about all executions
      return last.kind == StepResult::Kind::Running && is_parked_at(machine, finding.thread, finding.loc) &&
             has_acted_at(machine, finding.thread, finding.other_loc);
    case FindingKind::Leak:
      return last.kind == StepResult::Kind::Ended && leaks_from(machine, finding.loc);
    default:
      return last.kind == StepResult::Kind::Failed && last.finding.kind == finding.kind &&
             last.finding.thread == finding.thread &&
             // A search in another process has less debug information than a replay in this process.
             ((machine.description().runs_foreign_code() && machine.description().places().is_unknown(finding.loc)) ||
              same_place(machine, last.finding.loc, finding.loc));
  }
}

// A machine that merges steps reports the violations of the discipline itself.
void Witness::observe(const StepResult& last, ThreadId moved) {
  if (finding_.kind == FindingKind::Discipline && !machine_.merges_steps()) locks_.after(machine_.happened());
  if (!by_order_) {
    shows_ = mover::shows(machine_, last, finding_);
    return;
  }
  const std::vector<Finding> races =
      machine_.merges_steps() ? machine_.merging().take_races() : clocks_.step(machine_, moved, machine_.happened());
  // The order of the two sides depends on the numbering of locations, which may differ in another process.
  auto is_it = [&](ThreadId thread, ir::LocId loc, ThreadId other, ir::LocId other_loc) {
    return thread == finding_.thread && other == finding_.other_thread && same_place(machine_, loc, finding_.loc) &&
           same_place(machine_, other_loc, finding_.other_loc);
  };
  for (const Finding& race : races)
    shows_ |= is_it(race.thread, race.loc, race.other_thread, race.other_loc) ||
              is_it(race.other_thread, race.other_loc, race.thread, race.loc);
}

StepResult Witness::reset() {
  if (finding_.kind == FindingKind::Discipline || by_order_) machine_.record_events(true);
  locks_ = CommonLocks(locksets_);
  clocks_ = VectorClocks();
  shows_ = false;
  StepResult last = machine_.reset();
  observe(last, 0);
  return last;
}

StepResult Witness::step(Decision decision) {
  std::vector<Finding> breaches;
  const bool by_locks = finding_.kind == FindingKind::Discipline;
  if (by_locks && !machine_.merges_steps()) breaches = locks_.before(machine_, decision.thread);
  StepResult last = machine_.step(decision.thread, decision.choice);
  observe(last, decision.thread);
  if (by_locks && machine_.merges_steps()) breaches = machine_.merging().take_races();
  for (const Finding& breach : breaches) {
    if (breach.kind != FindingKind::Discipline || breach.thread != finding_.thread ||
        !same_place(machine_, breach.loc, finding_.loc))
      continue;
    finding_ = breach;
    shows_ = true;
  }
  return last;
}

}  // namespace mover
