// Copies the gates of a sequential circuit for each step.
#include "solver/unrolling.h"

#include <string>
#include <utility>

namespace mover::solver {

using circuit::Initial;
using circuit::is_negated;
using circuit::Kind;
using circuit::node_of;

Unrolling::Unrolling(const Circuit& source, Start start) : source_(source), start_(start) {
  for (const circuit::Latch& latch : source.latches()) {
    if (start == Start::Anywhere || latch.initial == Initial::Free)
      next_.push_back(circuit_.input(latch.name));
    else
      next_.push_back(circuit::constant(latch.initial == Initial::One));
  }
}

const Unrolling::Step& Unrolling::step(size_t i) {
  while (steps_.size() <= i) add_step();
  return steps_[i];
}

void Unrolling::add_step() {
  Step step;
  step.latches = std::move(next_);
  std::vector<Literal> of_node(source_.node_count());
  auto of = [&](Literal l) { return of_node[node_of(l)] ^ (l & 1); };
  for (uint32_t node = 0; node < source_.node_count(); ++node) switch (source_.kind(node)) {
      case Kind::Constant:
        break;
      case Kind::Input:
        of_node[node] = circuit_.input({});
        step.inputs.push_back(of_node[node]);
        break;
      case Kind::Latch:
        of_node[node] = step.latches[source_.index(node)];
        break;
      case Kind::And:
        of_node[node] = circuit_.conjunction(of(source_.left(node)), of(source_.right(node)));
        break;
    }
  for (const circuit::Bad& bad : source_.bads()) step.bads.push_back(of(bad.literal));
  for (Literal constraint : source_.constraints()) step.constraints.push_back(of(constraint));
  if (start_ == Start::Anywhere)
    for (const circuit::Known& known : source_.known()) step.constraints.push_back(of(known.literal));
  step.any_bad = circuit_.any_of(step.bads);
  next_.clear();
  for (const circuit::Latch& latch : source_.latches()) next_.push_back(of(latch.next));
  steps_.push_back(std::move(step));
}

Literal Unrolling::bad_within(size_t steps) {
  std::vector<Literal> bads;
  Literal possible = circuit::kTrue;
  for (size_t i = 0; i < steps; ++i) {
    possible = circuit_.conjunction(possible, circuit_.all_of(step(i).constraints));
    bads.push_back(circuit_.conjunction(possible, step(i).any_bad));
  }
  return circuit_.any_of(bads);
}

}  // namespace mover::solver
