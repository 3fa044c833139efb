// Evaluates a circuit under a control state and enumerates the inputs on which its steps depend.
#include "solver/control_steps.h"

#include <algorithm>
#include <set>
#include <utility>

namespace mover::solver {

using circuit::Kind;
using circuit::negate;
using circuit::node_of;

namespace {

constexpr uint32_t kNoInput = UINT32_MAX;

std::vector<bool> latches_of_wide_words(const Circuit& circuit, size_t narrow) {
  std::vector<bool> result(circuit.latches().size());
  for (const circuit::NamedWord& word : circuit.words()) {
    std::vector<uint32_t> latches;
    for (Literal l : word.bits)
      if (circuit.kind(node_of(l)) == Kind::Latch) latches.push_back(circuit.index(node_of(l)));
    if (latches.size() > narrow)
      for (uint32_t latch : latches) result[latch] = true;
  }
  return result;
}

}  // namespace

ControlSteps::ControlSteps(Circuit& circuit, size_t narrow, const Limits& limits)
    : circuit_(circuit), narrow_(narrow), limits_(limits) {
  const std::vector<bool> is_data = latches_of_wide_words(circuit, narrow);
  for (uint32_t i = 0; i < is_data.size(); ++i) (is_data[i] ? data_ : control_).push_back(i);
  std::vector<Literal> bads;
  for (const circuit::Bad& bad : circuit.bads()) bads.push_back(bad.literal);
  enabled_ = circuit.all_of(circuit.constraints());
  bad_ = circuit.any_of(bads);

  std::vector<Literal> roots = {enabled_, bad_};
  for (const circuit::Latch& latch : circuit.latches()) roots.push_back(latch.next);
  gates_ = circuit::gates_below(circuit, roots);
  conditions_.emplace(circuit, data_);
  values_.resize(circuit.node_count());
  for (uint32_t i : data_) values_[circuit.latches()[i].node] = 2 * circuit.latches()[i].node;
}

const std::vector<ControlStep>* ControlSteps::from(const std::vector<bool>& control) {
  const auto [at, is_new] = steps_.try_emplace(control);
  if (!is_new) return &at->second;
  for (size_t i = 0; i < control_.size(); ++i)
    values_[circuit_.latches()[control_[i]].node] = circuit::constant(control[i]);
  if (expand({}, {}, at->second)) return &at->second;
  steps_.erase(at);
  return nullptr;
}

// Adds the steps with these inputs under these conditions. Returns false if there are too many, or a limit
// was reached.
bool ControlSteps::expand(const std::vector<Literal>& inputs, const std::vector<Literal>& conditions,
                          std::vector<ControlStep>& steps) {
  if (limits_.expired()) return false;
  for (const circuit::Input& input : circuit_.inputs()) values_[input.node] = 2 * input.node;
  for (Literal l : inputs) values_[circuit_.inputs()[node_of(l)].node] = circuit::constant(!circuit::is_negated(l));
  for (uint32_t gate : gates_) {
    Literal& value = values_[gate];
    value = circuit_.conjunction(of(circuit_.left(gate)), of(circuit_.right(gate)));
    for (Literal condition : conditions)
      if (node_of(condition) == node_of(value)) value = circuit::constant(condition == value);
  }
  if (of(enabled_) == circuit::kFalse) return true;
  if (const uint32_t input = deciding_input(); input != kNoInput) {
    std::vector<Literal> more = inputs;
    more.push_back(2 * input);
    if (!expand(more, conditions, steps)) return false;
    more.back() = negate(more.back());
    return expand(more, conditions, steps);
  }
  if (const uint32_t node = deciding_condition()) {
    std::vector<Literal> more = conditions;
    more.push_back(2 * node);
    if (!expand(inputs, more, steps)) return false;
    more.back() = negate(more.back());
    return expand(inputs, more, steps);
  }
  ControlStep step{inputs, conditions, of(bad_), {}, 0};
  if (of(enabled_) != circuit::kTrue) step.conditions.push_back(of(enabled_));
  for (uint32_t i : control_) step.control.push_back(of(circuit_.latches()[i].next));
  std::vector<Literal> update;
  for (uint32_t i : data_) update.push_back(of(circuit_.latches()[i].next));
  step.update = number_of(std::move(update));
  steps.push_back(std::move(step));
  return steps.size() < kMostSteps;
}

// The smallest index of an input on which the step depends.
uint32_t ControlSteps::deciding_input() {
  for (uint32_t node = static_cast<uint32_t>(first_input_.size()); node < circuit_.node_count(); ++node)
    first_input_.push_back(circuit_.kind(node) == Kind::Input ? circuit_.index(node)
                           : circuit_.kind(node) == Kind::And ? std::min(first_input_[node_of(circuit_.left(node))],
                                                                         first_input_[node_of(circuit_.right(node))])
                                                              : kNoInput);
  uint32_t input = std::min(first_input_[node_of(of(enabled_))], first_input_[node_of(of(bad_))]);
  for (const circuit::Latch& latch : circuit_.latches()) input = std::min(input, first_input_[node_of(of(latch.next))]);
  return input;
}

// A condition that selects between values of a word, as in x = y < z ? y : z; 0: there is none. It is an operand of
// the gates of many bits.
uint32_t ControlSteps::deciding_condition() {
  std::map<uint32_t, size_t> count;
  for (uint32_t i : data_) {
    const uint32_t gate = node_of(of(circuit_.latches()[i].next));
    if (circuit_.kind(gate) != Kind::And) continue;
    std::set<uint32_t> operands;
    for (Literal operand : {circuit_.left(gate), circuit_.right(gate)}) {
      operands.insert(node_of(operand));
      if (circuit_.kind(node_of(operand)) != Kind::And) continue;
      operands.insert(node_of(circuit_.left(node_of(operand))));
      operands.insert(node_of(circuit_.right(node_of(operand))));
    }
    for (uint32_t node : operands)
      if (circuit_.kind(node) == Kind::And && conditions_->is_whole(node) && ++count[node] > narrow_) return node;
  }
  return 0;
}

uint32_t ControlSteps::number_of(std::vector<Literal> update) {
  const auto [at, is_new] = numbers_.emplace(std::move(update), updates_.size());
  if (is_new) updates_.push_back(at->first), after_.emplace_back();
  return at->second;
}

Literal ControlSteps::after(uint32_t update, Literal function) {
  auto& known = after_[update];
  if (known.empty()) {
    known[0] = circuit::kFalse;
    for (size_t i = 0; i < data_.size(); ++i) known[circuit_.latches()[data_[i]].node] = updates_[update][i];
  }
  std::vector<uint32_t> stack = {node_of(function)};
  while (!stack.empty()) {
    const uint32_t node = stack.back();
    const auto [at, is_new] = known.try_emplace(node, circuit::kFalse);
    if (!is_new) {
      stack.pop_back();
      continue;
    }
    known.erase(at);
    const Literal left = circuit_.left(node), right = circuit_.right(node);
    const auto l = known.find(node_of(left)), r = known.find(node_of(right));
    if (l == known.end()) stack.push_back(node_of(left));
    if (r == known.end()) stack.push_back(node_of(right));
    if (l == known.end() || r == known.end()) continue;
    stack.pop_back();
    known[node] = circuit_.conjunction(l->second ^ (left & 1), r->second ^ (right & 1));
  }
  return known[node_of(function)] ^ (function & 1);
}

}  // namespace mover::solver
