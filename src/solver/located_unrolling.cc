// Copies the steps from each location, and merges executions that reach the same location.
#include "solver/located_unrolling.h"

#include <algorithm>
#include <string>
#include <utility>

#include "support/check.h"

namespace mover::solver {

using circuit::Initial;
using circuit::kFalse;
using circuit::kTrue;
using circuit::negate;
using circuit::node_of;

namespace {

constexpr size_t kMostLocations = 2'000;  // that are reached after the same number of steps

}  // namespace

LocatedUnrolling::LocatedUnrolling(const Circuit& source, const Limits& limits)
    : source_(source), limits_(limits), steps_from_(source, limits) {
  for (const circuit::Latch& latch : source.latches())
    initial_.push_back(latch.initial == Initial::Free ? circuit_.input(latch.name)
                                                      : circuit::constant(latch.initial == Initial::One));
  Reached start;
  for (uint32_t i : steps_from_.others()) start.latches.push_back(initial_[i]);
  Location location;
  for (uint32_t i : steps_from_.counters()) location.push_back(initial_[i] == kTrue);
  reached_.emplace(std::move(location), std::move(start));
}

const LocatedUnrolling::Step* LocatedUnrolling::add_step(const IsPossible& is_possible) {
  Frame frame;
  for (const circuit::Input& input : source_.inputs()) frame.inputs.push_back(circuit_.input(input.name));
  Arrivals arrivals;
  for (const auto& [location, reached] : reached_) {
    const std::vector<LocatedStep>* steps = steps_from_.from(location);
    if (steps == nullptr) return nullptr;
    const Circuit& functions = steps_from_.functions();
    values_.resize(functions.node_count());
    size_t next_input = 0;
    for (Literal l : reached.latches) values_[functions.inputs()[next_input++].node] = l;
    for (Literal l : frame.inputs) values_[functions.inputs()[next_input++].node] = l;
    Literal rest = reached.guard;  // none of the choices so far is taken
    for (size_t i = 0; i < steps->size(); ++i) {
      // The last possible choice needs no input of its own.
      Literal guard = rest;
      if (i + 1 < steps->size()) {
        if (i == frame.choices.size()) frame.choices.push_back(circuit_.input("choice"));
        guard = circuit_.conjunction(rest, frame.choices[i]);
        rest = circuit_.conjunction(rest, negate(frame.choices[i]));
      }
      execute((*steps)[i], reached, guard, frame, arrivals, is_possible);
    }
  }
  if (limits_.expired() || arrivals.size() > kMostLocations) return nullptr;
  // Whole copies would have at most so many gates.
  if (circuit_.gate_count() > (steps_.size() + 1) * size_t{source_.gate_count()}) return nullptr;
  std::vector<Literal> possible;
  for (const Taken& taken : frame.taken) possible.push_back(taken.guard);
  frame.step.possible = circuit_.any_of(possible);
  reached_.clear();
  for (auto& [location, from] : arrivals) reached_.emplace(location, merge(from));
  steps_.push_back(std::move(frame));
  return &steps_.back().step;
}

void LocatedUnrolling::execute(const LocatedStep& step, const Reached& from, Literal guard, Frame& frame,
                               Arrivals& arrivals, const IsPossible& is_possible) {
  const Circuit& functions = steps_from_.functions();
  for (uint32_t gate : step.gates)
    values_[gate] = circuit_.conjunction(of(functions.left(gate)), of(functions.right(gate)));
  const Literal taken = circuit_.conjunction(guard, of(step.enabled));
  if (taken == kFalse) return;
  frame.taken.push_back({taken, step.choice});
  frame.step.bad = circuit_.disjunction(frame.step.bad, circuit_.conjunction(taken, of(step.bad)));
  for (const LocatedStep::Branch& branch : step.branches) {
    Reached to{circuit_.conjunction(taken, of(branch.condition)), from.latches};
    if (to.guard == kFalse) continue;
    if (to.guard != guard && !is_possible(to.guard)) continue;
    for (const LocatedStep::Change& change : branch.changes) to.latches[change.latch] = of(change.next);
    arrivals[branch.to].push_back(std::move(to));
  }
}

// At most one of the guards holds in an execution, so their order does not matter.
LocatedUnrolling::Reached LocatedUnrolling::merge(std::vector<Reached>& arrivals) {
  if (arrivals.size() == 1) return std::move(arrivals[0]);
  Reached result;
  std::vector<Literal> guards;
  for (const Reached& arrival : arrivals) guards.push_back(arrival.guard);
  result.guard = circuit_.any_of(guards);
  std::vector<std::pair<Literal, std::vector<Literal>>> cases;  // a value, and the guards under which it is the value
  for (size_t i = 0; i < arrivals[0].latches.size(); ++i) {
    cases.clear();
    for (const Reached& arrival : arrivals) {
      auto same = [&](const auto& one) { return one.first == arrival.latches[i]; };
      auto found = std::find_if(cases.begin(), cases.end(), same);
      if (found == cases.end()) found = cases.insert(cases.end(), {arrival.latches[i], {}});
      found->second.push_back(arrival.guard);
    }
    std::sort(cases.begin(), cases.end(), [](const auto& a, const auto& b) {
      return a.second.size() != b.second.size() ? a.second.size() > b.second.size() : a.first < b.first;
    });
    Literal value = cases[0].first;  // the most frequent one
    for (size_t k = 1; k < cases.size(); ++k)
      value = circuit_.ite(circuit_.any_of(cases[k].second), cases[k].first, value);
    result.latches.push_back(value);
  }
  return result;
}

Trace LocatedUnrolling::trace_of(size_t steps, const std::vector<bool>& inputs) {
  const std::vector<bool> values = circuit::evaluate(circuit_, {}, inputs);
  Trace trace;
  for (Literal l : initial_) trace.initial.push_back(circuit::value_of(values, l));
  for (size_t i = 0; i < steps; ++i) {
    const Frame& frame = steps_[i];
    std::vector<bool>& step = trace.inputs.emplace_back();
    for (Literal l : frame.inputs) step.push_back(circuit::value_of(values, l));
    const auto taken = std::find_if(frame.taken.begin(), frame.taken.end(),
                                    [&](const Taken& one) { return circuit::value_of(values, one.guard); });
    if (taken == frame.taken.end()) return trace;  // the execution has ended before
    const std::vector<uint32_t>& control = steps_from_.control_inputs();
    for (size_t k = 0; k < control.size(); ++k) step[control[k]] = (taken->choice >> k & 1) != 0;
  }
  return trace;
}

}  // namespace mover::solver
