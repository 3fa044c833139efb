// Replaces literals that follow from conditions by constants.
#include "solver/implied.h"

#include <algorithm>
#include <optional>

namespace mover::solver {

using circuit::is_negated;
using circuit::kFalse;
using circuit::Kind;
using circuit::kTrue;
using circuit::node_of;

Implied::Implied(const Circuit& graph, std::span<const Literal> conditions) {
  std::vector<Literal> follows(conditions.begin(), conditions.end());
  while (!follows.empty()) {
    const Literal l = follows.back();
    follows.pop_back();
    if (l == kTrue) continue;
    const auto [entry, is_new] = values_.emplace(node_of(l), !is_negated(l));
    is_contradictory_ |= l == kFalse || entry->second == is_negated(l);
    first_ = std::min(first_, node_of(l));
    if (!is_new || graph.kind(node_of(l)) != Kind::And || is_negated(l)) continue;
    follows.push_back(graph.left(node_of(l)));
    follows.push_back(graph.right(node_of(l)));
  }
}

std::vector<Literal> Implied::simplify(Circuit& graph, std::span<const Literal> literals) const {
  std::unordered_map<uint32_t, Literal> simplified;
  auto known = [&](Literal l) -> std::optional<Literal> {
    const uint32_t node = node_of(l);
    if (node < first_) return l;
    if (const Literal follows = of(l); follows != l) return follows;
    if (graph.kind(node) != Kind::And) return l;
    const auto found = simplified.find(node);
    if (found == simplified.end()) return std::nullopt;
    return found->second ^ (l & 1);
  };
  std::vector<Literal> result;
  std::vector<uint32_t> stack;
  for (Literal root : literals) {
    if (!known(root)) stack.push_back(node_of(root));
    while (!stack.empty()) {
      const uint32_t node = stack.back();
      const Literal left = graph.left(node), right = graph.right(node);
      const std::optional<Literal> a = known(left), b = known(right);
      if (!a) stack.push_back(node_of(left));
      if (!b) stack.push_back(node_of(right));
      if (!a || !b) continue;
      stack.pop_back();
      simplified[node] = of(graph.conjunction(*a, *b));
    }
    result.push_back(*known(root));
  }
  return result;
}

}  // namespace mover::solver
