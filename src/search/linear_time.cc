#include "search/linear_time.h"

#include "ltl/parser.h"
#include "search/fair_cycles.h"

namespace mover {

std::variant<LinearTime, std::string> LinearTime::make(const std::string& formula, const ir::Program& program) {
  std::variant<ltl::Specification, std::string> parsed = ltl::parse(formula);
  if (const auto* error = std::get_if<std::string>(&parsed)) return *error;
  const ltl::Specification& specification = std::get<ltl::Specification>(parsed);
  std::variant<ltl::Atoms, std::string> atoms = ltl::Atoms::resolve(specification.atoms, program);
  if (const auto* error = std::get_if<std::string>(&atoms)) return *error;
  return LinearTime(std::move(std::get<ltl::Atoms>(atoms)),
                    ltl::translate(ltl::Formula::negation(specification.formula)), specification.uses_next,
                    specification.warnings);
}

// The product of the lasso, which has one successor for each state, with the automaton.
bool LinearTime::is_violated_by(const std::vector<uint64_t>& atoms, size_t loop) const {
  const auto size = static_cast<uint32_t>(atoms.size()), states = static_cast<uint32_t>(violations_.states.size());
  auto node = [&](uint32_t at, uint32_t q) { return at * states + q; };
  std::vector<bool> reached(size_t{size} * states, false);
  std::vector<std::pair<uint32_t, uint32_t>> open{{0, violations_.initial}};
  std::vector<Digraph::Edge> edges;
  std::vector<uint64_t> accepting;
  reached[node(0, violations_.initial)] = true;
  while (!open.empty()) {
    const auto [at, q] = open.back();
    open.pop_back();
    const uint32_t next = at + 1 == size ? static_cast<uint32_t>(loop) : at + 1;
    for (const ltl::Edge& edge : violations_.states[q]) {
      if (!edge.label.holds(atoms[at])) continue;
      const uint32_t to = node(next, edge.target);
      edges.push_back({node(at, q), to, static_cast<uint32_t>(accepting.size())});
      accepting.push_back(edge.accepting);
      if (!reached[to]) reached[to] = true, open.push_back({next, edge.target});
    }
  }
  const Digraph product(size * states, std::move(edges));
  auto marks = [&](const Digraph::Edge& edge) { return EdgeMarks{true, accepting[edge.id], 0, 0}; };
  return find_fair_cycle(product, marks, all_sets(violations_)).has_value();
}

}  // namespace mover
