// A property observes executions: their states, their ends, and their paths. Each property has a file of its own and a
// row in properties(). The values of --check=, the searches, replays, the report and the exit code use the row.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "machine/machine.h"
#include "support/exit_codes.h"

namespace mover {

class PathObserver;  // property/path_observer.h

// The requested properties.
struct Checks {
  bool assertion = true, deadlock = true, race = true, memory = true;
  bool leak = false;
  bool atomicity = false;
  bool livelock = false;
  bool ltl = false;         // formulas are given
  bool discipline = false;  // exclusive access predicates are checked only by a machine with ExclusivePredicates
  bool exit = false;
};

// The observations of one state, step or end.
struct Observed {
  std::optional<uint8_t> exit_code;  // of the first execution that has ended; kept by Findings
  std::vector<Finding> findings;
  bool hides_order = false;  // see race.h
  std::string undecided;     // why it is not known whether the state has a finding; empty: it is known
};

// Whether the last step, which led to the machine's current state, has failed with this finding.
bool shows_failure(Machine& machine, const StepResult& last, const Finding& finding);

struct Property {
  FindingKind kind;
  const char* name;       // in --check=, reports and traces
  const char* violation;  // in sentences: "no data race"
  bool Checks::* asked;   // whether the property is requested
  ExitCode exit_code;
  bool ends_execution = false;  // a violation ends the execution, even if the property was not requested
  bool has_other_side = false;  // a violation has a second place: Finding::other_loc
  // The searches of the interpreter that find violations of the property.
  enum class FoundBy : uint8_t {
    AllReductions,
    Selective,     // selective searches, transactions, and searches without reduction
    Transactions,  // only transactions, because no other search classifies actions as movers
    NoReduction,   // only searches without reduction
    StateGraph,    // only the stateful search without reduction
  } found_by = FoundBy::NoReduction;
  bool is_native = false, is_symbolic = false;  // whether the native and the symbolic engine find its violations
  // The native engine leaves the property undecided: its verdict is `unknown` instead of `safe`.
  bool is_undecided_natively = false;
  // Observers of states, of ends of executions and of paths; null: no violation shows there. The machine itself reports
  // failing steps. The search with transactions reports atomicity (search/transaction.cc).
  void (*in_state)(const Machine&, Observed&) = nullptr;
  void (*at_end)(Machine&, const ProgramEnd&, Observed&) = nullptr;
  std::unique_ptr<PathObserver> (*along_path)() = nullptr;
  // Replays: whether the machine's current state shows the finding, with the same threads and places. `last` is the
  // result of the step, or reset, that led to this state.
  bool (*shows)(Machine&, const StepResult& last, const Finding&) = shows_failure;
  // Replays: whether `other`, which a path observer has reported, is the same violation.
  bool (*is_same)(const Machine&, const Finding&, const Finding& other) = nullptr;
  // Replays: the finding with the message of the state that shows it; null: the message is kept.
  Finding (*describe)(Machine&) = nullptr;
};

std::span<const Property> properties();
const Property& property_of(FindingKind kind);
inline const char* to_text(FindingKind kind) { return property_of(kind).name; }
inline bool has_other_side(FindingKind kind) { return property_of(kind).has_other_side; }

// For `shows` and `is_same`:
bool same_place(const Machine& machine, ir::LocId a, ir::LocId b);
bool is_parked_at(const Machine& machine, ThreadId thread, ir::LocId loc);

}  // namespace mover
