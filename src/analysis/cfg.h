// Control-flow graphs, of functions and of any other graph whose nodes are numbers.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "ir/ir.h"

namespace mover::analysis {

using Successors = std::function<void(uint32_t node, const std::function<void(uint32_t)>& visit)>;

// A depth-first search from the roots.
struct DepthFirst {
  std::vector<uint32_t> reverse_postorder;  // the nodes that were reached; edges lead forward, retreating ones excepted
  std::vector<bool> is_retreating_target;   // by node: an edge leads back to it. Without these nodes there is no cycle
};
DepthFirst depth_first(uint32_t num_nodes, const std::vector<uint32_t>& roots, const Successors& successors);

// By instruction: whether it lies on a cycle of the function's control-flow graph.
std::vector<bool> on_cycles(const ir::Function& function);

}  // namespace mover::analysis
