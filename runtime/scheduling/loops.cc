// Reports of the instrumentation about loops (src/instrument/loops.cc), for threads that spin.
#include "channels/channels.h"
#include "memory/access.h"
#include "scheduling/world.h"

namespace mover::runtime {

Spins World::spins(uint32_t t) const {
  const SpinLoop& spin_loop = threads_[t].spin_loop;
  if (threads_[t].life != Life::Parked || !spin_loop.closed) return Spins::No;
  if (spin_loop.num_loops > SpinLoop::kMostLoops) return Spins::Unclear;
  return spins_in({spin_loop.loops, spin_loop.num_loops});
}

// Adds the use to the loop uses since the mark of spin_loop.
static void add_since_mark(SpinLoop& spin_loop, const LoopUse& use) {
  if (spin_loop.num_loops > SpinLoop::kMostLoops) return;
  uint32_t i = 0;
  while (i < spin_loop.num_loops && spin_loop.loops[i].loop != use.loop) ++i;
  if (i == spin_loop.num_loops) {
    spin_loop.will_change();
    if (spin_loop.num_loops++ != SpinLoop::kMostLoops) trail.set(spin_loop.loops[i], use);
  } else if ((use.left && !spin_loop.loops[i].left) || (use.iterated && !spin_loop.loops[i].iterated)) {
    LoopUse both = spin_loop.loops[i];
    both.left |= use.left;
    both.iterated |= use.iterated;
    trail.set(spin_loop.loops[i], both);
  }
}

// `loop`: a byte of the program that identifies the loop, and says whether it has an exit.
static void use_loop(const uint8_t* loop, bool left) {
  if (!world.controls()) return;
  Thread& thread = world.current();
  // Dead data that this call leaves on the stack must not depend on whether it records the use.
  const bool is_compared = world.matching || thread.spin_loop.idle != 0;
  if (!is_compared && !world.watches_loops) [[likely]]
    return;
  const LoopUse use{reinterpret_cast<uint64_t>(loop), *loop != 0, !left, left};
  if (thread.spin_loop.marked) add_since_mark(thread.spin_loop, use);
  if (world.watches_loops) add_loop_use(world.loops, use);
  if (is_compared) wipe_stack();
}

}  // namespace mover::runtime

using namespace mover::runtime;

MOVER_EXPORT void __mover_loop(const uint8_t* loop) { use_loop(loop, false); }
MOVER_EXPORT void __mover_loop_left(const uint8_t* loop) { use_loop(loop, true); }
