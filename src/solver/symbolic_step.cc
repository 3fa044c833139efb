// Substitution of symbolic states into the functions of a circuit.
#include "solver/symbolic_step.h"

#include <algorithm>
#include <utility>

#include "solver/encoder.h"

namespace mover::solver {

using circuit::Arithmetic;
using circuit::Initial;
using circuit::is_constant;
using circuit::is_negated;
using circuit::kFalse;
using circuit::Kind;
using circuit::kTrue;
using circuit::negate;
using circuit::node_of;

namespace {

constexpr int kMostConflictsOfBit = 1000;  // of the question whether a bit of a recorded operation is right

}  // namespace

std::optional<std::vector<Literal>> conjuncts_of(const Circuit& graph, std::vector<Literal> literals) {
  std::vector<Literal> result;
  while (!literals.empty()) {
    const Literal l = literals.back();
    literals.pop_back();
    if (l == kFalse) return std::nullopt;
    if (l == kTrue) continue;
    if (graph.kind(node_of(l)) == Kind::And && !is_negated(l)) {
      literals.push_back(graph.left(node_of(l)));
      literals.push_back(graph.right(node_of(l)));
    } else {
      result.push_back(l);
    }
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

SymbolicStep::SymbolicStep(const Circuit& source, Circuit& graph, Variables& variables, const Limits& limits)
    : source_(source),
      graph_(graph),
      variables_(variables),
      polynomials_(graph),
      computed_by_(source.node_count()),
      planned_(source.node_count()),
      of_node_(source.node_count()),
      supports_(graph) {
  variables_.resize(source.inputs().size());
  for (Literal l : source.control())
    if (source.kind(node_of(l)) == Kind::Input) control_inputs_.push_back(source.index(node_of(l)));
  std::sort(control_inputs_.begin(), control_inputs_.end());
  control_inputs_.erase(std::unique(control_inputs_.begin(), control_inputs_.end()), control_inputs_.end());
  find_operations(limits);
  std::vector<Literal> bads, latches;
  for (const circuit::Bad& bad : source.bads()) bads.push_back(bad.literal);
  for (const circuit::Latch& latch : source.latches()) latches.push_back(latch.next);
  plan(constraints_, source.constraints());
  plan(bads_, bads);
  plan(latches_, latches);
}

// The bits of the result that are gates after all bits of the operands, so that they can be computed from the operands'
// literals instead.
std::vector<size_t> SymbolicStep::replaced_bits(const Arithmetic& operation) const {
  uint32_t last = 0;
  for (Literal l : operation.left) last = std::max(last, node_of(l));
  for (Literal l : operation.right) last = std::max(last, node_of(l));
  std::vector<size_t> bits;
  for (size_t i = 0; i < operation.result.size(); ++i) {
    const uint32_t node = node_of(operation.result[i]);
    if (source_.kind(node) == Kind::And && node > last) bits.push_back(i);
  }
  return bits;
}

// The recorded operations are hints, and reductions may have replaced bits of their results by bits that are equal in
// reachable states only. Here they have to be the results for all values of the operands.
void SymbolicStep::find_operations(const Limits& limits) {
  Circuit copy = source_;
  Sat sat(limits, Sat::Questions::ManyEasy);
  sat.set_most_conflicts(kMostConflictsOfBit);
  Encoder encoder(copy, sat);
  for (const Arithmetic& operation : source_.arithmetic()) {
    const Word result = circuit::apply(copy, operation.op, operation.left, operation.right);
    bool is_right = true;
    for (size_t i = 0; i < result.size() && is_right; ++i) {
      const Literal differs = copy.exclusive_or(result[i], operation.result[i]);
      is_right = differs == kFalse ||
                 (!is_constant(differs) && sat.solve({encoder.literal(differs)}) == Sat::Result::Unsatisfiable);
    }
    if (!is_right) continue;
    const auto number = static_cast<uint32_t>(operations_.size());
    operations_.push_back({operation, replaced_bits(operation)});
    for (size_t bit : operations_.back().replaced) computed_by_[node_of(operation.result[bit])].push_back(number);
  }
}

// Appends to `actions` the nodes that have to be computed for the roots, except for those that were appended before.
void SymbolicStep::plan(std::vector<Action>& actions, const std::vector<Literal>& roots) {
  std::vector<uint32_t> stack, nodes;
  auto need = [&](Literal l) {
    if (planned_[node_of(l)] || source_.kind(node_of(l)) != Kind::And) return;
    planned_[node_of(l)] = true;
    stack.push_back(node_of(l));
  };
  for (Literal root : roots) need(root);
  while (!stack.empty()) {
    const uint32_t node = stack.back();
    stack.pop_back();
    nodes.push_back(node);
    for (uint32_t operation : computed_by_[node]) {
      for (Literal l : operations_[operation].arithmetic.left) need(l);
      for (Literal l : operations_[operation].arithmetic.right) need(l);
    }
    if (!computed_by_[node].empty()) continue;
    need(source_.left(node));
    need(source_.right(node));
  }
  std::sort(nodes.begin(), nodes.end());
  std::vector<bool> is_done(operations_.size());
  for (uint32_t node : nodes) {
    if (computed_by_[node].empty()) actions.push_back({node});
    for (uint32_t operation : computed_by_[node]) {
      if (!is_done[operation]) actions.push_back({node, operation});
      is_done[operation] = true;
    }
  }
}

void SymbolicStep::execute(const std::vector<Action>& actions, const Implied& implied) {
  for (const Action& action : actions) {
    if (action.operation == kGate) {
      const Literal gate = graph_.conjunction(of(source_.left(action.node)), of(source_.right(action.node)));
      of_node_[action.node] = implied.of(gate);
      continue;
    }
    const Arithmetic& operation = operations_[action.operation].arithmetic;
    Word left, right;
    for (Literal l : operation.left) left.push_back(of(l));
    for (Literal l : operation.right) right.push_back(of(l));
    const Word result = polynomials_.apply(operation.op, left, right);
    for (size_t i : operations_[action.operation].replaced)
      of_node_[node_of(operation.result[i])] = result[i] ^ (operation.result[i] & 1);
  }
}

std::vector<Literal> SymbolicStep::initial_latches() {
  std::vector<Literal> latches;
  for (const circuit::Latch& latch : source_.latches())
    latches.push_back(latch.initial == Initial::Free ? graph_.input(latch.name)
                                                     : circuit::constant(latch.initial == Initial::One));
  return latches;
}

std::vector<Literal> SymbolicStep::unused_inputs(const SymbolicState& state) {
  std::vector<Literal> roots = state.latches;
  roots.insert(roots.end(), state.conditions.begin(), state.conditions.end());
  const std::vector<uint32_t> used = supports_.of(roots);
  std::vector<Literal> inputs;
  for (uint32_t i = 0; i < source_.inputs().size(); ++i) {
    auto is_used = [&](Literal l) { return std::binary_search(used.begin(), used.end(), node_of(l)); };
    if (std::find(control_inputs_.begin(), control_inputs_.end(), i) != control_inputs_.end()) {
      inputs.push_back(kFalse);
      continue;
    }
    size_t first = 0;
    while (first < variables_[i].size() && is_used(variables_[i][first])) ++first;
    if (first == variables_[i].size()) variables_[i].push_back(graph_.input(source_.inputs()[i].name));
    inputs.push_back(variables_[i][first]);
  }
  return inputs;
}

std::map<size_t, bool> SymbolicStep::chosen(uint64_t choice) const {
  std::map<size_t, bool> values;
  for (size_t bit = 0; bit < control_inputs_.size(); ++bit) values[control_inputs_[bit]] = (choice >> bit & 1) != 0;
  return values;
}

std::optional<SymbolicStep::Result> SymbolicStep::step(const SymbolicState& state, std::span<const Literal> inputs,
                                                       const Implied& implied) {
  for (size_t i = 0; i < inputs.size(); ++i) of_node_[source_.inputs()[i].node] = inputs[i];
  for (size_t i = 0; i < state.latches.size(); ++i) of_node_[source_.latches()[i].node] = state.latches[i];
  execute(constraints_, implied);
  Result result;
  result.conditions = state.conditions;
  for (Literal constraint : source_.constraints()) {
    result.conditions.push_back(of(constraint));
    result.constraint = graph_.conjunction(result.constraint, of(constraint));
  }
  std::optional<std::vector<Literal>> conjuncts = conjuncts_of(graph_, std::move(result.conditions));
  if (!conjuncts) return std::nullopt;
  result.conditions = std::move(*conjuncts);
  execute(bads_, implied);
  for (const circuit::Bad& bad : source_.bads()) result.bads.push_back(of(bad.literal));
  result.any_bad = graph_.any_of(result.bads);
  execute(latches_, implied);
  for (const circuit::Latch& latch : source_.latches()) result.latches.push_back(of(latch.next));
  return result;
}

}  // namespace mover::solver
