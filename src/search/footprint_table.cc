// Numbers touches, and records which of them may race.
#include "search/footprint_table.h"

#include <algorithm>

namespace mover {

namespace {

// The names of the locks that t holds. `inside_too`: a lock without a unique name that lies in the accessed object is
// named by its offset, because two threads that access the same object and hold the lock at this offset hold the same
// lock.
std::vector<NamedLock> locks_held(const Machine& machine, ThreadId t, Address touched, bool inside_too) {
  std::vector<NamedLock> locks;
  auto add = [&](uint64_t object, uint32_t offset, bool shared) { locks.push_back({object << 32 | offset, shared}); };
  constexpr uint64_t kItself = 0;
  for (const Held& held : machine.held(t)) {
    const AddressName name = machine.name_if_any(held.object);
    if (name.unique)
      add(name.object, name.offset, held.shared);
    else if (inside_too && held.object >> 32 == touched >> 32)
      add(kItself, name.offset, held.shared);
  }
  std::sort(locks.begin(), locks.end());
  locks.erase(std::unique(locks.begin(), locks.end()), locks.end());
  return locks;
}

bool exclude_each_other(const std::vector<NamedLock>& one, const std::vector<NamedLock>& other) {
  return std::any_of(one.begin(), one.end(), [&](const NamedLock& name) {
    auto held = [&](bool shared) {
      return std::binary_search(other.begin(), other.end(), NamedLock{name.lock, shared});
    };
    return held(false) || (!name.shared && held(true));
  });
}

}  // namespace

uint32_t FootprintTable::number(const Machine& machine, ThreadId t, ThreadSet joined, const Touch& touch,
                                bool with_locks) {
  const AddressName name = machine.name_if_any(touch.object);
  Touch named{touch.kind, Address{name.object} << 32 | name.offset, touch.size};
  std::set<Address>& parts = parts_[name.object];
  if (parts.size() < kMostParts)
    parts.insert(named.object);
  else if (!parts.contains(named.object))
    named = {Touch::Kind::Write, Address{name.object} << 32, (uint64_t{1} << 32) + touch.size};
  return add(named,
             {t, joined, with_locks ? locks_held(machine, t, touch.object, inside_too_) : std::vector<NamedLock>(),
              name.belongs_to == t && t != 0});
}

uint32_t FootprintTable::after(uint32_t number, ThreadSet joined, ThreadSet reused) {
  if ((joined & ~rows_[number].when.joined) == 0 && (reused & rows_[number].when.joined) == 0) return number;
  auto known = after_.find({number, joined, reused});
  if (known != after_.end()) return known->second;
  Circumstances when = rows_[number].when;
  when.joined = (when.joined & ~reused) | joined;
  return after_[{number, joined, reused}] = add(Touch(rows_[number].touch), when);
}

uint32_t FootprintTable::by_former_thread(uint32_t number) {
  Circumstances when = rows_[number].when;
  when.thread = kFormer;
  return add(Touch(rows_[number].touch), when);
}

uint32_t FootprintTable::renamed(uint32_t number, const std::vector<ThreadId>& renaming) {
  const auto name = [&](ThreadId t) { return t < renaming.size() ? renaming[t] : t; };
  const Circumstances& was = rows_[number].when;
  ThreadSet joined = 0;
  for_each(was.joined, [&](ThreadId t) { joined |= bit(name(t)); });
  for (ThreadId t = 0; t < renaming.size(); ++t)
    if (renaming[t] != t) renamed_threads_ |= bit(t);
  // There would be a touch for each set of threads. A smaller set means that more touches may race.
  if (joined != was.joined) joined = was.joined & ~renamed_threads_;
  auto known = renamed_.find({number, name(was.thread), joined});
  if (known != renamed_.end()) return known->second;
  Circumstances when = was;
  when.thread = name(when.thread);
  when.joined = joined;
  const uint32_t renamed = add(Touch(rows_[number].touch), when);
  return renamed_[{number, when.thread, joined}] = renamed;
}

bool FootprintTable::may_be_co_enabled(const Row& earlier, const Row& later) {
  const bool joined = earlier.when.thread != kFormer && in(later.when.joined, earlier.when.thread);
  // Two objects of which each belongs to another thread are different.
  const bool apart = earlier.when.own && later.when.own && earlier.when.thread != later.when.thread &&
                     earlier.when.thread != kFormer && later.when.thread != kFormer;
  return !joined && !apart && !exclude_each_other(earlier.when.locks, later.when.locks);
}

uint32_t FootprintTable::add(const Touch& touch, const Circumstances& when) {
  const auto next = static_cast<uint32_t>(rows_.size());
  auto [known, fresh] = numbers_.try_emplace(
      {touch.kind, touch.object, touch.size, when.thread, when.joined, when.locks, when.own}, next);
  if (!fresh) return known->second;
  rows_.push_back({touch, when, {}});
  Row& row = rows_.back();
  for (uint32_t i = 0; i <= next; ++i) {
    if (!may_race(rows_[i].touch, touch)) continue;
    if (may_be_co_enabled(rows_[i], row)) rows_[i].racing.add(next);
    if (may_be_co_enabled(row, rows_[i])) row.racing.add(i);
  }
  return next;
}

}  // namespace mover
