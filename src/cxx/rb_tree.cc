// Twin of the red-black trees of std::map, std::set and the like, which libstdc++ compiles into its shared library.
// Here they are instrumented like the program [CLRS, Introduction to Algorithms, chapter 13].
//
// The layout is that of libstdc++. Leaves are null pointers. The header node has the root as its parent, the least node
// as its left child and the greatest node as its right child. The header is the parent of the root, and is red. The
// header of an empty tree has itself as both children, and no parent.
#include <bits/stl_tree.h>

#include <utility>

namespace std {

namespace {

using Node = _Rb_tree_node_base;

bool is_black(const Node* node) { return node == nullptr || node->_M_color == _S_black; }

// Replaces `old` by `now` as the child of `parent`.
void replace_child(Node& header, Node* parent, const Node* old, Node* now) {
  if (parent == &header)
    header._M_parent = now;
  else if (parent->_M_left == old)
    parent->_M_left = now;
  else
    parent->_M_right = now;
}

// Rotates: the child at `side` replaces `node`, and `node` becomes its child at the other side.
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
Node* insert_fixup(Node& header, Node* node) {
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

// Paths through the child of `parent` at `side` (which may be null) have one black node too few. Returns whether now
// the paths through `parent` have one black node too few.
template <Node* Node::* side, Node* Node::* other>
bool delete_fixup(Node& header, Node* parent) {
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

// The successor of a node without a right subtree is the first ancestor whose left subtree contains it. If the root is
// the greatest node, it is also the right child of the header. Then the loop goes on from the root to the header and
// back to the root, and `node` is the header in the end, which is the right result.
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
    node = above == above->_M_parent->_M_left ? insert_fixup<&Node::_M_left, &Node::_M_right>(header, node)
                                              : insert_fixup<&Node::_M_right, &Node::_M_left>(header, node);
  }
  header._M_parent->_M_color = _S_black;
}

Node* _Rb_tree_rebalance_for_erase(Node* const node, Node& header) throw() {
  // The node that is unlinked: `node`, or its successor, which then replaces `node`.
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
    lacks = child == parent->_M_left ? delete_fixup<&Node::_M_left, &Node::_M_right>(header, parent)
                                     : delete_fixup<&Node::_M_right, &Node::_M_left>(header, parent);
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
