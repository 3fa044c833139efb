// The table of all properties, and functions that replays share.
#include "property/property.h"

#include "property/atomicity.h"
#include "property/common_locks.h"
#include "property/deadlock.h"
#include "property/exit_code.h"
#include "property/leak.h"
#include "property/livelock.h"
#include "property/race.h"
#include "property/vector_clocks.h"
#include "support/check.h"

namespace mover {

namespace {

using FoundBy = Property::FoundBy;

// In the order of FindingKind. In a state, observers are called in this order.
constexpr Property kProperties[] = {
    {.kind = FindingKind::Assertion,
     .name = "assertion",
     .violation = "assertion failure",
     .asked = &Checks::assertion,
     .exit_code = kExitCrash,
     .ends_execution = true,
     .found_by = FoundBy::AllReductions,
     .is_native = true,
     .is_symbolic = true},
    {.kind = FindingKind::Deadlock,
     .name = "deadlock",
     .violation = "deadlock",
     .asked = &Checks::deadlock,
     .exit_code = kExitDeadlock,
     .found_by = FoundBy::AllReductions,
     .is_native = true,
     .is_symbolic = true,
     .in_state = observe_deadlock,
     .shows = shows_deadlock,
     .describe = describe_deadlock},
    {.kind = FindingKind::Race,
     .name = "race",
     .violation = "data race",
     .asked = &Checks::race,
     .exit_code = kExitRace,
     .has_other_side = true,
     .found_by = FoundBy::AllReductions,
     .is_native = true,
     .is_symbolic = true,
     .in_state = observe_races,
     .along_path = observe_happens_before,
     .shows = shows_race,
     .is_same = is_same_race},
    {.kind = FindingKind::Memory,
     .name = "memory",
     .violation = "memory error",
     .asked = &Checks::memory,
     .exit_code = kExitCrash,
     .ends_execution = true,
     .found_by = FoundBy::AllReductions,
     .is_native = true,
     .is_symbolic = true},
    {.kind = FindingKind::Discipline,
     .name = "discipline",
     .violation = "violation of the locking discipline",
     .asked = &Checks::discipline,
     .exit_code = kExitOtherProperty,
     .has_other_side = true,
     .found_by = FoundBy::Selective,
     .is_native = true,
     .along_path = observe_locking,
     .is_same = is_same_breach},
    {.kind = FindingKind::Atomicity,
     .name = "atomicity",
     .violation = "block that is not atomic",
     .asked = &Checks::atomicity,
     .exit_code = kExitOtherProperty,
     .has_other_side = true,
     .found_by = FoundBy::Transactions,
     .shows = shows_broken_block},
    {.kind = FindingKind::Leak,
     .name = "leak",
     .violation = "leak",
     .asked = &Checks::leak,
     .exit_code = kExitOtherProperty,
     .at_end = observe_leaks,
     .shows = shows_leak},
    {.kind = FindingKind::Livelock,
     .name = "livelock",
     .violation = "livelock",
     .asked = &Checks::livelock,
     .exit_code = kExitOtherProperty,
     .found_by = FoundBy::StateGraph,
     .is_symbolic = true,
     .is_undecided_natively = true,
     .in_state = observe_blocked_operations,
     .shows = shows_blocked_operation},
    {.kind = FindingKind::Ltl,
     .name = "ltl",
     .violation = "violation of a formula",
     .asked = &Checks::ltl,
     .exit_code = kExitOtherProperty,
     .found_by = FoundBy::StateGraph,
     .is_symbolic = true,
     .is_undecided_natively = true},
    {.kind = FindingKind::Exit,
     .name = "exit",
     .violation = "difference between exit codes",
     .asked = &Checks::exit,
     .exit_code = kExitOtherProperty,
     .found_by = FoundBy::AllReductions,
     .is_native = true,
     .at_end = observe_exit_code,
     .shows = shows_exit_code},
};

}  // namespace

std::span<const Property> properties() { return kProperties; }

const Property& property_of(FindingKind kind) {
  const Property& property = kProperties[static_cast<size_t>(kind)];
  MOVER_CHECK(property.kind == kind, "every kind of finding has its row");
  return property;
}

bool same_place(const Machine& machine, ir::LocId a, ir::LocId b) { return machine.description().places().same(a, b); }

bool is_parked_at(const Machine& machine, ThreadId thread, ir::LocId loc) {
  return thread < machine.num_threads() && machine.status(thread) == ThreadStatus::Parked &&
         same_place(machine, machine.pending(thread).loc, loc);
}

bool shows_failure(Machine& machine, const StepResult& last, const Finding& finding) {
  if (last.kind != StepResult::Kind::Failed || last.finding.kind != finding.kind ||
      last.finding.thread != finding.thread)
    return false;
  // A search in another process has less debug information than a replay in this process.
  const Description& description = machine.description();
  return (description.runs_foreign_code() && description.places().is_unknown(finding.loc)) ||
         same_place(machine, last.finding.loc, finding.loc);
}

}  // namespace mover
