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
  for (const Input& input : circuit_.inputs()) values_[input.node] = random_();
  evaluate();
  advanced_ = ~0ull;
  for (Literal constraint : circuit_.constraints()) advanced_ &= value(constraint);
  for (size_t i = 0; i < state_.size(); ++i)
    state_[i] = (state_[i] & ~advanced_) | (value(circuit_.latches()[i].next) & advanced_);
}

}  // namespace mover::circuit
