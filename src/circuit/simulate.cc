// Bit-parallel simulation with random inputs.
#include "circuit/simulate.h"

namespace mover::circuit {

Simulation::Simulation(const Circuit& circuit, uint64_t seed)
    : circuit_(circuit), random_(seed), values_(circuit.node_count()) {
  for (const Latch& latch : circuit.latches())
    state_.push_back(latch.initial == Initial::Free ? random_() : latch.initial == Initial::One ? ~0ull : 0);
}

void Simulation::evaluate() {
  for (uint32_t node = 1; node < circuit_.node_count(); ++node) {
    if (circuit_.kind(node) == Kind::Latch) values_[node] = state_[circuit_.index(node)];
    if (circuit_.kind(node) == Kind::And) values_[node] = value(circuit_.left(node)) & value(circuit_.right(node));
  }
}

void Simulation::step() {
  // Half of the executions repeat the inputs of the previous step in about half of their steps, and a quarter of these
  // in most of their steps. So the scheduler often chooses the same thread in consecutive steps.
  const uint64_t again = random_(), more = again | random_() | random_();
  const uint64_t repeat = (again & 0x00000000ffffff00ull) | (more & 0x00000000000000ffull);
  for (const Input& input : circuit_.inputs())
    values_[input.node] = (values_[input.node] & repeat) | (random_() & ~repeat);
  for (const auto& [input, values] : chosen_) values_[node_of(input)] = is_negated(input) ? ~values : values;
  chosen_.clear();
  evaluate();
  advanced_ = ~0ull;
  for (Literal constraint : circuit_.constraints()) advanced_ &= value(constraint);
  for (size_t i = 0; i < state_.size(); ++i)
    state_[i] = (state_[i] & ~advanced_) | (value(circuit_.latches()[i].next) & advanced_);
}

std::vector<uint64_t> evaluate_lanes(const Circuit& circuit, const std::vector<uint64_t>& latches,
                                     const std::vector<uint64_t>& inputs) {
  std::vector<uint64_t> values(circuit.node_count());
  auto value = [&](Literal l) { return is_negated(l) ? ~values[node_of(l)] : values[node_of(l)]; };
  for (uint32_t node = 1; node < circuit.node_count(); ++node) switch (circuit.kind(node)) {
      case Kind::Constant:
        break;
      case Kind::Input:
        values[node] = inputs[circuit.index(node)];
        break;
      case Kind::Latch:
        values[node] = latches[circuit.index(node)];
        break;
      case Kind::And:
        values[node] = value(circuit.left(node)) & value(circuit.right(node));
        break;
    }
  return values;
}

}  // namespace mover::circuit
