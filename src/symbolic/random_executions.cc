// Simulates random executions, 64 in parallel.
#include "symbolic/random_executions.h"

#include <algorithm>
#include <random>

#include "circuit/simulate.h"
#include "symbolic/values.h"

namespace mover::symbolic {

namespace {

constexpr uint64_t kMostSteps = 256, kMostGates = 15'000'000;

// Random executions in which the scheduler chooses only threads that it may choose. In half of the steps it chooses the
// same thread again, so that threads run alone for a while.
class Executions {
 public:
  explicit Executions(const Model& model) : model_(model), simulation_(model.circuit), last_(kLanes, 0) {}

  void step() {
    simulation_.evaluate();
    std::vector<uint64_t> scheduled(model_.scheduled.size(), 0);
    const auto count = static_cast<ThreadIndex>(model_.explored.size());
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      ThreadIndex t = (random_() & 1) != 0 ? last_[lane] : static_cast<ThreadIndex>(random_() % count);
      auto may_choose = [&] { return (simulation_.value(model_.explored[t]) >> lane & 1) != 0; };
      for (ThreadIndex tried = 0; tried < count && !may_choose(); ++tried) t = (t + 1) % count;
      last_[lane] = t;
      for (size_t bit = 0; bit < scheduled.size(); ++bit) scheduled[bit] |= uint64_t{t >> bit & 1} << lane;
    }
    for (size_t bit = 0; bit < scheduled.size(); ++bit) simulation_.choose(model_.scheduled[bit], scheduled[bit]);
    simulation_.step();  // afterwards, the values of gates are those before the step
  }

  // Whether a step of this thread in which the literal holds was taken.
  bool has_taken(ThreadIndex t, circuit::Literal literal) const {
    const uint64_t lanes = simulation_.value(literal) & simulation_.advanced();
    for (unsigned lane = 0; lanes != 0 && lane < kLanes; ++lane)
      if ((lanes >> lane & 1) != 0 && last_[lane] == t) return true;
    return false;
  }

 private:
  static constexpr unsigned kLanes = circuit::Simulation::kLanes;
  const Model& model_;
  circuit::Simulation simulation_;
  std::mt19937_64 random_{1};
  std::vector<ThreadIndex> last_;  // by execution: the thread of its last step
};

}  // namespace

std::vector<const Ending*> endings_in_random_executions(const Model& model) {
  std::vector<const Ending*> left, reached;
  for (const Ending& ending : model.endings)
    if (ending.kind == BadKind::Guard || (ending.kind == BadKind::Bound && ending.may_grow)) left.push_back(&ending);
  const uint64_t steps = std::min(kMostSteps, kMostGates / (model.circuit.gate_count() + 1));
  Executions executions(model);
  for (uint64_t step = 0; step < steps && !left.empty(); ++step) {
    throw_if_limit_reached();
    executions.step();
    std::erase_if(left, [&](const Ending* ending) {
      if (!executions.has_taken(ending->thread, ending->guard)) return false;
      reached.push_back(ending);
      return true;
    });
  }
  return reached;
}

}  // namespace mover::symbolic
