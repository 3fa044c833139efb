// The strongly connected components of an automaton show which states, edges and acceptance sets are redundant: every
// run eventually stays in one component, and if the run is accepting, this component has edges of every acceptance set.
#include "ltl/reduce.h"

#include <algorithm>
#include <functional>

namespace mover::ltl {

namespace {

uint64_t first_bits(size_t count) { return count >= 64 ? ~0ull : (1ull << count) - 1; }

// The components, numbered such that edges lead to equal or smaller numbers [Tar72].
struct Components {
  explicit Components(const Automaton& automaton) : of(automaton.states.size(), kUnknown) {
    std::vector<uint32_t> low(of.size(), 0), stack;
    uint32_t visited = 0;
    std::function<void(uint32_t)> visit = [&](uint32_t state) {
      const uint32_t index = low[state] = ++visited;
      const size_t bottom = stack.size();
      stack.push_back(state);
      for (const Edge& edge : automaton.states[state]) {
        if (low[edge.target] == 0) visit(edge.target);
        if (of[edge.target] == kUnknown) low[state] = std::min(low[state], low[edge.target]);
      }
      if (low[state] != index) return;
      for (size_t i = bottom; i < stack.size(); ++i) of[stack[i]] = count;
      stack.resize(bottom);
      ++count;
    };
    visit(automaton.initial);
  }
  static constexpr uint32_t kUnknown = UINT32_MAX;  // not reachable
  uint32_t count = 0;
  std::vector<uint32_t> of;  // by state
};

// The acceptance sets of one component. Set j follows from set i if all edges of the component that are in set i are
// also in set j; then j is redundant.
class ComponentAcceptance {
 public:
  void add(uint64_t accepting) {
    seen_.push_back(accepting);
    all_ |= accepting;
  }
  bool has_cycle() const { return !seen_.empty(); }
  bool is_accepting(unsigned sets) const { return has_cycle() && all_ == first_bits(sets); }
  void choose(unsigned sets) {
    for (unsigned j = 0; j < sets; ++j) {
      auto follows_from = [&](unsigned i) {
        return std::all_of(seen_.begin(), seen_.end(), [&](uint64_t e) { return !(e >> i & 1) || (e >> j & 1); });
      };
      bool needed = std::any_of(seen_.begin(), seen_.end(), [&](uint64_t e) { return !(e >> j & 1); });
      for (unsigned i : needed_) needed = needed && !follows_from(i);
      for (unsigned i = j + 1; i < sets; ++i) needed = needed && !follows_from(i);
      if (needed) needed_.push_back(j);
    }
  }
  size_t needed() const { return needed_.size(); }
  // The acceptance sets of an edge with their new numbers. Sets that only other components need contain all edges of
  // this one.
  uint64_t renumbered(uint64_t accepting, uint64_t all) const {
    uint64_t result = all & ~first_bits(needed_.size());
    for (size_t i = 0; i < needed_.size(); ++i) result |= (accepting >> needed_[i] & 1) << i;
    return result;
  }

 private:
  std::vector<uint64_t> seen_;
  uint64_t all_ = 0;
  std::vector<unsigned> needed_;
};

// Removes the states that are not `kept`, and the edges to them. The initial state remains.
void remove_states(Automaton& automaton, const std::vector<bool>& kept) {
  std::vector<uint32_t> number(automaton.states.size(), 0);
  std::vector<std::vector<Edge>> states;
  for (uint32_t state = 0; state < automaton.states.size(); ++state) {
    if (!kept[state] && state != automaton.initial) continue;
    number[state] = static_cast<uint32_t>(states.size());
    states.push_back(std::move(automaton.states[state]));
  }
  for (std::vector<Edge>& edges : states) {
    std::erase_if(edges, [&](const Edge& edge) { return !kept[edge.target]; });
    for (Edge& edge : edges) edge.target = number[edge.target];
  }
  automaton.initial = number[automaton.initial];
  automaton.states = std::move(states);
}

size_t size_of(const Automaton& automaton) {
  size_t size = automaton.states.size() + automaton.acceptance_sets;
  for (const std::vector<Edge>& edges : automaton.states) size += edges.size();
  return size;
}

}  // namespace

std::vector<Label> difference(const Label& a, const Label& b) {
  if (!(a & b).is_satisfiable()) return {a};
  std::vector<Label> parts;
  Label common = a;
  for (uint32_t atom = 0; atom < kMostAtoms; ++atom)
    for (bool positive : {true, false}) {
      const Label literal = Label::literal(atom, positive);
      if (!b.implies(literal) || a.implies(literal)) continue;
      parts.push_back(common & Label::literal(atom, !positive));
      common = common & literal;
    }
  return parts;
}

void trim(Automaton& automaton, TransientEdges transient) {
  const Components components(automaton);
  std::vector<ComponentAcceptance> acceptance(components.count);
  auto is_inside = [&](uint32_t state, const Edge& edge) { return components.of[state] == components.of[edge.target]; };
  auto for_each_edge = [&](auto f) {
    for (uint32_t state = 0; state < automaton.states.size(); ++state)
      if (components.of[state] != Components::kUnknown)
        for (Edge& edge : automaton.states[state]) f(state, edge);
  };
  for_each_edge([&](uint32_t state, const Edge& edge) {
    if (is_inside(state, edge)) acceptance[components.of[state]].add(edge.accepting);
  });
  const unsigned sets = automaton.acceptance_sets;
  std::vector<bool> accepting, productive;
  size_t needed = 0;
  for (ComponentAcceptance& component : acceptance) {
    accepting.push_back(component.is_accepting(sets));
    if (accepting.back()) component.choose(sets);
    // If a component with cycles is not accepting, at least one set must remain, which contains none of its edges.
    needed = std::max<size_t>(needed, accepting.back() ? component.needed() : component.has_cycle());
  }
  const uint64_t all = first_bits(needed);
  for_each_edge([&](uint32_t state, Edge& edge) {
    const uint32_t component = components.of[state];
    if (!is_inside(state, edge))
      edge.accepting = transient == TransientEdges::InAllSets ? all : 0;
    else
      edge.accepting = accepting[component] ? acceptance[component].renumbered(edge.accepting, all) : 0;
  });
  automaton.acceptance_sets = static_cast<unsigned>(needed);
  // Edges lead to components with smaller numbers, so these are decided first.
  productive = accepting;
  std::vector<std::vector<uint32_t>> successors(components.count);
  for_each_edge([&](uint32_t state, const Edge& edge) {
    successors[components.of[state]].push_back(components.of[edge.target]);
  });
  for (uint32_t component = 0; component < components.count; ++component)
    for (uint32_t next : successors[component])
      if (productive[next]) productive[component] = true;
  std::vector<bool> kept;
  for (uint32_t component : components.of) kept.push_back(component != Components::kUnknown && productive[component]);
  remove_states(automaton, kept);
}

Automaton reduced(Automaton automaton) {
  for (size_t before = SIZE_MAX; size_of(automaton) < before;) {
    before = size_of(automaton);
    for (TransientEdges transient : {TransientEdges::InAllSets, TransientEdges::InNoSet}) {
      trim(automaton, transient);
      merge_similar_states(automaton);
    }
  }
  trim(automaton, TransientEdges::InNoSet);
  return automaton;
}

}  // namespace mover::ltl
