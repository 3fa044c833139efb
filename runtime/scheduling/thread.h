// A thread of the program under control, and the operation that it is about to execute.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/clock.h"
#include "base/context.h"
#include "base/trail.h"
#include "libc/clock_reader.h"
#include "machine/machine.h"

namespace mover::runtime {

// The operation that a thread is parked at, or that it executes at once because no other thread can observe when.
struct Operation {
  ActionKind kind = ActionKind::Local;
  ir::SyncOp sync = ir::SyncOp::Yield;
  FindingKind fails_as = FindingKind::Assertion;  // Local: it fails …
  bool is_limit = false;                          // … because it cannot be followed further
  bool crashes = false;                           // … as the process would: nothing could come after it
  bool compares = false;                          // an atomic access that writes only if it finds `argument`
  uint32_t choices = 1;                           // Choice
  Alternatives alternatives = Alternatives::Values;
  ir::LocId loc = 0;
  Access access;  // size 0: none. One operation accesses one range; `call` tells what a call of channels accesses
  Address object = 0, mutex = 0;
  uint64_t argument = 0;              // type of a mutex, value of a semaphore, …; for a compare-and-swap: expected
  const char* message = nullptr;      // … and why; null: it has merely run for long
  const struct Call* call = nullptr;  // Access: of channels, see channels/channels.h
  bool on_word = false;               // Sync: a wait or a wake-up as of the kernel's futex
};

enum class Life : uint8_t {
  Absent,
  Fresh,  // created, has not run yet
  Parked,
  Waiting,  // on a condition
  Woken,    // from it; takes the mutex again
  Queued,   // to write-lock a readers-writer lock that prefers writers
  InBarrier,
  PastBarrier,
  PastWord,   // woken where it waited on a word of memory
  Discarded,  // by a false assume
  Ended,
};

// A spinning thread: one that only reads, and returns to where it was with nothing changed, repeats that until what it
// read changes: it is disabled until then.
struct SpinLoop {
  static constexpr uint32_t kMostReads = 16;
  struct Read {
    uint64_t address, size, value;
  };
  bool marked = false;      // it may have begun where …
  ir::LocId loc = 0;        // … it was there, and its stack …
  uint64_t stack_size = 0;  // … was so large: Thread::stack_then
  uint32_t idle = 0;        // visible reads since it last did something else
  uint32_t next_mark = 2;   // when to mark again
  uint32_t num_reads = 0;   // since the mark
  bool closed = false;
  uint64_t saved_in = 0;  // see Trail
  Read reads[kMostReads];

  void will_change() { trail.save_once(saved_in, this, offsetof(SpinLoop, saved_in)); }
  void forget() {
    will_change();
    marked = false;
    idle = 0;
    next_mark = 2;
    num_reads = 0;
    closed = false;
  }
};

constexpr uint32_t kMostKeys = 64;

// Arguments of operations on mutexes: of initialising one, added to its type; of unlocking one, as its owner ends.
constexpr uint64_t kRobustMutex = 16, kAbandons = 1;

// The reason for which the program's handler of a signal like SIGSEGV runs: a finding unless the handler jumps out of
// it.
struct Fault {
  FindingKind kind = FindingKind::Memory;
  const char* message = nullptr;  // null: no handler runs
  ir::LocId loc = 0;
};

// A thread of the program. scheduling/thread_fields.h names every field, how backtracking restores it, and whether
// equal states have it in common.
struct Thread {
  static constexpr uint32_t kMostHeld = 1 << 20;  // only room that is used takes memory

  Context context;
  Life life = Life::Absent;
  bool detached = false, joined = false, timed = false, timed_out = false;
  bool wants_large_stack = false;  // larger than those that there are
  uint32_t choice = 0;
  Operation operation;
  Address wait_object = 0, wait_mutex = 0;
  uint32_t atomic_depth = 0;
  uint32_t num_children = 0, num_held = 0;
  uint32_t steps = 0;                        // that it has taken
  uint64_t free_numbers = 0;                 // of threads that it has joined, as a set: it may give them again
  uint64_t saved_in = 0, held_saved_in = 0;  // see Trail
  // All fields above `saved_in` are about to change.
  void will_change() { trail.save_once(saved_in, this, offsetof(Thread, saved_in)); }
  // The locks that it holds are about to change.
  void held_will_change() {
    will_change();
    trail.save_once(held_saved_in, held, num_held * static_cast<uint32_t>(sizeof(Held)));
  }
  // Backtracking does not restore these, as they are written before they are read.
  int64_t result = 0;     // of the operation, for its caller
  uint64_t accesses = 0;  // since it was resumed: one that runs for ever is parked

  SpinLoop spin_loop;
  Clock clock;  // the steps that happen before its next access
  Trailed<uint64_t> random{1};
  Trailed<mover_clock_reader> wall_reader{{-1, 0, 0, 0, 0, 0, 0, {}, {}}};  // how it reads clocks
  Trailed<mover_clock_reader> processor_reader{{-1, 0, 0, 0, 0, 0, 0, {}, {}}};
  Trailed<std::array<char, 16>> name{{}};  // pthread_setname_np
  Trailed<Fault> fault{{}};
  Trailed<void*> cleanup{nullptr};                   // pthread_cleanup_push: the newest one
  Trailed<struct Destructor*> destructors{nullptr};  // of its thread_local objects
  Trailed<void*> specific[kMostKeys] = {};           // pthread_setspecific
  Trailed<void*> returned{nullptr};
  Trailed<ir::LocId> outer_place{
      0};  // the place that asked for the function it runs, if no code of the user's called it
  Trailed<bool> has_released{false}, has_to_acquire{false};
  Clock to_acquire;  // the steps that would happen before its next access, after an acquire fence
  Clock released;    // at its last release fence
  // World::create writes these, and saves the whole record before.
  void* (*start)(void*) = nullptr;
  void* argument = nullptr;
  ir::LocId created_at = 0;
  Held* held = nullptr;           // an array; held_will_change saves it
  uint8_t* stack_then = nullptr;  // a copy of the stack; World::arrive saves it
};

}  // namespace mover::runtime
