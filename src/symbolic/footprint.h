// What the steps of the threads touch, from the code alone: for the reductions of stubborn.h and patterns.h.
//
// Everything that a step reads or writes, and that another thread may read or write too, is a location: bytes of memory
// (synchronisation objects included), whether an object is alive, the life of a thread (created, ended, joined,
// detached). Locations that the same instructions touch are merged into one.
//
// A lock is a mutex or a spin lock whose address is known, or the life of a thread: a thread holds its own life until
// it ends, and pthread_join of a known thread acquires it. A thread cannot execute an instruction that acquires a lock
// while another thread holds this lock. So trylocks, timed locks, semaphores and read sides do not count as
// acquisitions.
#pragma once

#include <algorithm>
#include <vector>

#include "symbolic/threads.h"

namespace mover::symbolic {

using LocationId = uint32_t;
using LockId = uint32_t;
using LockSet = uint64_t;  // one bit for each lock
constexpr LockId kMostLocks = 64;

struct Touch {
  LocationId location = 0;
  bool write = false;
  auto operator<=>(const Touch&) const = default;
};

// The touches that interfere with an access to a location: only writes interfere with a read, all touches with a write.
struct Interference {
  LocationId location = 0;
  bool writes_only = false;
  auto operator<=>(const Interference&) const = default;
};

// An instruction that touches something, acquires a lock, or begins a step. The other instructions are left out.
struct Event {
  NodeId node = 0;
  uint32_t code = 0;  // the program counter's value at this cut; 0: no cut
  std::vector<uint32_t> next;
  std::vector<Touch> touches;
  LockSet held_while_touching = 0;  // the locks that the thread holds when it touches these locations
  LockSet acquired = 0;             // the locks that it has acquired once the instruction is executed
  bool ends_others = false;         // it may end the execution without a violation
  bool enters_section = false;      // an atomic section may begin

  bool touches_in(const Interference& interference) const {
    return std::any_of(touches.begin(), touches.end(), [&](const Touch& touch) {
      return touch.location == interference.location && (touch.write || !interference.writes_only);
    });
  }
};

struct ThreadEvents {
  std::vector<Event> events;   // the first one is where the thread begins
  std::vector<uint32_t> cuts;  // the events that begin a step
};

struct LockName {
  ThreadIndex life = ir::kNone;  // the thread whose life is the lock; kNone: the lock is in memory
  ObjectId object = 0;
  uint64_t offset = 0;
  bool operator==(const LockName&) const = default;
};

struct Footprints {
  std::vector<ThreadEvents> threads;
  std::vector<LockName> locks;
  LocationId locations = 0;
};

}  // namespace mover::symbolic
