// The result of a run, independent of the form of the report (terminal, JSON file).
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
  Replay replay;              // empty if there is no execution to show (an unreached place)
  std::string trace;          // path of the replayable trace; empty: none was written
  bool is_unreached = false;  // no interleaving reaches a mover_reachable place: a violation of the kind "reachability"
  std::string left_out{};     // details that were omitted for lack of time, in a sentence; empty: none
  // If it is a race:
  RaceOrder order{};               // whether the order of the accesses matters
  std::optional<OddOnes> guard{};  // the lock that was probably meant to order them
};

struct Outcome {
  Verdict verdict = Verdict::Unknown;
  std::string program;  // the checked program, as the user named it
  std::string engine, reduction;
  std::vector<ReportedViolation> violations;
  Stop stop = Stop::Finished;
  std::vector<std::string> incomplete;  // the reasons why the search was incomplete
  std::set<Omission::Cause> causes;     // the causes of these, which decide the advice
  // Limits of the verdict, for its headline: where executions end, parts that no execution reaches.
  std::vector<std::string> caveats;
  std::vector<std::string> how;          // remarks on the search
  std::vector<std::string> assumptions;  // standing assumptions
  std::vector<std::string> advice;       // what to try next
  Statistics stats;
};

// A violation decides; otherwise everything that was stopped or omitted makes the verdict unknown.
Verdict verdict_of(const Outcome& outcome);

const char* kind_of(const ReportedViolation& violation);
int exit_code(const ReportedViolation& violation);
int exit_code(const Outcome& outcome);

}  // namespace mover
