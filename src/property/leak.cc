#include "property/leak.h"

namespace mover {

std::vector<Finding> leaks_now(Machine& machine) {
  std::vector<Finding> findings;
  for (ir::LocId site : machine.leak_tracking().leaks()) {
    Finding leak;
    leak.kind = FindingKind::Leak;
    leak.loc = site;
    leak.message = "memory allocated here is never freed, and nothing points to it when the program ends";
    findings.push_back(std::move(leak));
  }
  return findings;
}

}  // namespace mover
