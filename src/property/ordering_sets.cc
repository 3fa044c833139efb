#include "property/ordering_sets.h"

#include <algorithm>
#include <set>
#include <utility>

#include "property/race.h"

namespace mover {

namespace {

uint64_t read_side(Address object) { return object + (1ull << 63); }
// A byte that carries order as an atomic variable, as opposed to a lock at the same address.
uint64_t atomic_byte(Address byte) { return byte + (1ull << 62); }
constexpr uint64_t kMarks = 3ull << 62;

}  // namespace

void OrderingSets::forget(Address object) {
  auto same = [&](uint64_t a) { return (a & ~kMarks) >> 32 == object >> 32; };
  std::erase_if(past_, [&](const Past& p) { return same(p.access.address); });
  std::erase_if(forgotten_, [&](const Access& a) { return same(a.address); });
  sets_.drop_those(same);
}

void OrderingSets::races_with(const Machine& machine, ThreadId t, ir::LocId loc, const Access& access,
                              std::vector<Finding>& races) const {
  for (const Past& p : past_)
    if (conflict(p.access, access) && !sets_.has(p.ordered, t))
      races.push_back(race_finding(machine, p.thread, p.loc, p.access, t, loc, access));
}

void OrderingSets::remember(ThreadId t, const Event& event) {
  if (!options_.keep_atomics) {
    auto same = [&](const Access& a) { return a.address == event.access.address && a.size == event.access.size; };
    if (event.access.atomic) {
      if (std::none_of(forgotten_.begin(), forgotten_.end(), same)) forgotten_.push_back(event.access);
      return;
    }
    Access plain = event.access;
    plain.write = true;
    mixes_ |= std::any_of(forgotten_.begin(), forgotten_.end(), [&](const Access& a) { return conflict(a, plain); });
  }
  // An earlier access that is ordered before this one and less demanding has nothing to add.
  std::erase_if(past_, [&](const Past& p) {
    return sets_.has(p.ordered, t) && p.access.address >= event.access.address &&
           p.access.address + p.access.size <= event.access.address + event.access.size &&
           (event.access.write || !p.access.write) && (!event.access.atomic || p.access.atomic) &&
           (!options_.every_pair || p.loc == event.loc);
  });
  past_.push_back({event.access, event.loc, t, sets_.singleton(t)});
}

void OrderingSets::synchronise(ThreadId t, const Event& event) {
  if (event.kind != Event::Kind::AtomicLoad && event.kind != Event::Kind::AtomicRmw) return;
  sets_.change({LocksetTable::Change::Kind::Pass, atomic_byte(event.access.address), t,
                static_cast<uint32_t>(event.access.size)});
}

void OrderingSets::begin_release(ThreadId t, const Event& event) {
  using Kind = LocksetTable::Change::Kind;
  const auto size = static_cast<uint32_t>(event.access.size);
  const uint64_t bytes = atomic_byte(event.access.address);
  if (event.kind == Event::Kind::AtomicStore) sets_.change({Kind::Replace, t, bytes, 1, size});
  if (event.kind == Event::Kind::AtomicRmw) sets_.change({Kind::Pass, t, bytes, 1, size});
  if (event.kind == Event::Kind::Access && event.access.write) sets_.change({Kind::Drop, 0, bytes, 1, size});
}

static bool is_access(const Event& event) {
  return event.kind == Event::Kind::Access || event.kind == Event::Kind::AtomicLoad ||
         event.kind == Event::Kind::AtomicStore || event.kind == Event::Kind::AtomicRmw;
}

std::vector<Finding> OrderingSets::step(const Machine& machine, ThreadId t, const std::vector<Event>& events) {
  std::vector<Finding> races;
  for (const Event& event : events) {
    if (is_access(event)) {
      synchronise(t, event);
      races_with(machine, t, event.loc, event.access, races);
    }
    follow(t, event);
  }
  return races;
}

void OrderingSets::repeat(ThreadId t, const std::vector<Event>& events) {
  for (const Event& event : events) {
    if (is_access(event)) synchronise(t, event);
    follow(t, event);
  }
}

// What comes after the access itself, or the synchronisation.
void OrderingSets::follow(ThreadId t, const Event& event) {
  switch (event.kind) {
    case Event::Kind::Access:
    case Event::Kind::AtomicLoad:
    case Event::Kind::AtomicStore:
    case Event::Kind::AtomicRmw:
      remember(t, event);
      begin_release(t, event);
      break;
    case Event::Kind::Acquire:
      sets_.pass(event.object, t);
      if (!event.shared) sets_.pass(read_side(event.object), t);
      break;
    case Event::Kind::Release:
      sets_.pass(t, event.shared ? read_side(event.object) : event.object);
      break;
    case Event::Kind::Create:
      sets_.drop(event.other);  // an earlier thread of the same number
      sets_.pass(t, event.other);
      break;
    case Event::Kind::Join:
      sets_.pass(event.other, t);
      break;
    case Event::Kind::NewObject:
      forget(event.object);
      break;
    case Event::Kind::End:
    case Event::Kind::FailedTry:
    case Event::Kind::Output:
      break;
  }
}

std::string OrderingSets::canonical(const Machine& machine) {
  std::erase_if(past_, [&](const Past& p) {
    if (machine.canonical_address(p.access.address) == 0) return true;
    // Ordered before everything that every thread will still do.
    for (ThreadId t = 0; t < machine.num_threads(); ++t)
      if (machine.status(t) == ThreadStatus::Parked && !sets_.has(p.ordered, t)) return false;
    return true;
  });
  sets_.sweep(past_, [](Past& p) -> SetsInUse::Index& { return p.ordered; });
  std::vector<std::string> records;
  for (const Past& p : past_) {
    std::string record;
    auto put = [&](uint64_t v) { record.append(reinterpret_cast<const char*>(&v), sizeof v); };
    put(machine.canonical_address(p.access.address));
    put(p.access.size);
    put((p.access.write ? 1u : 0u) | (p.access.atomic ? 2u : 0u));
    put(p.loc);
    put(p.thread);
    std::set<std::pair<uint64_t, uint64_t>> elements;
    for (uint64_t element : sets_.elements(p.ordered)) {
      if (element < 4096) {  // a thread
        if (machine.status(static_cast<ThreadId>(element)) != ThreadStatus::Absent) elements.insert({element, 0});
      } else if (Address renamed = machine.canonical_address(element & ~kMarks); renamed != 0) {
        elements.insert({renamed, element & kMarks});
      }
    }
    for (auto [name, marks] : elements) put(name), put(marks);
    records.push_back(std::move(record));
  }
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
