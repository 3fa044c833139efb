// Direct simulation [SB00; EH00]: state p simulates state q if p can match each edge of q. To match an edge, p needs
// edges whose labels together cover the label of the edge. These edges have to be in all acceptance sets of the edge,
// and their targets have to simulate its target. Then p accepts every word that q accepts.
#include <algorithm>

#include "ltl/reduce.h"

namespace mover::ltl {

namespace {

constexpr size_t kMostStates = 400;  // the relation has a bit for each pair, and is computed in rounds

class Simulation {
 public:
  explicit Simulation(const Automaton& automaton)
      : automaton_(automaton), relation_(automaton.states.size(), std::vector<bool>(automaton.states.size(), true)) {
    for (bool changed = true; changed;) {
      changed = false;
      for (uint32_t q = 0; q < relation_.size(); ++q)
        for (uint32_t p = 0; p < relation_.size(); ++p) {
          if (p == q || !relation_[q][p] || matches_all(q, p)) continue;
          relation_[q][p] = false;
          changed = true;
        }
    }
  }
  bool simulates(uint32_t p, uint32_t q) const { return relation_[q][p]; }
  bool are_equivalent(uint32_t p, uint32_t q) const { return relation_[q][p] && relation_[p][q]; }

  // Whether `other` can replace `edge` under letters that satisfy both labels.
  bool matches(const Edge& other, const Edge& edge) const {
    return (edge.accepting & ~other.accepting) == 0 && simulates(other.target, edge.target);
  }

 private:
  bool matches_all(uint32_t q, uint32_t p) const {
    auto is_matched = [&](const Edge& edge) {
      std::vector<Label> open{edge.label};
      for (const Edge& other : automaton_.states[p]) {
        if (!matches(other, edge)) continue;
        std::vector<Label> rest;
        for (const Label& label : open)
          for (const Label& part : difference(label, other.label)) rest.push_back(part);
        open = std::move(rest);
      }
      return open.empty();
    };
    return std::all_of(automaton_.states[q].begin(), automaton_.states[q].end(), is_matched);
  }

  const Automaton& automaton_;
  std::vector<std::vector<bool>> relation_;  // [q][p]: p simulates q
};

// Subtracts from the label of each edge the labels of other edges that match it, if the difference is one label.
// Removes the edges whose labels become empty.
void remove_simulated(std::vector<Edge>& edges, const Simulation& simulation) {
  std::vector<Edge> kept;
  for (size_t i = 0; i < edges.size(); ++i) {
    Edge edge = edges[i];
    bool covered = false;
    for (size_t j = 0; j < edges.size() && !covered; ++j) {
      // Of two edges that match each other, only the first one replaces the other.
      if (i == j || !simulation.matches(edges[j], edges[i])) continue;
      if (j > i && simulation.matches(edges[i], edges[j])) continue;
      const std::vector<Label> rest = difference(edge.label, edges[j].label);
      covered = rest.empty();
      if (rest.size() == 1) edge.label = rest[0];
    }
    if (!covered) kept.push_back(edge);
  }
  edges = std::move(kept);
}

// Whether the labels differ only in the sign of one atom.
bool differ_in_one_sign(const Label& a, const Label& b) {
  const uint64_t signs = a.positive ^ b.positive;
  return (a.positive | a.negative) == (b.positive | b.negative) && signs != 0 && (signs & (signs - 1)) == 0;
}

void join_labels(std::vector<Edge>& edges) {
  for (size_t i = 0; i < edges.size(); ++i)
    for (size_t j = 0; j < i; ++j) {
      Edge &a = edges[i], &b = edges[j];
      if (a.target != b.target || a.accepting != b.accepting || !differ_in_one_sign(a.label, b.label)) continue;
      b.label = {a.label.positive & b.label.positive, a.label.negative & b.label.negative};
      edges.erase(edges.begin() + static_cast<std::ptrdiff_t>(i));
      i = 0;  // the joined edge may be joined with others
      break;
    }
}

}  // namespace

void merge_similar_states(Automaton& automaton) {
  if (automaton.states.size() > kMostStates) return;
  const Simulation simulation(automaton);
  std::vector<uint32_t> representative;
  for (uint32_t state = 0; state < automaton.states.size(); ++state) {
    uint32_t first = 0;
    while (!simulation.are_equivalent(first, state)) ++first;
    representative.push_back(first);
  }
  // The representative simulates the states that it stands for, so its edges suffice.
  for (std::vector<Edge>& edges : automaton.states) {
    for (Edge& edge : edges) edge.target = representative[edge.target];
    remove_simulated(edges, simulation);
    join_labels(edges);
  }
  automaton.initial = representative[automaton.initial];
}

}  // namespace mover::ltl
