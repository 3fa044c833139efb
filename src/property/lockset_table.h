// Interned ordering sets (the growing locksets of [EQT06, section 7]): an access refers to its set by a number, and
// each change of a set is computed once. There are far fewer sets than accesses.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "machine/action.h"

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

// The sets of past accesses. An access refers to its set by its thread and its time, so the records of accesses need
// not be changed when their sets grow. The set of an access begins with its thread alone, and a change keeps the order
// of sets: the set of an access contains the sets of later accesses of its thread. So the accesses of a thread with
// equal sets are consecutive, and there are few different sets.
class SetsInUse {
 public:
  using Time = uint32_t;
  struct Index {
    ThreadId thread = 0;
    Time time = 0;
  };
  explicit SetsInUse(LocksetTable& table) : table_(&table) {}

  // The time of a new access of the thread, whose set has this element alone.
  Time begin(ThreadId thread, LocksetTable::Element element) {
    const auto end = end_of(thread);
    const LocksetTable::Set set = table_->singleton(element);
    if (end != spans_.begin() && (end - 1)->thread == thread && (end - 1)->set == set) return (end - 1)->first;
    return spans_.insert(end, {thread, ++last_, set})->first;
  }
  bool has(Index index, LocksetTable::Element element) const { return table_->has(set_of(index), element); }
  const std::vector<LocksetTable::Element>& elements(Index index) const { return table_->elements(set_of(index)); }

  void change(const LocksetTable::Change& change) {
    for (Span& span : spans_) span.set = table_->changed(span.set, change);
    merge();
  }
  void pass(LocksetTable::Element from, LocksetTable::Element to) {
    change({LocksetTable::Change::Kind::Pass, from, to});
  }
  void drop(LocksetTable::Element element) { change({LocksetTable::Change::Kind::Drop, 0, element}); }
  template <typename Predicate>
  void drop_if(Predicate predicate) {
    for (Span& span : spans_) span.set = table_->without_if(span.set, predicate);
    merge();
  }
  // Keeps only the sets that the records refer to.
  template <typename Records, typename IndexOf>
  void sweep(const Records& records, IndexOf index_of) {
    for (Span& span : spans_) span.used = false;
    records.for_each([&](const auto& record) { spans_[place_of(index_of(record))].used = true; });
    std::erase_if(spans_, [](const Span& span) { return !span.used; });
    merge();
  }
  size_t size() const { return spans_.size(); }

 private:
  // The accesses of a thread from this time until the thread's next span have this set.
  struct Span {
    ThreadId thread = 0;
    Time first = 0;
    LocksetTable::Set set = 0;
    bool used = true;  // scratch
  };

  std::vector<Span>::iterator end_of(ThreadId thread) {
    return std::partition_point(spans_.begin(), spans_.end(), [&](const Span& span) { return span.thread <= thread; });
  }
  size_t place_of(Index index) const {
    const auto next = std::partition_point(spans_.begin(), spans_.end(), [&](const Span& span) {
      return span.thread < index.thread || (span.thread == index.thread && span.first <= index.time);
    });
    return static_cast<size_t>(next - spans_.begin()) - 1;
  }
  LocksetTable::Set set_of(Index index) const { return spans_[place_of(index)].set; }
  void merge() {
    auto same = [](const Span& one, const Span& next) { return one.thread == next.thread && one.set == next.set; };
    spans_.erase(std::unique(spans_.begin(), spans_.end(), same), spans_.end());
  }

  LocksetTable* table_;
  std::vector<Span> spans_;  // by thread and time
  Time last_ = 0;
};

}  // namespace mover
