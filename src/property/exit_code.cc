// Findings of exit codes that differ between executions.
#include "property/exit_code.h"

#include <string>

namespace mover {

void observe_exit_code(Machine&, const ProgramEnd& end, Observed& observed) {
  if (!end.code) {
    observed.undecided = "the program ends with an exit code that is not initialised";
    return;
  }
  if (!observed.exit_code) observed.exit_code = end.code;
  if (observed.exit_code == end.code) return;
  Finding finding;
  finding.kind = FindingKind::Exit;
  finding.thread = end.thread;
  finding.loc = end.loc;
  finding.subject = std::to_string(*end.code);
  finding.message = "the program ends with exit code " + finding.subject + " here, and with exit code " +
                    std::to_string(*observed.exit_code) + " in another execution";
  observed.findings.push_back(std::move(finding));
}

bool shows_exit_code(Machine& machine, const StepResult& last, const Finding& finding) {
  if (last.kind != StepResult::Kind::Ended || !last.end.code || std::to_string(*last.end.code) != finding.subject)
    return false;
  // A search in another process has less debug information than a replay in this process.
  const Description& description = machine.description();
  return (description.runs_foreign_code() && description.places().is_unknown(finding.loc)) ||
         same_place(machine, last.end.loc, finding.loc);
}

}  // namespace mover
