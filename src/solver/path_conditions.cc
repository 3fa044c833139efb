// Slices of path conditions, and stored answers.
#include "solver/path_conditions.h"

#include <algorithm>
#include <set>
#include <utility>

namespace mover::solver {

using circuit::Kind;
using circuit::node_of;

namespace {

// A solution has values of all variables of the solver, so the solver gets slow if it knows the gates of many earlier
// questions. Then a new solver replaces it.
constexpr int kMostVariables = 2'000;

}  // namespace

uint64_t hash_of(const std::vector<Literal>& literals) {
  uint64_t hash = literals.size();
  for (Literal l : literals) hash = (hash ^ l) * 0x9e3779b97f4a7c15ull, hash ^= hash >> 29;
  return hash;
}

size_t PathConditions::Hash::operator()(const std::vector<Literal>& literals) const { return hash_of(literals); }

std::vector<uint32_t> Supports::of(std::span<const Literal> literals) {
  seen_.resize(graph_.node_count());
  ++calls_;
  std::vector<uint32_t> stack, inputs;
  auto see = [&](Literal l) {
    if (std::exchange(seen_[node_of(l)], calls_) != calls_) stack.push_back(node_of(l));
  };
  for (Literal root : literals) see(root);
  while (!stack.empty()) {
    const uint32_t node = stack.back();
    stack.pop_back();
    if (graph_.kind(node) == Kind::Input) inputs.push_back(node);
    if (graph_.kind(node) != Kind::And) continue;
    see(graph_.left(node));
    see(graph_.right(node));
  }
  std::sort(inputs.begin(), inputs.end());
  return inputs;
}

const std::vector<uint32_t>& Supports::of_condition(Literal condition) {
  const auto [entry, is_new] = stored_.try_emplace(node_of(condition));
  if (is_new) entry->second = of({&condition, 1});
  return entry->second;
}

std::vector<Literal> PathConditions::relevant(const std::vector<Literal>& conditions,
                                              std::span<const Literal> literals) {
  if (conditions.empty()) return {};
  const std::vector<uint32_t> used =
      literals.size() == 1 ? supports_.of_condition(literals[0]) : supports_.of(literals);
  std::set<uint32_t> variables(used.begin(), used.end());
  std::vector<Literal> rest = conditions, result;
  for (bool changed = true; changed;) {
    changed = false;
    std::vector<Literal> later;
    for (Literal l : rest) {
      const std::vector<uint32_t>& mine = supports_.of_condition(l);
      if (std::none_of(mine.begin(), mine.end(), [&](uint32_t node) { return variables.contains(node); })) {
        later.push_back(l);
        continue;
      }
      variables.insert(mine.begin(), mine.end());
      result.push_back(l);
      changed = true;
    }
    rest = std::move(later);
  }
  std::sort(result.begin(), result.end());
  return result;
}

Sat::Result PathConditions::solve(const std::vector<Literal>& conditions, Literal literal) {
  if (literal == circuit::kFalse) return Sat::Result::Unsatisfiable;
  if (literal == circuit::kTrue) return Sat::Result::Satisfiable;
  std::vector<Literal> question = relevant(conditions, {&literal, 1});
  question.push_back(literal);
  if (const auto stored = answers_.find(question); stored != answers_.end())
    return stored->second ? Sat::Result::Satisfiable : Sat::Result::Unsatisfiable;
  if (!solver_ || solver_->sat.variables() > kMostVariables) solver_ = std::make_unique<Solver>(graph_, limits_);
  std::vector<int> assumptions;
  for (Literal l : question) assumptions.push_back(solver_->encoder.literal(l));
  const Sat::Result result = solver_->sat.solve(assumptions);
  if (result != Sat::Result::Stopped) answers_.emplace(std::move(question), result == Sat::Result::Satisfiable);
  return result;
}

}  // namespace mover::solver
