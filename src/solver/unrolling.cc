// Copies the gates of a sequential circuit for each step.
#include "solver/unrolling.h"

#include <set>
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

// Copies the circuit once. Inputs whose values are in `forced` are constants.
Unrolling::Copy Unrolling::copy(const std::vector<Literal>& latches, const std::map<size_t, bool>& forced) {
  Copy copy;
  Step& step = copy.step;
  step.latches = latches;
  std::vector<Literal> of_node(source_.node_count());
  auto of = [&](Literal l) { return of_node[node_of(l)] ^ (l & 1); };
  for (uint32_t node = 0; node < source_.node_count(); ++node) switch (source_.kind(node)) {
      case Kind::Constant:
        break;
      case Kind::Input: {
        const auto value = forced.find(step.inputs.size());
        of_node[node] = value != forced.end() ? circuit::constant(value->second) : circuit_.input({});
        step.inputs.push_back(of_node[node]);
        break;
      }
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
  for (const circuit::Latch& latch : source_.latches()) copy.next.push_back(of(latch.next));
  return copy;
}

// The inputs for which constant propagation shows that the constraints hold for only one value: for example, the
// scheduler's choice while only one thread is enabled.
std::map<size_t, bool> Unrolling::forced_inputs(const Step& step) const {
  std::map<uint32_t, size_t> input_of;
  for (size_t i = 0; i < step.inputs.size(); ++i)
    if (!circuit::is_constant(step.inputs[i])) input_of[node_of(step.inputs[i])] = i;
  std::map<size_t, bool> forced;
  std::set<Literal> seen;
  std::vector<Literal> conjuncts = step.constraints;
  while (!conjuncts.empty()) {
    const Literal l = conjuncts.back();
    conjuncts.pop_back();
    if (!seen.insert(l).second) continue;
    if (circuit_.kind(node_of(l)) == Kind::And && !is_negated(l)) {
      conjuncts.push_back(circuit_.left(node_of(l)));
      conjuncts.push_back(circuit_.right(node_of(l)));
    } else if (const auto input = input_of.find(node_of(l)); input != input_of.end()) {
      forced[input->second] = !is_negated(l);
    }
  }
  return forced;
}

const Unrolling::Step& Unrolling::add_step(const std::map<size_t, bool>& fixed) {
  Copy added = copy(next_, fixed);
  if (std::map<size_t, bool> forced = forced_inputs(added.step); !forced.empty()) {
    forced.insert(fixed.begin(), fixed.end());
    added = copy(next_, forced);
  }
  next_ = std::move(added.next);
  steps_.push_back(std::move(added.step));
  return steps_.back();
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
