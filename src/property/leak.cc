// Findings of leaked memory.
#include "property/leak.h"

#include <algorithm>

namespace mover {

void observe_leaks(Machine& machine, const ProgramEnd&, Observed& observed) {
  for (ir::LocId site : machine.leak_tracking().leaks()) {
    Finding leak;
    leak.kind = FindingKind::Leak;
    leak.loc = site;
    leak.message = "memory allocated here is never freed, and nothing points to it when the program ends";
    observed.findings.push_back(std::move(leak));
  }
}

bool shows_leak(Machine& machine, const StepResult& last, const Finding& finding) {
  if (last.kind != StepResult::Kind::Ended) return false;
  const std::vector<ir::LocId> sites = machine.leak_tracking().leaks();
  return std::any_of(sites.begin(), sites.end(),
                     [&](ir::LocId site) { return same_place(machine, site, finding.loc); });
}

}  // namespace mover
