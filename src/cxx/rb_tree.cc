// The red-black trees of std::map, std::set and their like: what libstdc++ has compiled into its shared library, as
// code that is instrumented with the program [CLRS, Introduction to Algorithms, chapter 13].
//
// The layout is libstdc++'s: leaves are null pointers; a header node has the root as its parent, the least node at its
// left and the greatest at its right. The header is the parent of the root and is red. An empty tree has a header that
// points to itself at both sides, and no root.
#include <bits/stl_tree.h>

#include <utility>

namespace std {

namespace {

using Node = _Rb_tree_node_base;

bool is_black(const Node* node) { return node == nullptr || node->_M_color == _S_black; }

// What pointed to `old` from above points to `now`.
void replace_child(Node& header, Node* parent, const Node* old, Node* now) {
  if (parent == &header)
    header._M_parent = now;
  else if (parent->_M_left == old)
    parent->_M_left = now;
  else
    parent->_M_right = now;
}

// `side` moves up into the place of `node`, and `node` becomes its child at the other side.
template <Node* Node::* side, Node* Node::* other>
void rotate(Node& header, Node* node) {
  Node* const up = node->*side;
  Node* const middle = up->*other;
  node->*side = middle;
  if (middle != nullptr) middle->_M_parent = node;
  Node* const parent = node->_M_parent;
  up->_M_parent = parent;
  replace_child(header, parent, node, up);
  up->*other = node;
  node->_M_parent = up;
}

// `node` and its parent, which is its grandparent's child at `side`, are red. Returns the node that may have a red
// parent now, or null.
template <Node* Node::* side, Node* Node::* other>
Node* mend_red(Node& header, Node* node) {
  Node* parent = node->_M_parent;
  Node* const grandparent = parent->_M_parent;
  Node* const uncle = grandparent->*other;
  if (!is_black(uncle)) {
    parent->_M_color = uncle->_M_color = _S_black;
    grandparent->_M_color = _S_red;
    return grandparent;
  }
  if (node == parent->*other) {
    rotate<other, side>(header, parent);
    parent = node;
  }
  parent->_M_color = _S_black;
  grandparent->_M_color = _S_red;
  rotate<side, other>(header, grandparent);
  return nullptr;
}

// Paths through `node` (which may be null), its parent's child at `side`, have one black node too few. Returns whether
// the same holds for the parent now.
template <Node* Node::* side, Node* Node::* other>
bool mend_black(Node& header, Node* parent) {
  Node* sibling = parent->*other;
  if (!is_black(sibling)) {
    sibling->_M_color = _S_black;
    parent->_M_color = _S_red;
    rotate<other, side>(header, parent);
    sibling = parent->*other;
  }
  if (is_black(sibling->*side) && is_black(sibling->*other)) {
    sibling->_M_color = _S_red;
    return true;
  }
  if (is_black(sibling->*other)) {
    (sibling->*side)->_M_color = _S_black;
    sibling->_M_color = _S_red;
    rotate<side, other>(header, sibling);
    sibling = parent->*other;
  }
  sibling->_M_color = parent->_M_color;
  parent->_M_color = _S_black;
  (sibling->*other)->_M_color = _S_black;
  rotate<other, side>(header, parent);
  return false;
}

Node* least(Node* node) {
  while (Node* const next = node->_M_left) node = next;
  return node;
}

Node* greatest(Node* node) {
  while (Node* const next = node->_M_right) node = next;
  return node;
}

// Of a node without right subtree the next one is the first ancestor that it is left of. A root that is the greatest
// node has none, and its header points back to it at the right: the way up then ends at the header and the root again.
Node* next_of(Node* node) {
  if (Node* const right = node->_M_right) return least(right);
  Node* above = node->_M_parent;
  while (above->_M_right == node) {
    node = above;
    above = node->_M_parent;
  }
  return node->_M_right == above ? node : above;
}

Node* previous_of(Node* node) {
  const bool is_header = node->_M_color == _S_red && node->_M_parent->_M_parent == node;
  if (is_header) return node->_M_right;
  if (Node* const left = node->_M_left) return greatest(left);
  Node* above = node->_M_parent;
  while (above->_M_left == node) {
    node = above;
    above = node->_M_parent;
  }
  return above;
}

}  // namespace

Node* _Rb_tree_increment(Node* node) throw() { return next_of(node); }
const Node* _Rb_tree_increment(const Node* node) throw() { return next_of(const_cast<Node*>(node)); }
Node* _Rb_tree_decrement(Node* node) throw() { return previous_of(node); }
const Node* _Rb_tree_decrement(const Node* node) throw() { return previous_of(const_cast<Node*>(node)); }

void _Rb_tree_insert_and_rebalance(const bool left, Node* node, Node* parent, Node& header) throw() {
  node->_M_parent = parent;
  node->_M_left = node->_M_right = nullptr;
  node->_M_color = _S_red;
  if (parent == &header) {
    header._M_parent = header._M_left = header._M_right = node;
  } else if (left) {
    parent->_M_left = node;
    if (header._M_left == parent) header._M_left = node;
  } else {
    parent->_M_right = node;
    if (header._M_right == parent) header._M_right = node;
  }
  while (node != nullptr && node != header._M_parent && node->_M_parent->_M_color == _S_red) {
    const Node* const above = node->_M_parent;
    node = above == above->_M_parent->_M_left ? mend_red<&Node::_M_left, &Node::_M_right>(header, node)
                                              : mend_red<&Node::_M_right, &Node::_M_left>(header, node);
  }
  header._M_parent->_M_color = _S_black;
}

Node* _Rb_tree_rebalance_for_erase(Node* const node, Node& header) throw() {
  // The node that leaves its place for good: `node`, or its successor, which takes the place of `node`.
  Node* const leaving = node->_M_left != nullptr && node->_M_right != nullptr ? least(node->_M_right) : node;
  Node* child = leaving->_M_left != nullptr ? leaving->_M_left : leaving->_M_right;
  Node* parent = leaving->_M_parent;
  const bool lacks_black = leaving->_M_color == _S_black;

  if (leaving == node) {
    if (header._M_left == node) header._M_left = child != nullptr ? least(child) : parent;
    if (header._M_right == node) header._M_right = child != nullptr ? greatest(child) : parent;
  }
  if (child != nullptr) child->_M_parent = parent;
  replace_child(header, parent, leaving, child);
  if (leaving != node) {
    if (parent == node) parent = leaving;
    leaving->_M_color = node->_M_color;
    leaving->_M_left = node->_M_left;
    leaving->_M_left->_M_parent = leaving;
    leaving->_M_right = node->_M_right;
    if (leaving->_M_right != nullptr) leaving->_M_right->_M_parent = leaving;
    leaving->_M_parent = node->_M_parent;
    replace_child(header, node->_M_parent, node, leaving);
  }
  if (!lacks_black) return node;
  bool lacks = true;
  while (lacks && parent != &header && is_black(child)) {
    lacks = child == parent->_M_left ? mend_black<&Node::_M_left, &Node::_M_right>(header, parent)
                                     : mend_black<&Node::_M_right, &Node::_M_left>(header, parent);
    if (!lacks) break;
    child = parent;
    parent = child->_M_parent;
  }
  if (child != nullptr && lacks) child->_M_color = _S_black;
  return node;
}

unsigned int _Rb_tree_black_count(const Node* node, const Node* root) throw() {
  unsigned int count = 0;
  for (; node != nullptr; node = node->_M_parent) {
    count += node->_M_color == _S_black;
    if (node == root) break;
  }
  return count;
}

}  // namespace std
