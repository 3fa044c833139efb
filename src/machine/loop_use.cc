#include "machine/loop_use.h"

#include <algorithm>

namespace mover {

void add_loop_use(std::vector<LoopUse>& to, const LoopUse& use) {
  const auto known = std::find_if(to.begin(), to.end(), [&](const LoopUse& other) { return other.loop == use.loop; });
  if (known == to.end()) {
    to.push_back(use);
  } else {
    known->iterated |= use.iterated;
    known->left |= use.left;
  }
}

// The thread stays in exactly one loop: it begins iterations of this loop, and does not leave it. Outer loops have no
// iteration in the repeated part, and inner loops are left. If there is no such loop, its code was compiled without
// Mover's instrumentation, or it has no header (a loop of gotos). If there are several, an exception has left a loop
// without a report.
Spins spins_in(std::span<const LoopUse> loops) {
  auto is_kept = [](const LoopUse& use) { return use.iterated && !use.left; };
  const auto kept = std::find_if(loops.begin(), loops.end(), is_kept);
  if (kept == loops.end() || std::any_of(kept + 1, loops.end(), is_kept)) return Spins::Unclear;
  return kept->has_exit ? Spins::WithExit : Spins::WithoutExit;
}

}  // namespace mover
