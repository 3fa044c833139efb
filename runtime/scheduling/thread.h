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

// The operation that a thread is parked at, or that it executes without parking because no other thread can observe
// when it happens.
struct Operation {
  ActionKind kind = ActionKind::Local;
  ir::SyncOp sync = ir::SyncOp::Yield;
  FindingKind fails_as = FindingKind::Assertion;  // Local: the kind of the failure, if `message` is set
  bool is_limit = false;                          // Local: no failure; the execution cannot be followed further
  bool crashes = false;                           // Local: the process would crash, so the thread cannot continue
  bool compares = false;                          // an atomic access that writes only if it finds `argument`
  uint32_t choices = 1;                           // Choice
  Alternatives alternatives = Alternatives::Values;
  ir::LocId loc = 0;
  Access access;  // one range of bytes, or none (size 0); the accesses of a call on channels are those of `call`
  Address object = 0, mutex = 0;
  uint64_t argument = 0;              // a type of mutex, a semaphore's value, …; if `compares`: the expected value
  const char* message = nullptr;      // Local: the failure or limit; null: the thread was parked after a long step
  const struct Call* call = nullptr;  // Access: a call on channels, see channels/channels.h
  bool on_word = false;               // Sync: a wait or a wake-up of a futex
  bool is_recorded = false;           // Sync: the use of the object has been recorded, as the thread is or was blocked
  bool in_left_frame = false;         // Sync: the object was in a frame of this thread whose function has returned
};

enum class Life : uint8_t {
  Absent,
  Fresh,  // has been created, and has not run yet
  Parked,
  Waiting,  // waits on a condition variable or a word of memory
  Woken,    // was woken from a condition variable, and has to lock the mutex again
  Queued,   // waits to write-lock a readers-writer lock that prefers writers
  InBarrier,
  PastBarrier,
  PastWord,   // was woken from a wait on a word of memory
  Discarded,  // has reached a false assume
  Ended,
};

// Detects that a thread spins. A thread that only reads, and returns to the same place with the same stack, repeats the
// loop until a value that it read changes. It is disabled until then.
struct SpinLoop {
  static constexpr uint32_t kMostReads = 16, kMostLoops = 8;
  struct Read {
    uint64_t address, size, value;
  };
  bool marked = false;      // there is a mark: a past state of the thread in which a loop may have begun
  ir::LocId loc = 0;        // the place of the thread at the mark
  uint64_t stack_size = 0;  // the size of the thread's stack at the mark; Thread::stack_then contains its bytes
  uint32_t idle = 0;        // the number of visible reads since the thread's last other action
  uint32_t next_mark = 2;   // the value of `idle` at which the next mark is set
  uint32_t num_reads = 0;   // the number of reads since the mark
  uint32_t num_loops = 0;   // the number of loops since the mark; kMostLoops + 1: there are more
  bool closed = false;      // the thread has returned to the mark, so it spins
  uint64_t saved_in = 0;    // see Trail
  Read reads[kMostReads];
  LoopUse loops[kMostLoops];

  void will_change() { trail.save_once(saved_in, this, offsetof(SpinLoop, saved_in)); }
  void reset() {
    will_change();
    marked = false;
    idle = 0;
    next_mark = 2;
    num_reads = num_loops = 0;
    closed = false;
  }
};

constexpr uint32_t kMostKeys = 64;

// Arguments of operations on mutexes. kRobustMutex is added to the type when a mutex is initialised. kAbandons marks
// the unlocking of a robust mutex whose owner ends.
constexpr uint64_t kRobustMutex = 16, kAbandons = 1;

// The fault for which a handler of the program (of SIGSEGV or a similar signal) runs. The fault is a finding unless the
// handler leaves by siglongjmp.
struct Fault {
  FindingKind kind = FindingKind::Memory;
  const char* message = nullptr;  // null: no handler runs
  ir::LocId loc = 0;
};

// A thread of the program. scheduling/thread_fields.h says for every field how backtracking restores it, and whether it
// is part of the state.
struct Thread {
  static constexpr uint32_t kMostHeld = 1 << 20;  // memory is taken only for entries that are used

  Context context;
  Life life = Life::Absent;
  bool detached = false, joined = false, timed = false, timed_out = false;
  bool wants_large_stack = false;  // the program asked for more than kStackSize
  uint32_t choice = 0;
  Operation operation;
  Address wait_object = 0, wait_mutex = 0;
  uint32_t atomic_depth = 0;
  uint32_t num_children = 0, num_held = 0;
  uint32_t steps = 0;                        // the number of steps that it has taken
  uint64_t free_numbers = 0;                 // a bit set: numbers of joined threads, for new threads
  uint64_t saved_in = 0, held_saved_in = 0;  // see Trail
  // Saves all fields above `saved_in`, before they change.
  void will_change() { trail.save_once(saved_in, this, offsetof(Thread, saved_in)); }
  // Saves the locks that it holds, before they change.
  void held_will_change() {
    will_change();
    trail.save_once(held_saved_in, held, num_held * static_cast<uint32_t>(sizeof(Held)));
  }
  // Backtracking does not restore these, as they are written before they are read.
  int64_t result = 0;     // the result of the operation
  uint64_t accesses = 0;  // the number of accesses since it was resumed; after many, it is parked

  SpinLoop spin_loop;
  Clock clock;  // the steps that happen before its next access
  Trailed<uint64_t> random{1};
  Trailed<mover_clock_reader> wall_reader{{-1, 0, 0, 0, 0, 0, 0, {}, {}}};  // recognises polling
  Trailed<mover_clock_reader> processor_reader{{-1, 0, 0, 0, 0, 0, 0, {}, {}}};
  Trailed<std::array<char, 16>> name{{}};  // pthread_setname_np
  Trailed<Fault> fault{{}};
  Trailed<void*> cleanup{nullptr};                   // the newest handler of pthread_cleanup_push
  Trailed<struct Destructor*> destructors{nullptr};  // the destructors of its thread_local objects
  Trailed<void*> specific[kMostKeys] = {};           // pthread_setspecific
  Trailed<void*> returned{nullptr};
  // If no code of the user called the function that runs (an exit handler, say): the place that registered it.
  Trailed<ir::LocId> outer_place{0};
  Trailed<bool> has_released{false}, has_to_acquire{false};
  Clock to_acquire;  // the steps that an acquire fence would order before its next access
  Clock released;    // its clock at its last release fence
  // World::create writes these fields, after it has saved the whole record.
  void* (*start)(void*) = nullptr;
  void* argument = nullptr;
  ir::LocId created_at = 0;
  Held* held = nullptr;           // an array; held_will_change saves it
  uint8_t* stack_then = nullptr;  // its stack at the mark of spin_loop; World::arrive saves it
};

}  // namespace mover::runtime
