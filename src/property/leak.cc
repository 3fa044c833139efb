#include "property/leak.h"

namespace mover {

void observe_leaks(Machine& machine, Observed& observed) {
  for (ir::LocId site : machine.leak_tracking().leaks()) {
    Finding leak;
    leak.kind = FindingKind::Leak;
    leak.loc = site;
    leak.message = "memory allocated here is never freed, and nothing points to it when the program ends";
    observed.findings.push_back(std::move(leak));
  }
}

}  // namespace mover
