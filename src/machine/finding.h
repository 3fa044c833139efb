// Findings (violations in an execution) and the results of steps.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "machine/action.h"
#include "machine/omission.h"

namespace mover {

enum class FindingKind : uint8_t {
  Assertion,
  Deadlock,
  Race,
  Memory,
  Discipline,
  Atomicity,
  Leak,
  Livelock,
  Ltl,
  Exit
};

// The fairness of threads that a violating infinite execution has (docs/liveness.md).
enum class Fairness : uint8_t { None, Weak, Strong };

// The kinds of livelocks (property/livelock.h).
enum class Livelock : uint8_t { Loop, Starvation, NoProgress, NotLockFree, NotWaitFree, Blocks };

// A violation in one state of one execution.
struct Finding {
  FindingKind kind = FindingKind::Assertion;
  std::string message;
  ThreadId thread = 0;
  ir::LocId loc = 0;
  // Race: the other access; `thread` and `loc` describe the access with the smaller location. Atomicity: the commit
  // point of the block. Discipline: an earlier access with other locks, or 0 if an exclusive access predicate is
  // violated.
  ThreadId other_thread = 0;
  ir::LocId other_loc = 0;
  // Memory: the process might continue after the error (use of an uninitialised value, an access beyond an object),
  // unlike after a null access. If memory errors are not checked, the continuations are an omission.
  bool survivable = false;
  // Deadlock: some threads spin or run for ever (property/busy_wait.h). Only searches for busy-wait deadlocks report
  // this.
  bool is_busy_wait = false;
  // Deadlock: every thread of it is blocked, so a single state shows it. False if this is not known, as in a trace.
  bool shows_in_state = false;
  // Livelock, Ltl. The schedule is a lasso, whose steps from `loop` on are repeated for ever. If there are no such
  // steps, the execution has ended, or all threads are blocked. Livelock::Blocks has no lasso, because a single state
  // shows it. `subject` is the name of the operations, or the formula. Exit: `subject` is the exit code.
  Livelock livelock = Livelock::Loop;
  Fairness fairness = Fairness::None;
  std::optional<uint64_t> loop{};
  std::string subject{};
};

// The end of a program.
struct ProgramEnd {
  std::optional<uint8_t> code = 0;  // the exit code; empty: it is not initialised
  ThreadId thread = 0;              // the thread that has ended the program
  ir::LocId loc = 0;                // the call of exit, or the return from main
};

struct StepResult {
  enum class Kind : uint8_t {
    Running,  // the program runs
    Ended,    // `end`: the program has ended (exit, return from main, end of the last thread)
    Failed,   // `finding`; the execution has ended
    Limit,    // the rest of the execution is not explored, because of `limit` (not modelled, too deep, ...)
  } kind = Kind::Running;
  Finding finding;
  Omission limit;
  ProgramEnd end;
};

}  // namespace mover
