// An index of past accesses by their bytes. Accesses are grouped by object and by size (rounded up to a power of two),
// and sorted by address within each group. A new access is compared only with accesses of a group that begin less than
// the group's size before it. So initialising an array of n elements costs n log n instead of n². Copies share their
// records, so the index can be kept for many states of a path.
#pragma once

#include <bit>
#include <utility>

#include "machine/machine.h"
#include "support/persistent_tree.h"

namespace mover {

struct ByteRange {
  Address address = 0;
  uint64_t size = 0;
  ByteRange(Address first, uint64_t bytes) : address(first), size(bytes) {}
  ByteRange(const Access& access) : address(access.address), size(access.size) {}
};

// REQUIRES: Record has a function bytes() that returns its ByteRange. Objects are 4 GiB apart, and no access extends
// beyond its object.
template <typename Record>
class AccessIndex {
 public:
  void add(const Record& record) {
    const ByteRange bytes = record.bytes();
    records_.insert({group_of(bytes.address, level_of(bytes.size)), bytes.address}, record);
  }

  // Calls f(record) for every record that overlaps `bytes`.
  template <typename F>
  void for_each_overlapping(const ByteRange& bytes, F f) const {
    for_each_range(bytes, [&](const Key& first, const Key& end) {
      records_.for_each(first, end, [&](const Key&, const Record& record) {
        if (overlap(record.bytes(), bytes)) f(record);
      });
    });
  }

  // Erases the overlapping records for which the predicate is true.
  template <typename Predicate>
  void erase_overlapping_if(const ByteRange& bytes, Predicate predicate) {
    for_each_range(bytes, [&](const Key& first, const Key& end) {
      records_.erase_if(first, end, [&](const Record& r) { return overlap(r.bytes(), bytes) && predicate(r); });
    });
  }

  template <typename F>
  void for_each(F f) const {
    records_.for_each([&](const Key&, const Record& record) { f(record); });
  }
  template <typename Predicate>
  void erase_if(Predicate predicate) {
    records_.erase_if(predicate);
  }

  // Drops all records of the object that contains this address.
  void drop_object(Address address) {
    records_.erase_if({group_of(address, 0), 0}, {group_of(address, kMostLevels), 0},
                      [](const Record&) { return true; });
  }

  size_t size() const { return records_.size(); }

 private:
  using Key = std::pair<uint64_t, Address>;  // the object and the size class, and the address
  static constexpr uint64_t kMostLevels = 64;

  static bool overlap(const ByteRange& a, const ByteRange& b) {
    return a.address < b.address + b.size && b.address < a.address + a.size;
  }
  static uint64_t level_of(uint64_t size) { return static_cast<uint64_t>(std::bit_width(size == 0 ? 0 : size - 1)); }
  static uint64_t group_of(Address address, uint64_t level) { return (address >> 32) * kMostLevels + level; }

  // Calls f(first, end) for the groups of the accessed object. `first`: the lowest place of a record of the group that
  // may overlap the access.
  template <typename F>
  void for_each_range(const ByteRange& bytes, F f) const {
    const uint64_t last = group_of(bytes.address, kMostLevels - 1);
    for (const Key* at = records_.lower_bound({group_of(bytes.address, 0), 0}); at != nullptr && at->first <= last;) {
      const uint64_t group = at->first, longest = uint64_t{1} << group % kMostLevels;
      f({group, bytes.address < longest ? 0 : bytes.address - longest + 1}, {group, bytes.address + bytes.size});
      at = records_.lower_bound({group + 1, 0});
    }
  }

  support::PersistentTree<Key, Record> records_;
};

}  // namespace mover
