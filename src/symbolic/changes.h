// The values that a step has written so far. Variables that are not in the map have the values of their latches. The
// map is a persistent trie: a copy shares its nodes with the original until one of the two is written. So the cost of
// an edge of the control-flow graph is proportional to the number of values written on it, and a join of edges skips
// the nodes that the edges share.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "circuit/word.h"

namespace mover::symbolic {

struct Value {
  circuit::Word bits;
  circuit::Literal undefined = circuit::kFalse;  // some bit of it may be uninitialised
  // By bit: it may be uninitialised. Empty: all bits may be, if `undefined` holds. Latches do not distinguish bits.
  circuit::Word undefined_bits = {};
};

using VariableId = uint32_t;

class Changes {
 public:
  const Value* find(VariableId id) const;  // null: the step has not written the variable
  void set(VariableId id, Value value);
  void clear() { root_.reset(); }

  // Calls f(id, value) for each written variable, in ascending order of id.
  template <typename F>
  void for_each(F f) const {
    walk(root_.get(), kLevels - 1, 0, f);
  }
  // Calls f(id) for each variable whose value the maps do not share: some map lacks it, or two maps got its value from
  // different calls of set().
  template <typename F>
  static void for_each_difference(std::span<const Changes* const> all, F f) {
    std::vector<const void*> nodes;
    for (const Changes* one : all) nodes.push_back(one->root_.get());
    differ(nodes, kLevels - 1, 0, f);
  }

 private:
  static constexpr unsigned kBits = 4, kLevels = 6, kFanout = 1u << kBits;
  // The children of a node are values at level 0, and nodes at all other levels.
  struct Node {
    std::array<std::shared_ptr<const void>, kFanout> children;
  };
  static unsigned slot(VariableId id, unsigned level) { return id >> (kBits * level) & (kFanout - 1); }

  template <typename F>
  static void walk(const Node* node, unsigned level, VariableId prefix, F& f) {
    if (node == nullptr) return;
    for (unsigned i = 0; i < kFanout; ++i) {
      const void* child = node->children[i].get();
      if (child == nullptr) continue;
      const VariableId id = prefix << kBits | i;
      if (level == 0)
        f(id, *static_cast<const Value*>(child));
      else
        walk(static_cast<const Node*>(child), level - 1, id, f);
    }
  }

  // `nodes` are the nodes at the same position of several maps; null: the map has no node there.
  template <typename F>
  static void differ(const std::vector<const void*>& nodes, unsigned level, VariableId prefix, F& f) {
    if (std::all_of(nodes.begin(), nodes.end(), [&](const void* node) { return node == nodes[0]; })) return;
    std::vector<const void*> children(nodes.size());
    for (unsigned i = 0; i < kFanout; ++i) {
      for (size_t n = 0; n < nodes.size(); ++n)
        children[n] = nodes[n] != nullptr ? static_cast<const Node*>(nodes[n])->children[i].get() : nullptr;
      const VariableId id = prefix << kBits | i;
      if (level != 0)
        differ(children, level - 1, id, f);
      else if (std::any_of(children.begin(), children.end(), [&](const void* value) { return value != children[0]; }))
        f(id);
    }
  }

  std::shared_ptr<Node> root_;
};

}  // namespace mover::symbolic
