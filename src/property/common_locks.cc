// The locking discipline LD' [STO02, section 7] along a path.
#include "property/common_locks.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "ir/names.h"

namespace mover {

namespace {

LockName lock_at(Address address) {
  return {LockName::Kind::Place, static_cast<uint32_t>(address >> 32), static_cast<uint32_t>(address)};
}

Address address_of(const LockName& lock) { return static_cast<Address>(lock.object) << 32 | lock.offset; }

void put(std::string& to, uint64_t value) { to.append(reinterpret_cast<const char*>(&value), sizeof value); }

}  // namespace

std::vector<Access> disciplined_accesses(const Machine& machine, const Action& action) {
  std::vector<Access> accesses;
  if (action.kind == ActionKind::Free) return accesses;
  accesses.assign(action.accesses.begin(), action.accesses.end());
  std::erase_if(accesses, [&](const Access& access) {
    if (access.scope) return true;
    if (action.kind == ActionKind::Sync && access.address == action.object)
      return true;  // the state of the synchronisation object itself
    const auto all = machine.exclusives();
    return std::any_of(all.begin(), all.end(), [&](const Exclusive& one) { return one.covers(access); });
  });
  return accesses;
}

// Splits the range that contains the byte, so that a range begins at it.
void CommonLocks::split(Address at) {
  auto next = ranges_.lower_bound(at);
  if (next == ranges_.begin()) return;
  auto [begin, range] = *std::prev(next);
  if (begin + range.size <= at) return;
  std::prev(next)->second.size = at - begin;
  range.size -= at - begin;
  ranges_.emplace(at, std::move(range));
}

void CommonLocks::before_step(const Machine& machine, ThreadId t) {
  const Action action = machine.pending(t);
  std::vector<Access> accesses = disciplined_accesses(machine, action);
  if (only_ != nullptr)
    std::erase_if(accesses, [&](const Access& a) { return only_->count(machine.names().name(a.address).object) == 0; });
  if (accesses.empty()) return;
  std::vector<LockName> any{{LockName::Kind::Thread, 0, t}};
  if (machine.in_atomic_section(t)) any.push_back({LockName::Kind::Section, 0, 0});
  std::vector<LockName> exclusive = any;
  for (const Held& h : machine.held(t)) {
    any.push_back(lock_at(h.object));
    if (!h.shared) exclusive.push_back(lock_at(h.object));
  }
  LockedAccess site{t, action.loc, false, locksets_->intern(std::move(any)), locksets_->intern(std::move(exclusive))};
  for (const Access& access : accesses) {
    site.write = access.write || access.conditional;
    enter(machine, access, site);
  }
}

void CommonLocks::enter(const Machine& machine, const Access& access, const LockedAccess& site) {
  const Address end = access.address + access.size;
  split(access.address);
  split(end);
  std::optional<LockedAccess> earlier;  // set if the access violates the discipline
  for (Address at = access.address; at < end;) {
    auto next = ranges_.lower_bound(at);
    if (next == ranges_.end() || next->first > at) {
      Range fresh;
      fresh.size = std::min(end, next == ranges_.end() ? end : next->first) - at;
      next = ranges_.emplace(at, std::move(fresh)).first;
    }
    Range& range = next->second;
    if (range.locks.enter(*locksets_, site, access.atomic) && !earlier)
      earlier = range.last && range.last->thread == site.thread && range.other ? range.other : range.last;
    if (range.last && range.last->thread != site.thread) range.other = range.last;
    range.last = site;
    at += range.size;
  }
  if (earlier) findings_.push_back(finding(machine, access, site, *earlier));
}

// Accesses while there is only one thread are exempt, so the sets are reset when a thread has joined all others. Thread
// numbers and addresses are reused, so a new thread or object must not inherit the sets of a former one.
std::vector<Finding> CommonLocks::after_step(const Machine& machine, ThreadId) {
  auto drop_locks = [&](auto&& dropped) {
    for (auto& [begin, range] : ranges_) {
      range.locks.writes = locksets_->without(range.locks.writes, dropped);
      range.locks.reads = locksets_->without(range.locks.reads, dropped);
    }
  };
  for (const Event& event : machine.happened()) {
    if (event.kind == Event::Kind::Create) {
      ++others_;
      drop_locks([&](const LockName& n) { return n.kind == LockName::Kind::Thread && n.offset == event.other; });
    } else if (event.kind == Event::Kind::Join) {
      if (--others_ == 0) ranges_.clear();
    } else if (event.kind == Event::Kind::NewObject) {
      std::erase_if(ranges_, [&](const auto& entry) { return entry.first >> 32 == event.object >> 32; });
      drop_locks([&](const LockName& n) { return n.kind == LockName::Kind::Place && n.object == event.object >> 32; });
    }
  }
  return std::exchange(findings_, {});
}

Finding CommonLocks::finding(const Machine& machine, const Access& access, const LockedAccess& now,
                             const LockedAccess& earlier) const {
  LockingNames names;
  names.thread = [&](ThreadId t) {
    return machine.status(t) == ThreadStatus::Absent ? "a thread that has ended" : machine.description().thread_name(t);
  };
  names.place = [&](ir::LocId loc) { return ir::place_in_words(machine.description().places(), loc); };
  names.lock = [&](const LockName& lock) { return machine.description().describe(address_of(lock), 1); };
  return locking_finding(*locksets_, machine.description().describe(access.address, access.size), now, earlier, names);
}

// The canonical form of a lockset. Locks that no thread can hold any more are left out.
std::string CommonLocks::canonical_set(const Machine& machine, LocksetId set) const {
  std::string text(1, set == Locksets::kEverything ? '*' : '=');
  std::vector<uint64_t> names;
  for (const LockName& lock : locksets_->names(set)) {
    if (lock.kind == LockName::Kind::Place) {
      if (Address renamed = machine.states().canonical_address(address_of(lock)); renamed != 0)
        names.push_back(renamed);
    } else if (lock.kind == LockName::Kind::Section) {
      names.push_back(1);
    } else if (machine.status(lock.offset) == ThreadStatus::Parked) {
      names.push_back(2 + lock.offset);  // objects have larger addresses
    }
  }
  std::sort(names.begin(), names.end());
  put(text, names.size());
  for (uint64_t name : names) put(text, name);
  return text;
}

std::string CommonLocks::canonical(const Machine& machine) {
  std::erase_if(ranges_, [&](const auto& entry) { return machine.states().canonical_address(entry.first) == 0; });
  struct Record {
    Address begin, end;
    std::string state;
  };
  std::vector<Record> records;
  for (const auto& [begin, range] : ranges_) {
    const Address renamed = machine.states().canonical_address(begin);
    std::string state(1, static_cast<char>('0' + (range.locks.plain ? 1 : 0) + (range.locks.broken ? 2 : 0)));
    state += canonical_set(machine, range.locks.writes) + canonical_set(machine, range.locks.reads);
    if (!records.empty() && records.back().end == renamed && records.back().state == state)
      // Adjacent ranges with equal states are merged, so that the form does not depend on the splits.
      records.back().end += range.size;
    else
      records.push_back({renamed, renamed + range.size, std::move(state)});
  }
  std::sort(records.begin(), records.end(), [](const Record& a, const Record& b) { return a.begin < b.begin; });
  std::string all;
  for (const Record& record : records) put(all, record.begin), put(all, record.end), all += record.state;
  return all;
}

bool is_same_breach(const Machine& machine, const Finding& breach, const Finding& other) {
  return other.thread == breach.thread && same_place(machine, other.loc, breach.loc);
}

}  // namespace mover
