// Decomposition into strongly connected components, repeated within a component after edges have been removed.
#include "search/fair_cycles.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "support/check.h"

namespace mover {

Digraph::Digraph(uint32_t num_nodes, std::vector<Edge> edges) : edges_(edges.size()), first_(num_nodes + 1, 0) {
  for (const Edge& edge : edges) ++first_[edge.source + 1];
  for (uint32_t node = 0; node < num_nodes; ++node) first_[node + 1] += first_[node];
  std::vector<uint32_t> next(first_.begin(), first_.end() - 1);
  for (const Edge& edge : edges) edges_[next[edge.source]++] = edge;
}

namespace {

class CycleFinder {
 public:
  CycleFinder(const Digraph& graph, const Marks& marks, uint64_t accepting)
      : graph_(graph),
        accepting_(accepting),
        number_(graph.num_nodes(), 0),
        low_(graph.num_nodes(), 0),
        component_(graph.num_nodes(), 0),
        at_(graph.num_nodes(), 0) {
    marks_.reserve(graph.edges().size());
    for (const Digraph::Edge& edge : graph.edges()) marks_.push_back(marks(edge));
  }

  std::optional<std::vector<uint32_t>> run() {
    add_components(all_nodes());
    while (!open_.empty()) {
      const std::vector<uint32_t> nodes = std::move(open_.back());
      open_.pop_back();
      const EdgeMarks sum = sum_of(nodes);
      if ((accepting_ & ~sum.accepting) != 0) continue;
      const uint64_t unsatisfied = sum.requires_ & ~sum.satisfies;
      if (unsatisfied == 0) return cycle_in(nodes);
      for (uint32_t node : nodes)
        for (uint32_t e = graph_.first(node); e < graph_.first(node + 1); ++e)
          if ((marks_[e].requires_ & unsatisfied) != 0) marks_[e].allowed = false;
      add_components(nodes);
    }
    return std::nullopt;
  }

  std::vector<Digraph::Edge> on_cycles() {
    add_components(all_nodes());
    std::vector<Digraph::Edge> edges;
    for (uint32_t e = 0; e < graph_.edges().size(); ++e)
      if (is_inside(e)) edges.push_back(graph_.edges()[e]);
    return edges;
  }

 private:
  std::vector<uint32_t> all_nodes() const {
    std::vector<uint32_t> all(graph_.num_nodes());
    std::iota(all.begin(), all.end(), 0);
    return all;
  }

  bool is_inside(uint32_t e) const {
    const Digraph::Edge& edge = graph_.edges()[e];
    return marks_[e].allowed && component_[edge.source] == component_[edge.target];
  }

  EdgeMarks sum_of(const std::vector<uint32_t>& nodes) const {
    EdgeMarks sum;
    for (uint32_t node : nodes)
      for (uint32_t e = graph_.first(node); e < graph_.first(node + 1); ++e) {
        if (!is_inside(e)) continue;
        sum.accepting |= marks_[e].accepting;
        sum.requires_ |= marks_[e].requires_;
        sum.satisfies |= marks_[e].satisfies;
      }
    return sum;
  }

  // Adds the strongly connected components of these nodes that have an edge [Tar72]. REQUIRES: the nodes are all nodes,
  // or those of one component.
  void add_components(const std::vector<uint32_t>& nodes) {
    const uint32_t within = component_[nodes.empty() ? 0 : nodes.front()];
    for (uint32_t node : nodes) number_[node] = 0, at_[node] = graph_.first(node);
    std::vector<uint32_t> path, unfinished;
    for (uint32_t root : nodes) {
      if (number_[root] != 0) continue;
      path.push_back(root);
      while (!path.empty()) {
        const uint32_t node = path.back();
        if (number_[node] == 0) number_[node] = low_[node] = ++count_, unfinished.push_back(node);
        if (at_[node] < graph_.first(node + 1)) {
          const uint32_t e = at_[node]++, to = graph_.edges()[e].target;
          if (!marks_[e].allowed || component_[to] != within) continue;
          if (number_[to] == 0)
            path.push_back(to);
          else
            low_[node] = std::min(low_[node], number_[to]);
          continue;
        }
        path.pop_back();
        if (!path.empty()) low_[path.back()] = std::min(low_[path.back()], low_[node]);
        if (low_[node] == number_[node]) finish(node, unfinished);
      }
    }
  }

  void finish(uint32_t root, std::vector<uint32_t>& unfinished) {
    std::vector<uint32_t> nodes;
    ++last_component_;
    do {
      nodes.push_back(unfinished.back());
      component_[unfinished.back()] = last_component_;
      unfinished.pop_back();
    } while (nodes.back() != root);
    for (uint32_t node : nodes)
      for (uint32_t e = graph_.first(node); e < graph_.first(node + 1); ++e)
        if (is_inside(e)) {
          open_.push_back(std::move(nodes));
          return;
        }
  }

  // A cycle through an edge of each Büchi set. It satisfies only the pairs that its own edges require, which makes it
  // shorter than one that satisfies the pairs of all edges of the component.
  std::vector<uint32_t> cycle_in(const std::vector<uint32_t>& nodes) {
    for (uint64_t satisfied = 0;;) {
      const std::vector<uint32_t> cycle = cycle_with(nodes, satisfied);
      EdgeMarks sum;
      for (uint32_t e : cycle) sum.requires_ |= marks_[e].requires_, sum.satisfies |= marks_[e].satisfies;
      const uint64_t missing = sum.requires_ & ~sum.satisfies;
      if (missing == 0) return cycle;
      MOVER_CHECK((satisfied & missing) == 0, "each round satisfies more pairs");
      satisfied |= missing;
    }
  }

  std::vector<uint32_t> cycle_with(const std::vector<uint32_t>& nodes, uint64_t satisfied) {
    uint64_t accepting = accepting_;
    auto helps = [&](uint32_t e) {
      return ((marks_[e].accepting & accepting) | (marks_[e].satisfies & satisfied)) != 0;
    };
    std::vector<uint32_t> cycle;
    uint32_t at = nodes.front();
    auto go = [&](const std::function<bool(uint32_t)>& is_last) {
      for (uint32_t e : shortest_path(at, is_last)) {
        cycle.push_back(e);
        accepting &= ~marks_[e].accepting;
        satisfied &= ~marks_[e].satisfies;
        at = graph_.edges()[e].target;
      }
    };
    go((accepting | satisfied) != 0 ? std::function<bool(uint32_t)>(helps) : [](uint32_t) { return true; });
    // The cycle begins with the first edge that is needed, so the path to it is not part of the cycle.
    cycle.erase(cycle.begin(), cycle.end() - 1);
    while ((accepting | satisfied) != 0) go(helps);
    const uint32_t begin = graph_.edges()[cycle.front()].source;
    if (at != begin) go([&](uint32_t e) { return graph_.edges()[e].target == begin; });
    return cycle;
  }

  // A shortest path inside the component of `from` whose last edge satisfies is_last. REQUIRES: the component has such
  // an edge.
  std::vector<uint32_t> shortest_path(uint32_t from, const std::function<bool(uint32_t)>& is_last) {
    std::vector<uint32_t> queue{from};
    for (size_t i = 0; i < queue.size(); ++i) {
      const uint32_t node = queue[i];
      for (uint32_t e = graph_.first(node); e < graph_.first(node + 1); ++e) {
        if (!is_inside(e)) continue;
        const uint32_t to = graph_.edges()[e].target;
        if (is_last(e)) {
          std::vector<uint32_t> path{e};
          for (uint32_t back = node; back != from; back = graph_.edges()[path.back()].source)
            path.push_back(came_[back]);
          std::reverse(path.begin(), path.end());
          came_.clear();
          return path;
        }
        if (to != from && came_.try_emplace(to, e).second) queue.push_back(to);
      }
    }
    MOVER_UNREACHABLE("the component has the edge");
  }

  const Digraph& graph_;
  const uint64_t accepting_;
  std::vector<EdgeMarks> marks_;                    // by edge
  std::vector<uint32_t> number_, low_, component_;  // by node
  std::vector<uint32_t> at_;                        // by node: its next edge
  uint32_t count_ = 0, last_component_ = 0;
  std::vector<std::vector<uint32_t>> open_;      // components that are to be examined
  std::unordered_map<uint32_t, uint32_t> came_;  // shortest_path: by node, the edge to it
};

}  // namespace

Digraph cyclic_part(const Digraph& graph) {
  return Digraph(graph.num_nodes(),
                 CycleFinder(graph, [](const Digraph::Edge&) { return EdgeMarks{}; }, 0).on_cycles());
}

std::optional<std::vector<uint32_t>> find_fair_cycle(const Digraph& graph, const Marks& marks, uint64_t accepting) {
  return CycleFinder(graph, marks, accepting).run();
}

// Breadth-first search of pairs of a node and the last label, by the number of changes.
std::vector<uint32_t> path_to_cycle(const Digraph& graph, uint32_t from, const std::vector<uint32_t>& cycle,
                                    const std::function<uint32_t(const Digraph::Edge&)>& label) {
  constexpr uint32_t kNone = UINT32_MAX;
  struct Visit {
    uint32_t node, edge, parent;
  };
  std::vector<bool> is_goal(graph.num_nodes(), false);
  for (uint32_t e : cycle) is_goal[graph.edges()[e].source] = true;
  std::vector<uint64_t> visited(graph.num_nodes(), 0);  // by node: the labels
  std::vector<Visit> visits{{from, kNone, kNone}};
  std::vector<uint32_t> layer{0}, next;
  for (; !layer.empty(); layer = std::move(next), next.clear()) {
    for (size_t i = 0; i < layer.size(); ++i) {
      const uint32_t number = layer[i];
      const Visit visit = visits[number];
      if (is_goal[visit.node]) {
        std::vector<uint32_t> path;
        for (uint32_t at = number; visits[at].edge != kNone; at = visits[at].parent) path.push_back(visits[at].edge);
        std::reverse(path.begin(), path.end());
        return path;
      }
      const uint32_t last = visit.edge == kNone ? kNone : label(graph.edges()[visit.edge]);
      if (last != kNone && (visited[visit.node] & (1ull << last)) != 0) continue;
      if (last != kNone) visited[visit.node] |= 1ull << last;
      for (uint32_t e = graph.first(visit.node); e < graph.first(visit.node + 1); ++e) {
        const Digraph::Edge& edge = graph.edges()[e];
        const uint32_t now = label(edge);
        if ((visited[edge.target] & (1ull << now)) != 0) continue;
        visits.push_back({edge.target, e, number});
        (last == kNone || now == last ? layer : next).push_back(static_cast<uint32_t>(visits.size() - 1));
      }
    }
  }
  MOVER_UNREACHABLE("the cycle is reachable");
}

}  // namespace mover
