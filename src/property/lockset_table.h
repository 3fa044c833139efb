// Interned ordering sets (the growing locksets of [EQT06, section 7]): an access refers to its set by a number, and
// each change of a set is computed once. There are far fewer sets than accesses.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
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

  bool has(Set set, Element element) const {
    const std::vector<Element>& all = sets_[set];
    return std::binary_search(all.begin(), all.end(), element);
  }

  // A change of all sets at once. The growth rules of [EQT06, figure 4] all have the form: a set with an element of
  // `from` gets all elements of `to`.
  struct Change {
    enum class Kind : uint8_t {
      Pass,     // every set with an element of `from` gets the elements of `to`
      Replace,  // first removes the elements of `to` from all sets; then like Pass
      Drop,     // the elements of `to` are removed from all sets
    } kind = Kind::Pass;
    // `from` and `to` are the first elements of ranges of consecutive elements, with these sizes.
    Element from = 0, to = 0;
    uint32_t from_count = 1, to_count = 1;
    bool operator==(const Change&) const = default;
  };
  Set changed(Set set, const Change& change);

  template <typename Predicate>
  Set without_if(Set set, Predicate predicate) {
    if (std::none_of(sets_[set].begin(), sets_[set].end(), predicate)) return set;
    std::vector<Element> kept = sets_[set];
    std::erase_if(kept, predicate);
    return intern(std::move(kept));
  }
  Set singleton(Element element) { return intern({element}); }

  const std::vector<Element>& elements(Set set) const { return sets_[set]; }  // sorted
  size_t size() const { return sets_.size(); }

 private:
  static uint64_t mix(uint64_t h, uint64_t value) {
    h = (h ^ value) * 0x9e3779b97f4a7c15ull;
    return h ^ h >> 29;
  }
  struct Known {
    Change change;
    Set set;
    bool operator==(const Known&) const = default;
  };
  struct Hash {
    size_t operator()(const Known& known) const {
      const Change& c = known.change;
      uint64_t h = mix(static_cast<uint64_t>(c.kind) << 32 | known.set, c.from);
      return mix(h, c.to ^ static_cast<uint64_t>(c.from_count) << 32 ^ static_cast<uint64_t>(c.to_count) << 48);
    }
    size_t operator()(const std::vector<Element>& elements) const {
      uint64_t h = elements.size();
      for (Element element : elements) h = mix(h, element);
      return h;
    }
  };
  Set intern(std::vector<Element> elements);

  std::vector<std::vector<Element>> sets_;
  std::unordered_map<std::vector<Element>, Set, Hash> numbers_;
  std::unordered_map<Known, Set, Hash> known_;
};

// The sets that the records of past accesses refer to, by index. A change is applied to these sets; the records remain
// unchanged. Records with equal sets share an index, because equal sets stay equal.
class SetsInUse {
 public:
  explicit SetsInUse(LocksetTable& table) : table_(&table) {}

  using Index = uint32_t;
  Index singleton(LocksetTable::Element element) { return index_of(table_->singleton(element)); }
  bool has(Index index, LocksetTable::Element element) const { return table_->has(sets_[index], element); }
  const std::vector<LocksetTable::Element>& elements(Index index) const { return table_->elements(sets_[index]); }

  void change(const LocksetTable::Change& change) {
    for (LocksetTable::Set& set : sets_) set = table_->changed(set, change);
  }
  void pass(LocksetTable::Element from, LocksetTable::Element to) {
    change({LocksetTable::Change::Kind::Pass, from, to});
  }
  void drop(LocksetTable::Element element) { change({LocksetTable::Change::Kind::Drop, 0, element}); }
  template <typename Predicate>
  void drop_if(Predicate predicate) {
    for (LocksetTable::Set& set : sets_) set = table_->without_if(set, predicate);
  }
  // Keeps only the sets that the records refer to, without duplicates.
  template <typename Records, typename IndexOf>
  void sweep(Records& records, IndexOf index_in) {
    std::vector<LocksetTable::Set> before = std::exchange(sets_, {});
    std::unordered_map<LocksetTable::Set, Index> known;
    records.for_each([&](auto& record) {
      const LocksetTable::Set set = before[index_in(record)];
      auto [index, is_new] = known.try_emplace(set, static_cast<Index>(sets_.size()));
      if (is_new) sets_.push_back(set);
      index_in(record) = index->second;
    });
  }
  size_t size() const { return sets_.size(); }

 private:
  Index index_of(LocksetTable::Set set) {
    if (last_ < sets_.size() && sets_[last_] == set) return last_;  // the most common case
    auto known = std::find(sets_.begin(), sets_.end(), set);
    if (known == sets_.end()) known = sets_.insert(sets_.end(), set);
    return last_ = static_cast<Index>(known - sets_.begin());
  }

  LocksetTable* table_;
  std::vector<LocksetTable::Set> sets_;
  Index last_ = 0;
};

}  // namespace mover
