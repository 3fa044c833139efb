// Happens-before of C11 with vector clocks.
#include "property/vector_clocks.h"

#include <algorithm>

#include "property/race.h"

namespace mover {

VectorClocks::VectorClocks() : clocks_{{1}}, fences_(1), ordinal_{0} {}

void VectorClocks::join(Clock& into, const Clock& from) {
  if (into.size() < from.size()) into.resize(from.size(), 0);
  for (size_t i = 0; i < from.size(); ++i) into[i] = std::max(into[i], from[i]);
}

void VectorClocks::tick(uint32_t ordinal) {
  Clock& clock = clocks_[ordinal];
  if (clock.size() <= ordinal) clock.resize(ordinal + 1, 0);
  ++clock[ordinal];
}

// A new object may have the address of an object whose lifetime has ended, but not its past.
void VectorClocks::drop_object(Address object) {
  auto drop_from = [&](auto& map) {
    const Address begin = object >> 32 << 32;
    map.erase(map.lower_bound(begin), map.upper_bound(begin | 0xffffffff));
  };
  past_.drop_object(object);
  drop_from(locks_);
  drop_from(stores_);
}

void VectorClocks::access(const Machine& machine, ThreadId t, const Event& event, std::vector<Finding>& races) {
  uint32_t me = ordinal_of(t);
  const Past now{event.access, event.loc, me, t, at(clocks_[me], me)};
  past_.for_each_overlapping(event.access, [&](const Past& p) {
    if (p.ordinal != me && conflict(p.access, event.access) && p.time > at(clocks_[me], p.ordinal))
      races.push_back(race_finding(machine, p.thread, p.loc, p.access, t, event.loc, event.access));
  });
  past_.erase_overlapping_if(event.access, [&](const Past& p) {
    return p.ordinal == me && p.loc == now.loc && p.access.address == now.access.address &&
           p.access.size == now.access.size && p.access.write == now.access.write &&
           p.access.atomic == now.access.atomic;
  });
  past_.add(now);
}

// C11, with the release sequences of C++20: a releasing store synchronises-with an acquiring read that reads from the
// store's release sequence. If the read is relaxed, the store synchronises-with the next acquire fence of its thread. A
// plain store begins no release sequence.
void VectorClocks::synchronise(const Event& event, uint32_t me) {
  if (event.kind != Event::Kind::AtomicLoad && event.kind != Event::Kind::AtomicRmw) return;
  for (uint64_t i = 0; i < event.access.size; ++i) {
    auto store = stores_.find(event.access.address + i);
    if (store == stores_.end()) continue;
    join(fences_[me].pending, store->second);
    if (ir::acquires(event.order)) join(clocks_[me], store->second);
  }
}

// A relaxed write releases the accesses before the last release fence.
void VectorClocks::begin_release(const Event& event, uint32_t me) {
  const Clock& released = ir::releases(event.order) ? clocks_[me] : fences_[me].released;
  for (uint64_t i = 0; i < event.access.size; ++i) {
    Address byte = event.access.address + i;
    if (event.kind == Event::Kind::AtomicRmw) join(stores_[byte], released);
    if (event.kind == Event::Kind::AtomicStore) stores_[byte] = released;
    if (event.kind == Event::Kind::Access && event.access.write) stores_.erase(byte);
  }
}

void VectorClocks::fence(const Event& event, uint32_t me) {
  if (ir::acquires(event.order)) join(clocks_[me], fences_[me].pending);
  if (ir::releases(event.order)) fences_[me].released = clocks_[me];
}

std::vector<Finding> VectorClocks::step(const Machine& machine, ThreadId t, const std::vector<Event>& events) {
  std::vector<Finding> races;
  for (const Event& event : events) {
    uint32_t me = ordinal_of(t);
    switch (event.kind) {
      case Event::Kind::Access:
      case Event::Kind::AtomicLoad:
      case Event::Kind::AtomicStore:
      case Event::Kind::AtomicRmw:
        synchronise(event, me);
        access(machine, t, event, races);
        begin_release(event, me);
        break;
      case Event::Kind::Use:
        access(machine, t, event, races);
        break;
      case Event::Kind::Fence:
        fence(event, me);
        break;
      case Event::Kind::Acquire: {
        const Lock& lock = locks_[event.object];
        join(clocks_[me], lock.writers);
        if (!event.shared) join(clocks_[me], lock.readers);
        break;
      }
      case Event::Kind::Release: {
        Lock& lock = locks_[event.object];
        join(event.shared ? lock.readers : lock.writers, clocks_[me]);
        break;
      }
      case Event::Kind::Create: {
        auto child = static_cast<uint32_t>(clocks_.size());
        clocks_.push_back(Clock(clocks_[me]));
        fences_.emplace_back();
        if (ordinal_.size() <= event.other) ordinal_.resize(event.other + 1, 0);
        ordinal_[event.other] = child;
        tick(child);
        break;
      }
      case Event::Kind::Join:
        join(clocks_[me], Clock(clocks_[ordinal_of(event.other)]));
        break;
      case Event::Kind::NewObject:
        drop_object(event.object);
        break;
      case Event::Kind::Initialise:
        locks_.erase(event.object);
        break;
      case Event::Kind::End:
      case Event::Kind::FailedTry:
      case Event::Kind::Output:
        break;
    }
    tick(me);
  }
  return races;
}

}  // namespace mover
