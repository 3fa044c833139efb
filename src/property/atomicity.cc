// Recognising a violated atomic block in a replay.
#include "property/atomicity.h"

#include <algorithm>

namespace mover {

// Whether the thread has taken a step at `loc` in an atomic block that it is still in.
static bool has_acted_at(const Machine& machine, ThreadId thread, ir::LocId loc) {
  const std::vector<Scopes::Block> blocks = machine.text().scopes(thread).blocks;
  return std::any_of(blocks.begin(), blocks.end(), [&](const Scopes::Block& block) {
    return std::any_of(block.acted.begin(), block.acted.end(),
                       [&](ir::LocId acted) { return same_place(machine, acted, loc); });
  });
}

bool shows_broken_block(Machine& machine, const StepResult& last, const Finding& finding) {
  return last.kind == StepResult::Kind::Running && is_parked_at(machine, finding.thread, finding.loc) &&
         has_acted_at(machine, finding.thread, finding.other_loc);
}

}  // namespace mover
