// The result of a check: the data of all reports (terminal, JSON file).
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
  Replay replay;              // empty if the violation was not replayed, or has no execution (an unreached place)
  std::string trace;          // path of the replayable trace; empty: none was written
  bool is_unreached = false;  // no interleaving reaches a mover_reachable place: a violation of the kind "reachability"
  std::string left_out{};     // a sentence about details that were omitted for lack of time; empty: none
  // If it is a race:
  RaceOrder order{};                    // whether the order of the accesses matters
  std::optional<MajorityLock> guard{};  // the lock that was probably meant to order them; empty: unknown
};

struct Outcome {
  Verdict verdict = Verdict::Unknown;
  std::string program;               // the checked program, as the user named it
  std::vector<std::string> checked;  // the kinds of violations that the search looked for: "data race"
  std::string bound;  // the end of "in any interleaving with at most 2 preemptions"; empty: all interleavings
  std::string engine, reduction;
  std::vector<ReportedViolation> violations;
  Stop stop = Stop::Finished;
  std::vector<std::string> incomplete;  // the reasons why the search was incomplete
  std::vector<std::string> covered;     // what executions beside the search have covered
  std::set<Omission::Cause> causes;     // their causes, on which the advice depends
  // Limits of the verdict that its headline mentions: unchecked errors that end executions, and parts of the program
  // that no execution reaches.
  std::vector<std::string> caveats;
  bool ended_at_once = false;            // only one thread ever ran, and the exit code is not 0
  std::vector<std::string> how;          // remarks on the search
  std::vector<std::string> assumptions;  // standing assumptions
  std::vector<std::string> relied_on;    // those that executions relied on and a violation may need
  std::vector<std::string> advice;       // options that the user can try next
  Statistics stats;
};

// Unsafe if there is a violation; otherwise unknown if the search was stopped or is incomplete; otherwise safe.
Verdict verdict_of(const Outcome& outcome);

const char* kind_of(const ReportedViolation& violation);
int exit_code(const ReportedViolation& violation);
int exit_code(const Outcome& outcome);

}  // namespace mover
