// Footprints for the reductions of stubborn.h and patterns.h: the locations that each instruction of a thread may touch
// (the word that [KGS06] uses for an access), computed from the code.
//
// A location is a part of the state that several threads may access: bytes of memory (synchronisation objects
// included), the flag that says whether an object is alive, or one of the three parts of a thread's life: that it was
// created, that it has ended, and that it was joined or detached. Locations that the same instructions touch in the
// same way are merged into one.
//
// A lock is a mutex or a spin lock whose address is known, or the life of a thread. A thread holds its own life until
// it ends, and pthread_join of a known thread acquires the life of this thread. An instruction that acquires a lock is
// disabled while another thread holds the lock. So trylocks, timed locks, semaphores and readers-writer locks do not
// count as acquisitions.
#pragma once

#include <algorithm>
#include <vector>

#include "symbolic/threads.h"

namespace mover::symbolic {

using LocationId = uint32_t;
using LockId = uint32_t;
using LockSet = uint64_t;          // one bit for each lock
constexpr LockId kMostLocks = 64;  // acquisitions of further locks are ignored

// An access to a location.
struct Touch {
  LocationId location = 0;
  bool write = false;
  auto operator<=>(const Touch&) const = default;
};

// The set of touches that interfere with an access to a location. Only writes interfere with a read. All touches
// interfere with a write.
struct Interference {
  LocationId location = 0;
  bool writes_only = false;  // the access is a read
  auto operator<=>(const Interference&) const = default;
};

// An instruction that matters for a footprint: it touches a location, acquires a lock, begins a step, may end the
// execution of other threads, or may begin an atomic section.
struct Event {
  NodeId node = 0;
  uint32_t code = 0;           // the value of the program counter at this cut; 0: the node is not a cut
  std::vector<uint32_t> next;  // the events that may be executed next
  std::vector<Touch> touches;
  LockSet held_while_touching = 0;  // the locks that the instruction acquires before it touches the locations
  LockSet acquired = 0;             // all locks that the instruction acquires
  bool ends_others = false;         // it may end the execution of all threads without a violation
  bool enters_section = false;      // an atomic section may begin
  bool is_sticky = false;           // see stubborn.h

  bool touches_in(const Interference& interference) const {
    return std::any_of(touches.begin(), touches.end(), [&](const Touch& touch) {
      return touch.location == interference.location && (touch.write || !interference.writes_only);
    });
  }
};

struct ThreadEvents {
  std::vector<Event> events;   // events[0] is the first instruction of the thread
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
  LocationId locations = 0;  // the number of locations
};

}  // namespace mover::symbolic
