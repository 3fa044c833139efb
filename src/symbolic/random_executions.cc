// Simulates random executions, 64 in parallel.
#include "symbolic/random_executions.h"

#include <algorithm>

#include "circuit/simulate.h"
#include "symbolic/values.h"

namespace mover::symbolic {

namespace {

constexpr uint64_t kMostSteps = 256, kMostGates = 30'000'000;

// The executions in which the scheduler chooses this thread, one bit for each.
uint64_t choose(const circuit::Simulation& simulation, const circuit::Word& scheduled, ThreadIndex thread) {
  uint64_t lanes = ~0ull;
  for (size_t bit = 0; bit < scheduled.size(); ++bit)
    lanes &= simulation.value(scheduled[bit] ^ ((thread >> bit & 1) != 0 ? 0 : 1));
  return lanes;
}

}  // namespace

std::vector<const Ending*> endings_in_random_executions(const Model& model) {
  std::vector<const Ending*> left, reached;
  for (const Ending& ending : model.endings)
    if (ending.kind == BadKind::Guard || (ending.kind == BadKind::Bound && ending.may_grow)) left.push_back(&ending);
  const uint64_t steps = std::min(kMostSteps, kMostGates / (model.circuit.gate_count() + 1));
  circuit::Simulation simulation(model.circuit);
  for (uint64_t step = 0; step < steps && !left.empty(); ++step) {
    throw_if_limit_reached();
    simulation.step();  // afterwards, the values of gates are those before the step
    std::erase_if(left, [&](const Ending* ending) {
      const uint64_t here = simulation.value(ending->guard) & simulation.advanced();
      if (here == 0 || (here & choose(simulation, model.scheduled, ending->thread)) == 0) return false;
      reached.push_back(ending);
      return true;
    });
  }
  return reached;
}

}  // namespace mover::symbolic
