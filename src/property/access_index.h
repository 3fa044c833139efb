// An index of past accesses by their bytes. A few accesses are kept in a list. If there are many, they are grouped by
// object and by size (rounded up to a power of two), and sorted by address within each group. A new access is compared
// only with accesses of a group that begin less than the group's size before it. So initialising an array of n elements
// costs n log n instead of n².
#pragma once

#include <algorithm>
#include <bit>
#include <map>
#include <vector>

#include "machine/machine.h"

namespace mover {

// REQUIRES: Record has a member `Access access`. Objects are 4 GiB apart, and no access extends beyond its object.
template <typename Record>
class AccessIndex {
 public:
  void add(const Record& record) {
    if (many_.empty() && few_.size() < kFew) {
      few_.push_back(record);
      return;
    }
    for (const Record& moved : few_) insert(moved);
    few_.clear();
    insert(record);
  }

  // Calls f(record) for every record that overlaps `access`. f must not change the record's access.
  template <typename F>
  void for_each_overlapping(const Access& access, F f) {
    for (Record& record : few_)
      if (overlap(record.access, access)) f(record);
    for_each_range(access, [&](Group& group, Address first) {
      for (auto at = group.lower_bound(first); at != group.end() && at->first < access.address + access.size; ++at)
        if (overlap(at->second.access, access)) f(at->second);
    });
  }

  // Erases the overlapping records for which the predicate is true.
  template <typename Predicate>
  void erase_overlapping_if(const Access& access, Predicate predicate) {
    std::erase_if(few_, [&](const Record& r) { return overlap(r.access, access) && predicate(r); });
    for_each_range(access, [&](Group& group, Address first) {
      for (auto at = group.lower_bound(first); at != group.end() && at->first < access.address + access.size;)
        at = overlap(at->second.access, access) && predicate(at->second) ? group.erase(at) : std::next(at);
    });
  }

  template <typename F>
  void for_each(F f) {
    for (Record& record : few_) f(record);
    for (auto& [key, group] : many_)
      for (auto& [address, record] : group) f(record);
  }
  template <typename F>
  void for_each(F f) const {
    const_cast<AccessIndex*>(this)->for_each([&](const Record& record) { f(record); });
  }
  template <typename Predicate>
  void erase_if(Predicate predicate) {
    std::erase_if(few_, predicate);
    for (auto& [key, group] : many_) std::erase_if(group, [&](const auto& entry) { return predicate(entry.second); });
    std::erase_if(many_, [](const auto& entry) { return entry.second.empty(); });
  }

  // Drops all records of the object that contains this address.
  void drop_object(Address address) {
    std::erase_if(few_, [&](const Record& r) { return r.access.address >> 32 == address >> 32; });
    many_.erase(many_.lower_bound(key_of(address, 0)), many_.upper_bound(key_of(address, kMostLevels - 1)));
  }

  size_t size() const {
    size_t count = few_.size();
    for (const auto& [key, group] : many_) count += group.size();
    return count;
  }

 private:
  using Group = std::multimap<Address, Record>;  // the records of one object and one size class, by address
  static constexpr size_t kFew = 32;
  static constexpr uint64_t kMostLevels = 64;

  static bool overlap(const Access& a, const Access& b) {
    return a.address < b.address + b.size && b.address < a.address + a.size;
  }
  static uint64_t level_of(uint64_t size) { return static_cast<uint64_t>(std::bit_width(size == 0 ? 0 : size - 1)); }
  static uint64_t key_of(Address address, uint64_t level) { return (address >> 32) * kMostLevels + level; }

  void insert(const Record& record) {
    many_[key_of(record.access.address, level_of(record.access.size))].emplace(record.access.address, record);
  }

  // Calls f(group, first) for the groups of the accessed object. `first` is the lowest address at which a record of the
  // group that overlaps the access can begin.
  template <typename F>
  void for_each_range(const Access& access, F f) {
    if (many_.empty()) return;
    const uint64_t end = key_of(access.address, kMostLevels - 1);
    for (auto at = many_.lower_bound(key_of(access.address, 0)); at != many_.end() && at->first <= end; ++at) {
      const uint64_t longest = uint64_t{1} << at->first % kMostLevels;
      f(at->second, access.address < longest ? 0 : access.address - longest + 1);
    }
  }

  std::vector<Record> few_;
  std::map<uint64_t, Group> many_;  // if not empty, few_ is empty
};

}  // namespace mover
