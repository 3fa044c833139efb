// Accesses of the program's threads: their happens-before order, and the data races between them.
#include <cstring>
#include <utility>

#include "channels/standard_streams.h"
#include "memory/locals.h"
#include "memory/shadow.h"
#include "scheduling/world.h"

namespace mover::runtime {

void World::release(uint32_t t, Clock& clock) {
  clock.join(threads_[t].clock, num_threads_);
  threads_[t].clock.tick(t, num_threads_);
}

// C++20 [intro.races]: an acquire read synchronises with the release sequence that it reads from. A write that is no
// read-modify-write ends a release sequence. A release fence makes later relaxed writes release, and an acquire fence
// makes earlier relaxed reads acquire.
void World::read_atomic(Thread& thread, const SyncObject& place, ir::Order order) {
  thread.clock.advance_times(place.clock, num_threads_);  // virtual time does not depend on the memory order
  if (ir::acquires(order)) {
    acquire(thread, place.clock);
  } else if (!thread.to_acquire.includes(place.clock, num_threads_)) {
    thread.to_acquire.join(place.clock, num_threads_);
    if (!thread.has_to_acquire) thread.has_to_acquire = true;
  }
}

void World::order_atomic(Thread& thread, uint64_t address, uint64_t size, bool reads, bool writes, ir::Order order) {
  address = identity(address);
  SyncObject& place = object(address | SyncObject::kAtomic, SyncObject::Kind::Atomic);
  if (place.widest_access < size) trail.set(place.widest_access, size);
  if (reads) {
    read_atomic(thread, place, order);
    // std::shared_ptr reads two counters of 4 bytes as one value of 8 bytes.
    if (size == 8)
      if (const SyncObject* half = find((address + 4) | SyncObject::kAtomic)) read_atomic(thread, *half, order);
    if (size == 4 && address % 8 == 4)
      if (const SyncObject* both = find((address - 4) | SyncObject::kAtomic);
          both != nullptr && both->widest_access == 8)
        read_atomic(thread, *both, order);
  }
  if (!writes) return;
  if (!reads) place.clock.clear(num_threads_);
  place.clock.advance_times(thread.clock, num_threads_);
  if (ir::releases(order)) {
    release(current_, place.clock);
  } else if (thread.has_released) {
    place.clock.join(thread.released, num_threads_);
  }
}

void World::fence(ir::Order order) {
  Thread& thread = current();
  if (ir::acquires(order) && thread.has_to_acquire) acquire(thread, thread.to_acquire);
  if (ir::releases(order)) {
    thread.released.assign(thread.clock, num_threads_);
    thread.clock.tick(current_, num_threads_);
    thread.has_released = true;
  }
}

void World::record_read(uint64_t address, uint64_t size) {
  SpinLoop& spin_loop = current().spin_loop;
  if (!spin_loop.marked) return;
  spin_loop.will_change();
  if (spin_loop.num_reads == SpinLoop::kMostReads || size > 8) {
    spin_loop.marked = false;
  } else {
    SpinLoop::Read& read = spin_loop.reads[spin_loop.num_reads++];
    trail.set(read, SpinLoop::Read{identity(address), size, 0});
    std::memcpy(&read.value, reinterpret_cast<void*>(address_of(address)), size);
  }
}

// The current thread makes the access now. `visible`: the access is a step of its own.
void World::access(uint64_t address, uint64_t size, bool write, bool atomic, bool visible, ir::LocId loc,
                   ir::Order order, bool changes, bool is_allocation, bool synchronised) {
  Thread& thread = current();
  const uint64_t place = identity(address);
  address = address_of(address);
  if (recording) {
    Event& e = events.emplace_back();
    e.kind = !atomic || order == ir::Order::NotAtomic ? Event::Kind::Access
             : write                                  ? Event::Kind::AtomicStore
                                                      : Event::Kind::AtomicLoad;
    e.access = {place, size, write, atomic};
    e.order = order;
    e.loc = loc;
    const ThreadMemory& own = thread_memory[current_];
    e.own = !visible && address >= own.stack_begin && address < own.stack_end;
    if (size <= 8) {
      std::memcpy(&e.value, reinterpret_cast<void*>(address), size);
      e.value_known = !write;
    }
  }
  if (write && changes) {
    writes_to(thread, address);
  } else if (visible) {
    record_read(place, size);
  }
  if (alone()) return;
  if (is_of_thread(address)) locals.accessed(address, size, visible);
  if (matching && learning && shadow.touch(place, size, current_, write)) ++state_refinements;
  const Recorded now{thread.clock.at[current_],
                     loc,
                     static_cast<uint8_t>(current_),
                     0,
                     write,
                     atomic,
                     visible,
                     is_allocation,
                     synchronised};
  shadow.access(place, size, now, thread.clock, [&](const Conflict& conflict, uint8_t bytes) {
    const Recorded& earlier = *conflict.earlier;
    if ((earlier.synchronised && synchronised) || standard_streams.is_library_variable(address_of(conflict.word)))
      return;
    if (!earlier.visible || !visible) {
      for (uint32_t i = 0; i < 8; ++i)
        if (bytes >> i & 1) learn(conflict.word + i, 1);
    } else if (reports_races && (!earlier.atomic || !atomic)) {
      Finding race;
      race.kind = FindingKind::Race;
      race.thread = earlier.thread;
      race.loc = earlier.location;
      race.other_thread = current_;
      race.other_loc = loc;
      if (race.loc > race.other_loc) {
        std::swap(race.loc, race.other_loc);
        std::swap(race.thread, race.other_thread);
      }
      race.message = "data race on " + describe(conflict.word + static_cast<uint64_t>(__builtin_ctz(bytes)));
      races.push_back(std::move(race));
    }
  });
}

}  // namespace mover::runtime
