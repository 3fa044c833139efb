// Evaluates the circuit, then marks the latches that justify the values of the roots.
#include "solver/justification.h"

#include <algorithm>

namespace mover::solver {

using circuit::Kind;
using circuit::Literal;
using circuit::node_of;

namespace {
constexpr uint32_t kLargeCost = 1u << 30;
}  // namespace

Justification::Justification(const circuit::Circuit& circuit)
    : circuit_(circuit), values_(circuit.node_count()), wanted_(circuit.node_count()), costs_(circuit.node_count()) {}

void Justification::evaluate(const std::vector<bool>& latches, const std::vector<bool>& inputs) {
  for (uint32_t node = 1; node < circuit_.node_count(); ++node) {
    switch (circuit_.kind(node)) {
      case Kind::Constant:
        break;
      case Kind::Input:
        values_[node] = inputs[circuit_.index(node)];
        break;
      case Kind::Latch:
        values_[node] = latches[circuit_.index(node)];
        costs_[node] = 1;
        break;
      case Kind::And: {
        Literal l = circuit_.left(node), r = circuit_.right(node);
        values_[node] = value(l) && value(r);
        if (values_[node])
          costs_[node] = std::min(cost(l) + cost(r), kLargeCost);
        else
          costs_[node] = std::min(value(l) ? kLargeCost : cost(l), value(r) ? kLargeCost : cost(r));
        break;
      }
    }
  }
}

std::vector<uint32_t> Justification::latches(const std::vector<bool>& latches, const std::vector<bool>& inputs,
                                             const std::vector<Literal>& roots) {
  evaluate(latches, inputs);
  std::fill(wanted_.begin(), wanted_.end(), 0);
  uint32_t highest = 0;
  for (Literal root : roots) {
    wanted_[node_of(root)] = 1;
    highest = std::max(highest, node_of(root));
  }
  std::vector<uint32_t> found;
  for (uint32_t node = highest + 1; node-- > 1;) {
    if (!wanted_[node]) continue;
    if (circuit_.kind(node) == Kind::Latch) found.push_back(circuit_.index(node));
    if (circuit_.kind(node) != Kind::And) continue;
    Literal l = circuit_.left(node), r = circuit_.right(node);
    if (values_[node]) {
      wanted_[node_of(l)] = wanted_[node_of(r)] = 1;
    } else if (value(r) || (!value(l) && (is_wanted(l) || (!is_wanted(r) && cost(l) <= cost(r))))) {
      wanted_[node_of(l)] = 1;
    } else {
      wanted_[node_of(r)] = 1;
    }
  }
  std::reverse(found.begin(), found.end());
  return found;
}

}  // namespace mover::solver
