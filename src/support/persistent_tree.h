// A sorted multimap whose copies share their nodes. A copy takes constant time, every other operation logarithmic time.
// Nodes that no copy shares are changed in place. It is a treap: a search tree by key and a heap by pseudo-random
// priorities, so it is balanced in expectation. The reference counts are not atomic: copies belong to one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace mover::support {

template <typename Key, typename Value>
class PersistentTree {
 public:
  // Values with equal keys are kept in the order of their insertion.
  void insert(const Key& key, const Value& value) {
    const uint32_t number = next_++;
    insert(root_, Link(new Node{{}, {}, {key, number}, value, priority_of(number)}));
    ++size_;
  }

  // Calls f(key, value) for all entries with first <= key < end, in ascending order.
  template <typename F>
  void for_each(const Key& first, const Key& end, F f) const {
    visit(root_.get(), &first, &end, [&](const Place& place, const Value& value) { f(place.key, value); });
  }
  template <typename F>
  void for_each(F f) const {
    visit(root_.get(), nullptr, nullptr, [&](const Place& place, const Value& value) { f(place.key, value); });
  }

  // Erases the entries with first <= key < end for which the predicate is true of the value.
  template <typename Predicate>
  void erase_if(const Key& first, const Key& end, Predicate predicate) {
    erase_if(&first, &end, predicate);
  }
  template <typename Predicate>
  void erase_if(Predicate predicate) {
    erase_if(nullptr, nullptr, predicate);
  }

  // The first key that is not less than this one; null if there is none.
  const Key* lower_bound(const Key& key) const {
    const Node* found = nullptr;
    for (const Node* at = root_.get(); at != nullptr;) {
      const bool less = at->place.key < key;
      if (!less) found = at;
      at = (less ? at->right : at->left).get();
    }
    return found == nullptr ? nullptr : &found->place.key;
  }

  size_t size() const { return size_; }

 private:
  struct Node;
  // A counted reference to a node.
  class Link {
   public:
    Link() = default;
    explicit Link(Node* fresh) : node_(fresh) {}
    Link(const Link& other) : node_(other.node_) {
      if (node_ != nullptr) ++node_->references;
    }
    Link(Link&& other) noexcept : node_(std::exchange(other.node_, nullptr)) {}
    Link& operator=(Link other) noexcept {
      std::swap(node_, other.node_);
      return *this;
    }
    ~Link() {
      if (node_ != nullptr && --node_->references == 0) delete node_;
    }
    const Node* get() const { return node_; }
    // The node for writing. If it is shared, it is copied first.
    Node& write() {
      if (node_->references > 1)
        *this = Link(new Node{node_->left, node_->right, node_->place, node_->value, node_->priority});
      return *node_;
    }

   private:
    Node* node_ = nullptr;
  };
  struct Place {
    Key key;
    uint32_t number;  // distinguishes equal keys
    bool operator<(const Place& other) const {
      return key < other.key || (!(other.key < key) && number < other.number);
    }
  };
  struct Node {
    Link left, right;
    Place place;
    Value value;
    uint32_t priority;
    uint32_t references = 1;
  };

  static uint32_t priority_of(uint32_t number) {
    uint64_t h = (number + uint64_t{1}) * 0x9e3779b97f4a7c15ull;
    h = (h ^ h >> 32) * 0xd6e8feb86659fd93ull;
    return static_cast<uint32_t>(h >> 32);
  }

  static void insert(Link& at, Link fresh) {
    if (at.get() == nullptr) {
      at = std::move(fresh);
    } else if (at.get()->priority < fresh.get()->priority) {
      Node& top = fresh.write();
      split(std::move(at), top.place, top.left, top.right);
      at = std::move(fresh);
    } else {
      Node& top = at.write();
      Link& below = fresh.get()->place < top.place ? top.left : top.right;
      insert(below, std::move(fresh));
    }
  }

  // Splits the tree at a place that is not in it.
  static void split(Link at, const Place& place, Link& less, Link& rest) {
    if (at.get() == nullptr) return;
    Node& top = at.write();
    Link low, high;
    if (top.place < place) {
      split(std::move(top.right), place, low, high);
      top.right = std::move(low);
      less = std::move(at);
      rest = std::move(high);
    } else {
      split(std::move(top.left), place, low, high);
      top.left = std::move(high);
      less = std::move(low);
      rest = std::move(at);
    }
  }

  // Joins two trees. All keys of the first one come before those of the second one.
  static Link join(Link low, Link high) {
    if (low.get() == nullptr) return high;
    if (high.get() == nullptr) return low;
    if (low.get()->priority > high.get()->priority) {
      Link& right = low.write().right;
      right = join(std::move(right), std::move(high));
      return low;
    }
    Link& left = high.write().left;
    left = join(std::move(low), std::move(left));
    return high;
  }

  // REQUIRES: the place is in the tree.
  static void erase(Link& at, const Place& place) {
    const bool less = at.get()->place < place, more = place < at.get()->place;
    Node& top = at.write();
    if (less || more)
      erase(less ? top.right : top.left, place);
    else
      at = join(std::move(top.left), std::move(top.right));
  }

  template <typename F>
  static void visit(const Node* at, const Key* first, const Key* end, const F& f) {
    for (; at != nullptr; at = at->right.get()) {
      if (first != nullptr && at->place.key < *first) continue;
      visit(at->left.get(), first, end, f);
      if (end != nullptr && !(at->place.key < *end)) return;
      f(at->place, at->value);
    }
  }

  template <typename Predicate>
  void erase_if(const Key* first, const Key* end, Predicate& predicate) {
    std::vector<Place> erased;
    auto test = [&](const Place& place, const Value& value) {
      if (predicate(value)) erased.push_back(place);
    };
    visit(root_.get(), first, end, test);
    for (const Place& place : erased) erase(root_, place);
    size_ -= erased.size();
  }

  Link root_;
  size_t size_ = 0;
  uint32_t next_ = 0;
};

}  // namespace mover::support
