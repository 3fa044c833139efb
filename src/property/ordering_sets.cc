// Ordering sets: the growing locksets of [EQT06, figure 4], extended to C11's memory orders.
#include "property/ordering_sets.h"

#include <algorithm>
#include <set>
#include <utility>

#include "property/race.h"
#include "support/deadline.h"

namespace mover {

namespace {

// The kind of an element is encoded in its high bits, above all addresses.
constexpr uint64_t kAtomicByte = 1ull << 62, kReadSide = 2ull << 62, kOfThread = 3ull << 62, kMarks = kOfThread;
constexpr uint64_t kThreads = 4096;  // an upper bound of the number of threads

}  // namespace

OrderingSets::Element OrderingSets::thread(ThreadId t) { return kOfThread + t; }
OrderingSets::Element OrderingSets::released_by_fence(ThreadId t) { return kOfThread + kThreads + t; }
OrderingSets::Element OrderingSets::seen(ThreadId t) { return kOfThread + 2 * kThreads + t; }
OrderingSets::Element OrderingSets::lock(Address object) { return object; }
OrderingSets::Element OrderingSets::read_side(Address object) { return kReadSide + object; }
OrderingSets::Element OrderingSets::atomic_byte(Address byte) { return kAtomicByte + byte; }

void OrderingSets::drop_object(Address object) {
  auto same = [&](uint64_t a) { return (a & ~kMarks) >> 32 == object >> 32; };
  past_.drop_object(object);
  dropped_.drop_object(object);
  sets_.drop_if(same);
}

void OrderingSets::races_with(const Machine& machine, ThreadId t, ir::LocId loc, const Access& access,
                              std::vector<Finding>& races) {
  past_.for_each_overlapping(access, [&](const Past& p) {
    if (!conflict(p.access, access) || sets_.has(p.ordered(), thread(t))) return;
    races.push_back(race_finding(machine, p.thread, p.loc, p.access, t, loc, access));
    raced_.push_back(access.address);
  });
}

// Whether accesses to this object are kept. An object whose lifetime has ended has no name; accesses to it are kept.
bool OrderingSets::is_selected(const Machine& machine, const Event& event) const {
  if (options_.only == nullptr) return true;
  const AddressName name = machine.names().name(event.access.address);
  return options_.only->contains(name.object) || (name.is_global() && !name.unique);
}

// Adds the access to the past accesses.
void OrderingSets::add_access(ThreadId t, const Event& event) {
  if (!options_.keep_atomics) {
    bool known = false;
    if (event.access.atomic) {
      dropped_.for_each_overlapping(event.access, [&](const Dropped& f) {
        known |= f.access.address == event.access.address && f.access.size == event.access.size;
      });
      if (!known && !alone_) dropped_.add({event.access});
      return;
    }
    Access plain = event.access;
    plain.write = true;
    dropped_.for_each_overlapping(plain, [&](const Dropped& f) { mixes_ |= conflict(f.access, plain); });
  }
  // Drops earlier accesses that happen-before this one if all accesses that conflict with them conflict with this one,
  // too.
  past_.erase_overlapping_if(event.access, [&](const Past& p) {
    return sets_.has(p.ordered(), thread(t)) && p.access.address >= event.access.address &&
           p.access.address + p.access.size <= event.access.address + event.access.size &&
           (event.access.write || !p.access.write) && (!event.access.atomic || p.access.atomic) &&
           (!options_.every_pair || p.loc == event.loc);
  });
  if (alone_) return;
  past_.add({event.access, event.loc, t, sets_.begin(t, thread(t))});
  drop_unused_sets();
}

// Synchronisation changes every set in use, so sets that no access refers to must not accumulate.
void OrderingSets::drop_unused_sets() {
  if (sets_.size() < 2 * sets_kept_) return;
  sets_.sweep(past_, [](const Past& p) { return p.ordered(); });
  sets_kept_ = std::max(sets_.size(), kFewSets);
}

// The write that an atomic read reads from synchronises-with the read if the read acquires, otherwise with the thread's
// next acquire fence.
void OrderingSets::synchronise(ThreadId t, const Event& event) {
  if (event.kind != Event::Kind::AtomicLoad && event.kind != Event::Kind::AtomicRmw) return;
  const auto size = static_cast<uint32_t>(event.access.size);
  sets_.change({LocksetTable::Change::Kind::Pass, atomic_byte(event.access.address),
                ir::acquires(event.order) ? thread(t) : seen(t), size});
}

// A write that releases orders all earlier steps of its thread before later acquiring reads of the bytes. An atomic
// write that does not release orders only the steps before the thread's last release fence. A read-modify-write
// continues the release sequence of the bytes (as in C++20), a store begins a new one.
void OrderingSets::begin_release(ThreadId t, const Event& event) {
  using Kind = LocksetTable::Change::Kind;
  const auto size = static_cast<uint32_t>(event.access.size);
  const Element bytes = atomic_byte(event.access.address);
  const Element known = ir::releases(event.order) ? thread(t) : released_by_fence(t);
  if (event.kind == Event::Kind::AtomicStore) sets_.change({Kind::Replace, known, bytes, 1, size});
  if (event.kind == Event::Kind::AtomicRmw) sets_.change({Kind::Pass, known, bytes, 1, size});
  if (event.kind == Event::Kind::Access && event.access.write) sets_.change({Kind::Drop, 0, bytes, 1, size});
}

void OrderingSets::fence(ThreadId t, ir::Order order) {
  if (ir::acquires(order)) sets_.pass(seen(t), thread(t));
  if (ir::releases(order)) sets_.pass(thread(t), released_by_fence(t));
}

bool OrderingSets::was_alone(const Machine& machine, ThreadId t, const std::vector<Event>& events) {
  for (ThreadId other = 0; other < machine.num_threads(); ++other) {
    if (other == t || machine.status(other) != ThreadStatus::Parked) continue;
    auto creates = [&](const Event& e) { return e.kind == Event::Kind::Create && e.other == other; };
    if (std::none_of(events.begin(), events.end(), creates)) return false;
  }
  return true;
}

// Whether the deadline is not reached. A step may have very many events, so the deadline is checked between them. If it
// is reached, the search ends without a verdict (support/deadline.h).
bool OrderingSets::has_time(size_t events_so_far) const {
  constexpr size_t kEventsPerCheck = 256;
  const bool checks = events_so_far % kEventsPerCheck == 0 || sets_.size() > kFewSets;
  return !checks || !support::deadline().reached();
}

std::vector<Finding> OrderingSets::step(const Machine& machine, ThreadId t, const std::vector<Event>& events) {
  std::vector<Finding> races;
  alone_ = was_alone(machine, t, events);
  size_t count = 0;
  for (const Event& event : events) {
    if (!has_time(++count)) break;
    if (event.is_access() || event.kind == Event::Kind::Use) {
      synchronise(t, event);
      if (!is_selected(machine, event)) {
        begin_release(t, event);
        continue;
      }
      races_with(machine, t, event.loc, event.access, races);
    }
    follow(t, event);
  }
  alone_ = false;
  return races;
}

void OrderingSets::repeat(ThreadId t, const std::vector<Event>& events, bool alone) {
  alone_ = alone;
  size_t count = 0;
  for (const Event& event : events) {
    if (!has_time(++count)) break;
    if (event.is_access()) synchronise(t, event);
    follow(t, event);
  }
  alone_ = false;
}

// Updates the sets and the past accesses with an event.
void OrderingSets::follow(ThreadId t, const Event& event) {
  switch (event.kind) {
    case Event::Kind::Access:
    case Event::Kind::AtomicLoad:
    case Event::Kind::AtomicStore:
    case Event::Kind::AtomicRmw:
      add_access(t, event);
      begin_release(t, event);
      break;
    case Event::Kind::Use:
      if (options_.keep_uses) add_access(t, event);
      break;
    case Event::Kind::Acquire:
      sets_.pass(lock(event.object), thread(t));
      if (!event.shared) sets_.pass(read_side(event.object), thread(t));
      break;
    case Event::Kind::Release:
      sets_.pass(thread(t), event.shared ? read_side(event.object) : lock(event.object));
      break;
    case Event::Kind::Fence:
      fence(t, event.order);
      break;
    case Event::Kind::Create:
      alone_ = false;
      // The elements in the sets must not refer to a former thread with the same number.
      for (const Element of_other : {thread(event.other), released_by_fence(event.other), seen(event.other)})
        sets_.drop(of_other);
      sets_.pass(thread(t), thread(event.other));
      break;
    case Event::Kind::Join:
      sets_.pass(thread(event.other), thread(t));
      break;
    case Event::Kind::NewObject:
      drop_object(event.object);
      break;
    case Event::Kind::Initialise:
      sets_.drop(lock(event.object));
      sets_.drop(read_side(event.object));
      break;
    case Event::Kind::End:
    case Event::Kind::FailedTry:
    case Event::Kind::Output:
      break;
  }
}

std::string OrderingSets::canonical(const Machine& machine) {
  past_.erase_if([&](const Past& p) {
    if (machine.states().canonical_address(p.access.address) == 0) return true;
    // The access happens-before all later steps of all threads.
    for (ThreadId t = 0; t < machine.num_threads(); ++t)
      if (machine.status(t) == ThreadStatus::Parked && !sets_.has(p.ordered(), thread(t))) return false;
    return true;
  });
  sets_.sweep(past_, [](const Past& p) { return p.ordered(); });
  std::vector<std::string> records;
  past_.for_each([&](const Past& p) {
    std::string record;
    auto put = [&](uint64_t v) { record.append(reinterpret_cast<const char*>(&v), sizeof v); };
    put(machine.states().canonical_address(p.access.address));
    put(p.access.size);
    put((p.access.write ? 1u : 0u) | (p.access.atomic ? 2u : 0u));
    put(p.loc);
    put(machine.states().canonical_thread(p.thread));
    std::set<std::pair<uint64_t, uint64_t>> elements;
    for (uint64_t element : sets_.elements(p.ordered())) {
      const uint64_t marks = element & kMarks;
      const Address address = element & ~kMarks;
      if (marks == kOfThread) {
        const auto t = static_cast<ThreadId>(address % kThreads);
        // The fence elements of an ended thread are redundant. So is seen(t) if thread(t) is in the set.
        const bool matters = element == thread(t) ? machine.status(t) != ThreadStatus::Absent
                                                  : machine.status(t) == ThreadStatus::Parked &&
                                                        (element != seen(t) || !sets_.has(p.ordered(), thread(t)));
        if (matters) elements.insert({address - t + machine.states().canonical_thread(t), marks});
      } else if (Address renamed = machine.states().canonical_address(address); renamed != 0) {
        elements.insert({renamed, marks});
      }
    }
    for (auto [name, marks] : elements) put(name), put(marks);
    records.push_back(std::move(record));
  });
  std::sort(records.begin(), records.end());
  records.erase(std::unique(records.begin(), records.end()), records.end());
  std::string all;
  for (const std::string& record : records) {
    uint64_t length = record.size();
    all.append(reinterpret_cast<const char*>(&length), sizeof length);
    all += record;
  }
  return all;
}

}  // namespace mover
