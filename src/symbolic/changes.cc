// Lookup and copy-on-write of the persistent trie.
#include "symbolic/changes.h"

#include <utility>

#include "support/check.h"

namespace mover::symbolic {

const Value* Changes::find(VariableId id) const {
  const Node* node = root_.get();
  for (unsigned level = kLevels - 1; node != nullptr && level > 0; --level)
    node = static_cast<const Node*>(node->children[slot(id, level)].get());
  return node == nullptr ? nullptr : static_cast<const Value*>(node->children[slot(id, 0)].get());
}

void Changes::set(VariableId id, Value value) {
  MOVER_CHECK(id >> (kBits * kLevels) == 0, "the map has room for all variables");
  // A node that several maps share is copied before it is written. Other nodes are written in place.
  auto own = [](const void* shared) {
    return shared == nullptr ? std::make_shared<Node>() : std::make_shared<Node>(*static_cast<const Node*>(shared));
  };
  if (root_ == nullptr || root_.use_count() > 1) root_ = own(root_.get());
  Node* node = root_.get();
  for (unsigned level = kLevels - 1; level > 0; --level) {
    std::shared_ptr<const void>& child = node->children[slot(id, level)];
    if (child == nullptr || child.use_count() > 1) child = own(child.get());
    node = const_cast<Node*>(static_cast<const Node*>(child.get()));
  }
  node->children[slot(id, 0)] = std::make_shared<const Value>(std::move(value));
}

}  // namespace mover::symbolic
