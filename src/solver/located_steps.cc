// Evaluates a circuit under a location, and enumerates the locations to which a step may lead.
#include "solver/located_steps.h"

#include <algorithm>
#include <utility>

#include "solver/implied.h"

namespace mover::solver {

using circuit::Kind;
using circuit::negate;
using circuit::node_of;

namespace {

constexpr size_t kMostControlInputs = 5, kMostBranches = 64;

void sort_unique(std::vector<uint32_t>& numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

}  // namespace

LocatedSteps::LocatedSteps(const Circuit& source, const Limits& limits)
    : source_(source), limits_(limits), sat_(limits, Sat::Questions::ManyEasy), encoder_(functions_, sat_) {
  for (const circuit::NamedWord& word : source.words())
    if (word.role == circuit::NamedWord::Role::ProgramCounter)
      for (Literal l : word.bits)
        if (source.kind(node_of(l)) == Kind::Latch &&
            source.latches()[source.index(node_of(l))].initial != circuit::Initial::Free)
          counters_.push_back(source.index(node_of(l)));
  sort_unique(counters_);
  for (Literal l : source.control())
    if (source.kind(node_of(l)) == Kind::Input) control_inputs_.push_back(source.index(node_of(l)));
  sort_unique(control_inputs_);
  if (control_inputs_.size() > kMostControlInputs) counters_.clear();
  if (counters_.empty()) return;

  std::vector<Literal> roots = source.constraints();
  for (const circuit::Bad& bad : source.bads()) roots.push_back(bad.literal);
  for (const circuit::Latch& latch : source.latches()) roots.push_back(latch.next);
  gates_ = circuit::gates_below(source, roots);
  values_.resize(source.node_count());
  for (uint32_t i = 0; i < source.latches().size(); ++i) {
    if (std::binary_search(counters_.begin(), counters_.end(), i)) continue;
    others_.push_back(i);
    values_[source.latches()[i].node] = functions_.input({});
  }
  for (const circuit::Input& input : source.inputs()) values_[input.node] = functions_.input({});
}

const std::vector<LocatedStep>* LocatedSteps::from(const Location& location) {
  const auto [at, is_new] = steps_.try_emplace(location);
  if (!is_new) return &at->second;
  for (size_t i = 0; i < counters_.size(); ++i)
    values_[source_.latches()[counters_[i]].node] = circuit::constant(location[i]);
  for (uint32_t choice = 0; choice < (1u << control_inputs_.size()); ++choice)
    if (limits_.expired() || !add_step(choice, at->second)) {
      steps_.erase(at);
      return nullptr;
    }
  return &at->second;
}

// Returns false if there are too many branches.
bool LocatedSteps::add_step(uint32_t choice, std::vector<LocatedStep>& steps) {
  for (size_t i = 0; i < control_inputs_.size(); ++i)
    values_[source_.inputs()[control_inputs_[i]].node] = circuit::constant((choice >> i & 1) != 0);
  for (uint32_t gate : gates_) values_[gate] = functions_.conjunction(of(source_.left(gate)), of(source_.right(gate)));
  LocatedStep step;
  step.choice = choice;
  for (Literal constraint : source_.constraints()) step.enabled = functions_.conjunction(step.enabled, of(constraint));
  if (step.enabled == circuit::kFalse) return true;
  std::vector<Literal> bads;
  for (const circuit::Bad& bad : source_.bads()) bads.push_back(of(bad.literal));
  step.bad = functions_.any_of(bads);
  if (!add_branches(step)) return false;
  steps.push_back(std::move(step));
  return true;
}

// The locations that satisfy `enabled`. Returns false if there are too many.
bool LocatedSteps::find_targets(const std::vector<Literal>& next, Literal enabled, std::vector<Location>& targets) {
  std::vector<Literal> varying;
  for (Literal l : next)
    if (!circuit::is_constant(l)) varying.push_back(l);
  auto add = [&](auto value_of) {
    Location target;
    for (Literal l : next) target.push_back(circuit::is_constant(l) ? l == circuit::kTrue : value_of(l));
    targets.push_back(std::move(target));
  };
  if (varying.empty()) return add([](Literal) { return false; }), true;
  const int other = sat_.variable();  // the target is none of those found so far
  const int possible = encoder_.literal(enabled);
  for (Literal l : varying) encoder_.literal(l);
  for (;;) {
    const Sat::Result result = sat_.solve({other, possible});
    if (result == Sat::Result::Stopped || targets.size() > kMostBranches) return false;
    if (result == Sat::Result::Unsatisfiable) break;
    add([&](Literal l) { return encoder_.value(l); });
    std::vector<int> clause = {-other};
    for (Literal l : varying) clause.push_back(encoder_.value(l) ? -encoder_.literal(l) : encoder_.literal(l));
    sat_.add(clause);
  }
  sat_.add({-other});
  std::sort(targets.begin(), targets.end());
  return true;
}

bool LocatedSteps::add_branches(LocatedStep& step) {
  std::vector<Literal> next, next_others;
  for (uint32_t i : counters_) next.push_back(of(source_.latches()[i].next));
  for (uint32_t i : others_) next_others.push_back(of(source_.latches()[i].next));
  std::vector<Location> targets;
  if (!find_targets(next, step.enabled, targets)) return false;
  std::vector<Literal> used = {step.enabled, step.bad};
  for (const Location& target : targets) {
    LocatedStep::Branch branch;
    for (size_t i = 0; i < next.size(); ++i) {
      auto differs = [&](const Location& other) { return other[i] != target[i]; };
      if (std::any_of(targets.begin(), targets.end(), differs))
        branch.condition = functions_.conjunction(branch.condition, target[i] ? next[i] : negate(next[i]));
    }
    const Literal known[] = {step.enabled, branch.condition};
    const std::vector<Literal> after = Implied(functions_, known).simplify(functions_, next_others);
    for (uint32_t i = 0; i < after.size(); ++i)
      if (after[i] != values_[source_.latches()[others_[i]].node]) branch.changes.push_back({i, after[i]});
    branch.to = target;
    used.push_back(branch.condition);
    for (const LocatedStep::Change& change : branch.changes) used.push_back(change.next);
    step.branches.push_back(std::move(branch));
  }
  step.gates = circuit::gates_below(functions_, used);
  return true;
}

}  // namespace mover::solver
