// The states on the search stack, as hashes: boundary states, and the post-commit states inside the transactions that
// lead from one to the next. A transaction that reaches one of them has closed a cycle of the reduced state graph
// (condition C3 of ample sets, as [LPQR05, section 1] describes it for transactions). A collision ends a transaction
// where it need not end, which is sound.
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

namespace mover {

class StackStates {
 public:
  bool contains(uint64_t state) const { return all_.contains(state); }
  // A boundary state is entered. `inside`: the states of the transaction that led to it.
  void enter(uint64_t boundary, std::vector<uint64_t> inside) {
    inside.push_back(boundary);
    all_.insert(inside.begin(), inside.end());
    entered_.push_back(std::move(inside));
  }
  // The search backtracks from the boundary state that was entered last.
  void leave() {
    for (uint64_t state : entered_.back()) all_.erase(all_.find(state));
    entered_.pop_back();
  }

 private:
  std::vector<std::vector<uint64_t>> entered_;
  std::unordered_multiset<uint64_t> all_;
};

}  // namespace mover
