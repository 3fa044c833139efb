// Fair cycles of an explicit graph: emptiness of generalised Büchi and Streett conditions on edges.
//
// Büchi: the cycle has an edge in each of several sets of edges. Streett: if the cycle has an edge that requires i, it
// has an edge that satisfies i. Weak and strong fairness of threads are Streett conditions, with one pair for each
// thread t. An edge from a state in which t is enabled requires t. A step of t satisfies t. Under weak fairness, an
// edge from a state in which t is blocked also satisfies t.
//
// A strongly connected component in which some Büchi set has no edge contains no such cycle. If the component has edges
// that require i, but none that satisfies it, a cycle in it avoids these edges. So they are removed, and the components
// of the rest are examined [EL87]. Otherwise a cycle through all edges of the component is fair.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace mover {

// A graph whose edges are sorted by their sources.
class Digraph {
 public:
  struct Edge {
    uint32_t source = 0, target = 0;
    uint32_t id = 0;  // for the caller
  };
  Digraph(uint32_t num_nodes, std::vector<Edge> edges);
  uint32_t num_nodes() const { return static_cast<uint32_t>(first_.size() - 1); }
  const std::vector<Edge>& edges() const { return edges_; }
  // The edges of a node are those with the numbers first(node) … first(node + 1) - 1.
  uint32_t first(uint32_t node) const { return first_[node]; }

 private:
  std::vector<Edge> edges_;
  std::vector<uint32_t> first_;
};

// How an edge contributes to the condition; sets are bit sets.
struct EdgeMarks {
  bool allowed = true;     // may be on the cycle
  uint64_t accepting = 0;  // the Büchi sets that contain it
  uint64_t requires_ = 0, satisfies = 0;
};
using Marks = std::function<EdgeMarks(const Digraph::Edge&)>;

// The graph without the edges that are on no cycle.
Digraph cyclic_part(const Digraph& graph);

// A cycle that satisfies the condition, as numbers of edges; null if there is none. `accepting`: all Büchi sets.
std::optional<std::vector<uint32_t>> find_fair_cycle(const Digraph& graph, const Marks& marks, uint64_t accepting);

// A path from the node to some node of the cycle, as numbers of edges. Of all such paths, it has the fewest changes of
// `label`, which is the number (below 64) of an edge's thread. REQUIRES: there is such a path.
std::vector<uint32_t> path_to_cycle(const Digraph& graph, uint32_t from, const std::vector<uint32_t>& cycle,
                                    const std::function<uint32_t(const Digraph::Edge&)>& label);

}  // namespace mover
