// Touches by names that do not depend on the interleaving, so that what happens behind a state means the same whichever
// way has led there. Each has a number, and it is known which compete. Objects that share a name share it here: then
// more seems to compete than does.
//
// Competing steps can be enabled in one state [FG05: "may be co-enabled"]. Those of two threads that hold a common lock
// cannot: it is the acquisitions that compete then. Threads are locks as well [EQT06, section 3]: each holds its own
// until it is joined, and who has joined it holds it from then on.
#pragma once

#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "search/dependence.h"

namespace mover {

// A set of small numbers.
class NumberSet {
 public:
  void add(uint32_t number) {
    if (number / 64 >= words_.size()) words_.resize(number / 64 + 1);
    words_[number / 64] |= 1ull << number % 64;
  }
  bool has(uint32_t number) const {
    return number / 64 < words_.size() && (words_[number / 64] >> number % 64 & 1) != 0;
  }
  void add(const NumberSet& other) {
    if (other.words_.size() > words_.size()) words_.resize(other.words_.size());
    for (size_t i = 0; i < other.words_.size(); ++i) words_[i] |= other.words_[i];
  }
  bool meets(const NumberSet& other) const {
    for (size_t i = 0; i < words_.size() && i < other.words_.size(); ++i)
      if ((words_[i] & other.words_[i]) != 0) return true;
    return false;
  }
  template <typename F>
  void for_each(F f) const {
    for (size_t i = 0; i < words_.size(); ++i)
      for (uint64_t left = words_[i]; left != 0; left &= left - 1)
        f(static_cast<uint32_t>(i * 64) + static_cast<uint32_t>(__builtin_ctzll(left)));
  }
  bool empty() const { return words_.empty(); }
  bool operator<(const NumberSet& other) const { return words_ < other.words_; }
  size_t memory() const { return words_.capacity() * sizeof(uint64_t); }

 private:
  std::vector<uint64_t> words_;  // the last is not 0
};

// The circumstances under which a thread does something.
struct Circumstances {
  ThreadId thread = 0;
  ThreadSet joined = 0;         // by that thread, and gone
  std::vector<uint64_t> locks;  // that it holds, by name; ascending
};

class TouchTable {
 public:
  // `machine`: in the state before the touch. `knows_locks`: two who hold the same lock are never there at once.
  uint32_t number(const Machine& machine, ThreadId t, ThreadSet joined, const Touch& touch, bool knows_locks);
  // The same, after the thread has joined others as well.
  uint32_t after_joining(uint32_t number, ThreadSet joined);
  // The same, by a thread whose number another one has now.
  uint32_t by_former_thread(uint32_t number);
  // Those that compete with it when it comes first.
  const NumberSet& competitors(uint32_t number) const { return rows_[number].competitors; }

 private:
  struct Row {
    Touch touch;  // its object is a name
    Circumstances when;
    NumberSet competitors;
  };
  using Key = std::tuple<Touch::Kind, Address, uint64_t, ThreadId, ThreadSet, std::vector<uint64_t>>;
  // An object of which so many parts have been touched is a single thing from then on.
  static constexpr uint32_t kMostParts = 256;
  static constexpr ThreadId kFormer = 64;

  uint32_t add(const Touch& touch, const Circumstances& when);
  static bool can_meet(const Row& earlier, const Row& later);

  std::map<Key, uint32_t> numbers_;
  std::map<std::pair<uint32_t, ThreadSet>, uint32_t> after_joining_;
  std::map<uint32_t, std::set<Address>> parts_;  // of an object
  std::vector<Row> rows_;
};

}  // namespace mover
