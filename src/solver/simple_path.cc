// Adds the clauses of simple paths on demand.
#include "solver/simple_path.h"

#include <map>
#include <vector>

#include "support/check.h"

namespace mover::solver {

void SimplePath::differ(size_t i, size_t j) {
  MOVER_CHECK(different_.emplace(i, j).second, "a solution satisfies the clauses for states that differ");
  Circuit& circuit = unrolling_.circuit();
  std::vector<int> clause;
  unrolling_.step(j);
  for (size_t latch = 0; latch < unrolling_.step(i).latches.size(); ++latch) {
    Literal x = circuit.exclusive_or(unrolling_.step(i).latches[latch], unrolling_.step(j).latches[latch]);
    if (x == circuit::kTrue) return;  // the states always differ
    if (x != circuit::kFalse) clause.push_back(encoder_.literal(x));
  }
  sat_.add(clause);
}

bool SimplePath::separate_equal_states(size_t steps) {
  std::map<std::vector<bool>, size_t> seen;
  std::vector<std::pair<size_t, size_t>> equal;
  for (size_t i = 0; i <= steps; ++i) {
    std::vector<bool> state;
    for (Literal l : unrolling_.step(i).latches) state.push_back(encoder_.value(l));
    auto [before, fresh] = seen.emplace(std::move(state), i);
    if (!fresh) equal.emplace_back(before->second, i);
  }
  for (auto [i, j] : equal) differ(i, j);
  return !equal.empty();
}

Sat::Result SimplePath::solve(size_t steps, std::span<const int> assumptions) {
  unrolling_.step(steps);
  for (; encoded_ <= steps; ++encoded_)
    for (Literal l : unrolling_.step(encoded_).latches) encoder_.literal(l);
  for (;;) {
    Sat::Result result = sat_.solve(assumptions);
    if (result != Sat::Result::Satisfiable || !separate_equal_states(steps)) return result;
  }
}

}  // namespace mover::solver
