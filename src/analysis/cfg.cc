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

std::vector<std::vector<uint32_t>> successors_of(const ir::Function& function) {
  const auto size = static_cast<uint32_t>(function.code.size());
  std::vector<std::vector<uint32_t>> next(size);
  for (uint32_t pc = 0; pc < size; ++pc)
    ir::for_each_successor(function, pc, [&](uint32_t to) {
      if (to < size) next[pc].push_back(to);
    });
  return next;
}

// Tarjan's algorithm.
std::vector<uint32_t> strong_components(const std::vector<std::vector<uint32_t>>& next,
                                        const std::vector<bool>& within) {
  const auto size = static_cast<uint32_t>(next.size());
  std::vector<uint32_t> component(size, 0), number(size, 0), low(size, 0), open, path;
  std::vector<size_t> at(size, 0);
  std::vector<bool> is_open(size, false);
  uint32_t count = 0;
  for (uint32_t root = 0; root < size; ++root) {
    if (number[root] != 0 || !within[root]) continue;
    path.push_back(root);
    while (!path.empty()) {
      const uint32_t node = path.back();
      if (number[node] == 0) number[node] = low[node] = ++count, open.push_back(node), is_open[node] = true;
      if (at[node] < next[node].size()) {
        const uint32_t to = next[node][at[node]++];
        if (!within[to]) continue;
        if (number[to] == 0)
          path.push_back(to);
        else if (is_open[to])
          low[node] = std::min(low[node], number[to]);
        continue;
      }
      path.pop_back();
      if (!path.empty()) low[path.back()] = std::min(low[path.back()], low[node]);
      if (low[node] != number[node]) continue;
      for (uint32_t member = ir::kNone; member != node;) {
        member = open.back();
        open.pop_back();
        is_open[member] = false;
        component[member] = node;
      }
    }
  }
  return component;
}

// A component of one node is a cycle only if the node has an edge to itself.
std::vector<uint32_t> cyclic_components(const std::vector<std::vector<uint32_t>>& next) {
  const std::vector<uint32_t> component = strong_components(next, std::vector<bool>(next.size(), true));
  std::vector<uint32_t> result(next.size(), 0);
  for (uint32_t node = 0; node < next.size(); ++node)
    for (uint32_t to : next[node])
      if (component[to] == component[node]) result[node] = result[to] = component[node] + 1;
  return result;
}

std::vector<bool> on_cycles(const ir::Function& function) {
  const std::vector<uint32_t> components = cyclic_components(successors_of(function));
  std::vector<bool> result;
  for (uint32_t component : components) result.push_back(component != 0);
  return result;
}

}  // namespace mover::analysis
