// Depth-first search and strongly connected components of graphs.
#include "analysis/cfg.h"

#include <algorithm>

#include "ir/uses.h"

namespace mover::analysis {

DepthFirst depth_first(uint32_t num_nodes, const std::vector<uint32_t>& roots, const Successors& successors) {
  enum class Mark : uint8_t { New, Open, Done };
  struct Frame {
    uint32_t node;
    std::vector<uint32_t> next;
    size_t at = 0;
  };
  DepthFirst result;
  result.is_retreating_target.assign(num_nodes, false);
  std::vector<Mark> marks(num_nodes, Mark::New);
  std::vector<Frame> stack;
  auto open = [&](uint32_t node) {
    marks[node] = Mark::Open;
    Frame frame{node, {}, 0};
    successors(node, [&](uint32_t to) { frame.next.push_back(to); });
    stack.push_back(std::move(frame));
  };
  for (uint32_t root : roots) {
    if (marks[root] != Mark::New) continue;
    open(root);
    while (!stack.empty()) {
      Frame& frame = stack.back();
      if (frame.at == frame.next.size()) {
        marks[frame.node] = Mark::Done;
        result.reverse_postorder.push_back(frame.node);
        stack.pop_back();
        continue;
      }
      const uint32_t to = frame.next[frame.at++];
      if (marks[to] == Mark::Open) result.is_retreating_target[to] = true;
      if (marks[to] == Mark::New) open(to);
    }
  }
  std::reverse(result.reverse_postorder.begin(), result.reverse_postorder.end());
  return result;
}

// Tarjan's algorithm. A component of one node is a cycle only if the node has an edge to itself.
std::vector<uint32_t> cyclic_components(uint32_t num_nodes, const Successors& successors) {
  std::vector<uint32_t> result(num_nodes, 0), number(num_nodes, 0), low(num_nodes, 0), open;
  struct Frame {
    uint32_t node;
    std::vector<uint32_t> next;
    size_t at = 0;
  };
  std::vector<Frame> path;
  std::vector<bool> is_open(num_nodes, false), is_loop(num_nodes, false);
  uint32_t count = 0, components = 0;
  auto enter = [&](uint32_t node) {
    Frame frame{node, {}, 0};
    successors(node, [&](uint32_t to) { frame.next.push_back(to); });
    number[node] = low[node] = ++count;
    open.push_back(node);
    is_open[node] = true;
    path.push_back(std::move(frame));
  };
  for (uint32_t root = 0; root < num_nodes; ++root) {
    if (number[root] == 0) enter(root);
    while (!path.empty()) {
      Frame& frame = path.back();
      const uint32_t node = frame.node;
      if (frame.at < frame.next.size()) {
        const uint32_t to = frame.next[frame.at++];
        if (to == node) is_loop[node] = true;
        if (number[to] == 0)
          enter(to);
        else if (is_open[to])
          low[node] = std::min(low[node], number[to]);
        continue;
      }
      path.pop_back();
      if (!path.empty()) low[path.back().node] = std::min(low[path.back().node], low[node]);
      if (low[node] != number[node]) continue;
      const bool is_cycle = open.back() != node || is_loop[node];
      if (is_cycle) ++components;
      for (uint32_t member = ir::kNone; member != node;) {
        member = open.back();
        open.pop_back();
        is_open[member] = false;
        if (is_cycle) result[member] = components;
      }
    }
  }
  return result;
}

std::vector<bool> on_cycles(const ir::Function& function) {
  const auto size = static_cast<uint32_t>(function.code.size());
  const std::vector<uint32_t> components = cyclic_components(size, [&](uint32_t pc, const auto& visit) {
    ir::for_each_successor(function, pc, [&](uint32_t to) {
      if (to < size) visit(to);
    });
  });
  std::vector<bool> result;
  for (uint32_t component : components) result.push_back(component != 0);
  return result;
}

}  // namespace mover::analysis
