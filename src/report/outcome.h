// The result of a run, independent of how it is reported: on the terminal, as a JSON file, …
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "report/guards.h"
#include "search/search.h"
#include "trace/race_order.h"
#include "trace/replay.h"
#include "trace/trace.h"

namespace mover {

enum class Verdict : uint8_t { Safe, Unsafe, Unknown };
const char* to_text(Verdict);

struct ReportedViolation {
  TraceFinding finding;
  Replay replay;              // empty where there is no execution to show (a place that none reaches)
  std::string trace;          // path of the replayable trace; empty: none was written
  bool is_unreached = false;  // a place that no interleaving reaches (mover_reachable): of the kind "reachability"
  std::string left_out{};     // what there was no time for, in a sentence; empty: nothing
  // Of a race:
  RaceOrder order{};               // whether it matters which access comes first
  std::optional<OddOnes> guard{};  // the lock that was probably meant to order them
};

struct Outcome {
  Verdict verdict = Verdict::Unknown;
  std::string program;  // what was checked, as the user named it
  std::string engine, reduction;
  std::vector<ReportedViolation> violations;
  Stop stop = Stop::Finished;
  std::vector<std::string> incomplete;  // why not everything was covered
  std::set<Omission::Cause> causes;     // … of it that decide on the advice
  std::vector<std::string>
      caveats;                   // what limits the verdict, for its headline: where executions end, what none got to
  std::vector<std::string> how;  // how the search went about it
  std::vector<std::string> assumptions;  // standing assumptions
  std::vector<std::string> advice;       // what to try next
  Statistics stats;
};

// Violations decide; otherwise whatever was cut short or left out makes it unknown.
Verdict verdict_of(const Outcome& outcome);

const char* kind_of(const ReportedViolation& violation);
int exit_code(const ReportedViolation& violation);
int exit_code(const Outcome& outcome);

}  // namespace mover
