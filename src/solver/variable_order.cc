// The FORCE heuristic [AMS03]: repeatedly moves each node to the centre of gravity of its gates.
#include "solver/variable_order.h"

#include <algorithm>

namespace mover::solver {

using circuit::Circuit;
using circuit::Kind;
using circuit::Literal;
using circuit::node_of;

namespace {

std::vector<uint32_t> depth_first(const Circuit& c) {
  std::vector<uint32_t> order;
  std::vector<bool> seen(c.node_count());
  std::vector<uint32_t> stack;
  auto walk = [&](Literal root) {
    stack.push_back(node_of(root));
    while (!stack.empty()) {
      uint32_t node = stack.back();
      stack.pop_back();
      if (seen[node]) continue;
      seen[node] = true;
      order.push_back(node);
      if (c.kind(node) != Kind::And) continue;
      stack.push_back(node_of(c.right(node)));
      stack.push_back(node_of(c.left(node)));
    }
  };
  for (const circuit::Bad& bad : c.bads()) walk(bad.literal);
  for (Literal constraint : c.constraints()) walk(constraint);
  for (const circuit::Latch& latch : c.latches()) walk(latch.next);
  for (uint32_t node = 1; node < c.node_count(); ++node)
    if (!seen[node]) order.push_back(node);
  return order;
}

}  // namespace

std::vector<uint32_t> variable_order(const Circuit& c) {
  constexpr int kRounds = 40;
  std::vector<uint32_t> order = depth_first(c);
  std::vector<double> place(c.node_count()), sum(c.node_count());
  std::vector<uint32_t> count(c.node_count());
  for (int round = 0; round < kRounds; ++round) {
    for (size_t i = 0; i < order.size(); ++i) place[order[i]] = static_cast<double>(i);
    std::fill(sum.begin(), sum.end(), 0);
    std::fill(count.begin(), count.end(), 0);
    auto pull = [&](std::initializer_list<uint32_t> edge) {  // pulls the nodes of a gate towards their centre
      double centre = 0;
      for (uint32_t node : edge) centre += place[node];
      centre /= static_cast<double>(edge.size());
      for (uint32_t node : edge) sum[node] += centre, ++count[node];
    };
    for (uint32_t node = 1; node < c.node_count(); ++node)
      if (c.kind(node) == Kind::And) pull({node, node_of(c.left(node)), node_of(c.right(node))});
    for (const circuit::Latch& latch : c.latches()) pull({latch.node, node_of(latch.next)});
    std::vector<double> centre(c.node_count());
    for (uint32_t node : order) centre[node] = count[node] ? sum[node] / count[node] : place[node];
    std::sort(order.begin(), order.end(),
              [&](uint32_t a, uint32_t b) { return std::pair(centre[a], place[a]) < std::pair(centre[b], place[b]); });
  }
  std::erase_if(order, [&](uint32_t node) { return c.kind(node) != Kind::Latch && c.kind(node) != Kind::Input; });
  return order;
}

}  // namespace mover::solver
