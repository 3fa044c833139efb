// Algorithms on control-flow graphs of functions, and on other graphs whose nodes are numbers.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "ir/ir.h"

namespace mover::analysis {

// Calls visit(successor) for each successor of the node.
using Successors = std::function<void(uint32_t node, const std::function<void(uint32_t)>& visit)>;

// The result of a depth-first search from the roots.
struct DepthFirst {
  std::vector<uint32_t> reverse_postorder;  // the reachable nodes
  // By node: whether it is the target of a retreating edge, which leads from a node to one of its ancestors in the
  // depth-first tree. All other edges lead forward in the reverse postorder, so every cycle contains such a target.
  std::vector<bool> is_retreating_target;
};
DepthFirst depth_first(uint32_t num_nodes, const std::vector<uint32_t>& roots, const Successors& successors);

// By instruction: its successors in the function's control-flow graph.
std::vector<std::vector<uint32_t>> successors_of(const ir::Function& function);

// The strongly connected components of the subgraph `within`. By node of the subgraph: a node that stands for its
// component.
std::vector<uint32_t> strong_components(const std::vector<std::vector<uint32_t>>& successors,
                                        const std::vector<bool>& within);

// By node: a number that stands for its strongly connected component; 0: the node lies on no cycle.
std::vector<uint32_t> cyclic_components(const std::vector<std::vector<uint32_t>>& successors);

// By instruction: whether it lies on a cycle of the function's control-flow graph.
std::vector<bool> on_cycles(const ir::Function& function);

}  // namespace mover::analysis
