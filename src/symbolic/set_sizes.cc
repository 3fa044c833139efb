// Simulates random executions of the circuit and counts the threads among which the scheduler chooses.
#include "symbolic/set_sizes.h"

#include <algorithm>

namespace mover::symbolic {

using circuit::value_of;

namespace {

class Sampler {
 public:
  explicit Sampler(const Model& model) : model_(model), c_(model.circuit) {}

  SetSizes sample() {
    constexpr uint64_t kMostGates = 4'000'000, kMostSteps = 1000, kExecutions = 16;
    uint64_t steps = std::min(kMostSteps, kMostGates / (c_.gate_count() + 1));
    for (uint64_t i = 0; i < kExecutions && steps > 0; ++i) execute(steps);
    return sizes_;
  }

 private:
  void execute(uint64_t& steps) {
    std::vector<bool> state;
    for (const circuit::Latch& latch : c_.latches()) state.push_back(latch.initial == circuit::Initial::One);
    for (; steps > 0; --steps) {
      std::vector<bool> inputs;
      for (size_t i = 0; i < c_.inputs().size(); ++i) inputs.push_back((random() & 1) != 0);
      const std::vector<bool> now = circuit::evaluate(c_, state, inputs);
      std::vector<ThreadIndex> explored;
      for (ThreadIndex t = 0; t < model_.explored.size(); ++t) {
        sizes_.enabled += value_of(now, model_.enabled[t]);
        if (value_of(now, model_.explored[t])) explored.push_back(t);
      }
      if (explored.empty()) return;
      ++sizes_.states;
      sizes_.explored += explored.size();
      const ThreadIndex chosen = explored[random() % explored.size()];
      for (size_t bit = 0; bit < model_.scheduled.size(); ++bit)
        inputs[c_.index(circuit::node_of(model_.scheduled[bit]))] = (chosen >> bit & 1) != 0;
      const std::vector<bool> step = circuit::evaluate(c_, state, inputs);
      for (circuit::Literal constraint : c_.constraints())
        if (!value_of(step, constraint)) return;  // no execution has these inputs
      for (size_t i = 0; i < state.size(); ++i) state[i] = value_of(step, c_.latches()[i].next);
    }
  }

  uint64_t random() {  // splitmix64
    uint64_t z = (seed_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  const Model& model_;
  const circuit::Circuit& c_;
  uint64_t seed_ = 1;
  SetSizes sizes_;
};

}  // namespace

SetSizes sample_set_sizes(const Model& model) { return Sampler(model).sample(); }

}  // namespace mover::symbolic
