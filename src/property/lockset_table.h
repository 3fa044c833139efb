// Locksets, each stored once [EQT06, section 7]: whoever has one refers to it by its number, and what a set becomes
// when it grows is worked out once. There are far fewer sets than variables that have them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mover {

class LocksetTable {
 public:
  using Set = uint32_t;
  using Element = uint64_t;
  static constexpr Set kEmpty = 0;

  LocksetTable() : sets_(1) { numbers_[{}] = kEmpty; }

  bool has(Set set, Element element) const;
  Set with(Set set, Element element);
  Set without(Set set, Element element);
  // The growth rules of figure 4 all have this form: who has `from` gets `to`.
  Set grown(Set set, Element from, Element to) { return has(set, from) ? with(set, to) : set; }
  template <typename Predicate>
  Set without_those(Set set, Predicate predicate) {
    std::vector<Element> kept = sets_[set];
    std::erase_if(kept, predicate);
    return intern(std::move(kept));
  }

  const std::vector<Element>& elements(Set set) const { return sets_[set]; }  // in order
  size_t size() const { return sets_.size(); }

 private:
  struct Change {
    Element element;
    Set set;
    bool adds;
    bool operator==(const Change&) const = default;
  };
  struct Hash {
    size_t operator()(const Change& change) const {
      uint64_t h = (change.element ^ static_cast<uint64_t>(change.set) << 40) * 0x9e3779b97f4a7c15ull;
      return (h ^ h >> 32) * 2 + change.adds;
    }
  };
  Set intern(std::vector<Element> elements);

  std::vector<std::vector<Element>> sets_;
  std::map<std::vector<Element>, Set> numbers_;
  std::unordered_map<Change, Set, Hash> changes_;
};

// The sets that a state's records refer to, by index. Growth works on these and not on what refers to them; equal sets
// stay equal, so they share an index.
class SetsInUse {
 public:
  explicit SetsInUse(LocksetTable& table) : table_(&table) {}

  using Index = uint32_t;
  Index singleton(LocksetTable::Element element) { return index_of(table_->with(LocksetTable::kEmpty, element)); }
  bool has(Index index, LocksetTable::Element element) const { return table_->has(sets_[index], element); }
  const std::vector<LocksetTable::Element>& elements(Index index) const { return table_->elements(sets_[index]); }

  void pass(LocksetTable::Element from, LocksetTable::Element to) {
    for (LocksetTable::Set& set : sets_) set = table_->grown(set, from, to);
  }
  void drop(LocksetTable::Element element) {
    for (LocksetTable::Set& set : sets_) set = table_->without(set, element);
  }
  template <typename Predicate>
  void drop_those(Predicate predicate) {
    for (LocksetTable::Set& set : sets_) set = table_->without_those(set, predicate);
  }
  // Keeps no more sets than those records refer to, each once.
  template <typename Records, typename IndexOf>
  void sweep(Records& records, IndexOf index_in) {
    std::vector<LocksetTable::Set> before = std::exchange(sets_, {});
    for (auto& record : records) index_in(record) = index_of(before[index_in(record)]);
  }

 private:
  Index index_of(LocksetTable::Set set) {
    auto known = std::find(sets_.begin(), sets_.end(), set);
    if (known == sets_.end()) known = sets_.insert(sets_.end(), set);
    return static_cast<Index>(known - sets_.begin());
  }

  LocksetTable* table_;
  std::vector<LocksetTable::Set> sets_;
};

}  // namespace mover
