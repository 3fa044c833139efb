// Twin of std::list's linking functions, which libstdc++ compiles into its shared library. Here they are instrumented
// like the program. A list is circular: its header is between its last node and its first one.
#include <list>
#include <utility>

namespace std::__detail {

namespace {

void link(_List_node_base* before, _List_node_base* after) {
  before->_M_next = after;
  after->_M_prev = before;
}

// Makes the chain of nodes from `first` to `last` the list with the header `to`.
void take_over(_List_node_base& to, _List_node_base* first, _List_node_base* last) {
  link(&to, first);
  link(last, &to);
}

}  // namespace

void _List_node_base::_M_hook(_List_node_base* const position) noexcept {
  link(position->_M_prev, this);
  link(this, position);
}

void _List_node_base::_M_unhook() noexcept { link(_M_prev, _M_next); }

// Moves the nodes from `first` up to, but not including, `last` before this node.
void _List_node_base::_M_transfer(_List_node_base* const first, _List_node_base* const last) noexcept {
  if (this == last) return;
  _List_node_base* const before = first->_M_prev;
  _List_node_base* const end = last->_M_prev;
  link(before, last);
  link(_M_prev, first);
  link(end, this);
}

void _List_node_base::_M_reverse() noexcept {
  _List_node_base* node = this;
  do {
    std::swap(node->_M_next, node->_M_prev);
    node = node->_M_prev;  // the next one before the swap
  } while (node != this);
}

void _List_node_base::swap(_List_node_base& a, _List_node_base& b) noexcept {
  _List_node_base* const first_of_a = a._M_next;
  _List_node_base* const last_of_a = a._M_prev;
  const bool a_is_empty = first_of_a == &a;
  if (b._M_next == &b)
    link(&a, &a);
  else
    take_over(a, b._M_next, b._M_prev);
  if (a_is_empty)
    link(&b, &b);
  else
    take_over(b, first_of_a, last_of_a);
}

}  // namespace std::__detail
