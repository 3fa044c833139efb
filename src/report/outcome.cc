#include "report/outcome.h"

#include "support/check.h"
#include "support/exit_codes.h"

namespace mover {

const char* to_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::Safe:
      return "safe";
    case Verdict::Unsafe:
      return "unsafe";
    case Verdict::Unknown:
      return "unknown";
  }
  MOVER_UNREACHABLE("every verdict has a name");
}

Verdict verdict_of(const Outcome& outcome) {
  if (!outcome.violations.empty()) return Verdict::Unsafe;
  if (outcome.stop != Stop::Finished || !outcome.incomplete.empty()) return Verdict::Unknown;
  return Verdict::Safe;
}

const char* kind_of(const ReportedViolation& violation) {
  return violation.is_unreached ? "reachability" : to_text(violation.finding.kind);
}

int exit_code(const ReportedViolation& violation) {
  return violation.is_unreached ? kExitOtherProperty : property_of(violation.finding.kind).exit_code;
}

int exit_code(const Outcome& outcome) {
  if (outcome.stop == Stop::Interrupted) return kExitInterrupted;
  switch (outcome.verdict) {
    case Verdict::Safe:
      return kExitSafe;
    case Verdict::Unsafe:
      return exit_code(outcome.violations.front());
    case Verdict::Unknown:
      break;
  }
  // If not even the first step could be executed, the input is not supported, and there is no verdict. (A program with
  // one thread may have no visible step. The symbolic engine executes no steps one by one.)
  bool nothing_explored = outcome.stop == Stop::Finished && outcome.engine != "symbolic" &&
                          outcome.stats.transitions == 0 && outcome.stats.executions == 0;
  return nothing_explored ? kExitCannotBuild : kExitUnknown;
}

}  // namespace mover
