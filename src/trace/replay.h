// Executes a schedule on a machine and records everything that a report prints about the execution. Names are recorded
// as text at each step, because they depend on the state: an object may end one step later.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "machine/machine.h"
#include "search/search.h"
#include "trace/location.h"
#include "trace/trace.h"

namespace mover {

struct HeldLock {
  std::string name;
  bool shared = false;  // the read side
  Place taken_at;
  Address object = 0;  // distinguishes locks with the same name
};

// The position of a thread between two steps.
struct Position {
  ThreadStatus status = ThreadStatus::Absent;
  bool started = true;
  bool enabled = false;
  WaitsFor waits_for = WaitsFor::Nothing;
  bool waits_on_word = false;  // Condition: the object is a word in memory (std::atomic::wait), no condition variable
  std::string object;          // the name of the object of its pending action
  std::vector<ThreadId> holders;  // the threads that hold the object that this thread waits for
  Place place;
  std::vector<HeldLock> held;
};

struct SeenAccess {
  Access access;
  std::string name;
  std::string before, value;  // the value before a write, and the value that was read or written; empty: unknown
  Place place;
  ir::Order order = ir::Order::NotAtomic;
  bool frees = false;        // the memory is freed
  bool is_internal = false;  // to a variable of the library models, which is of no interest to the user
};

// A function on a thread's stack, and the place that the thread has reached in it.
struct StackFrame {
  std::string function;
  Place place;
  bool operator==(const StackFrame&) const = default;
};

struct ReplayedStep {
  Decision decision;
  Action action;     // the pending action before the step
  std::string what;  // a description of the action: "locks m"
  Place place;       // of a step of the library: that of the call, or of the thread's last step if there is no call
  bool is_outside = false;     // no function of the user is on the stack: main has returned, a thread ends
  bool changes_atoms = false;  // an atom of the finding's formula has another value after the step
  bool preempts = false;       // another thread took the previous step and is still enabled
  std::vector<std::string>
      effects;  // what it did to other threads: "wakes T4 (consumer)", "does not get m (held by T2)"
  std::vector<SeenAccess> accesses;  // of very many only the first, the last, and those that may be a side of the race
  std::vector<ThreadId> created;
  std::vector<HeldLock> held;       // locks of the thread that took the step, after it
  std::vector<Position> positions;  // of all threads, after the step; empty in the middle of a very long schedule
  // The stack and the locks of the thread before the step; recorded only if the step may be a side of the race.
  std::vector<StackFrame> stack;
  std::vector<HeldLock> held_before;
  std::string output;  // the program's output during the step
};

struct ReplayedThread {
  std::string name;
  Place created_at;
  std::optional<ThreadId> creator;
};

// One of the two accesses of a race.
struct RaceSide {
  ThreadId thread = 0;
  Place place;
  SeenAccess access;
  std::vector<HeldLock> held;
  std::vector<StackFrame> stack;  // innermost first, the user's functions only
  ObjectInfo object;              // the accessed object; Unknown if it has ended
  bool has_happened = false;      // otherwise the access is pending
};

// A thread that spins for ever.
struct SpinningLane {
  ThreadId thread = 0;
  Place first, last;               // the lines of its loop
  std::vector<std::string> reads;  // what it reads there
  bool knows_reads = true;         // `reads` is complete
};

struct Replay {
  std::vector<ReplayedThread> threads;
  std::vector<ReplayedStep> steps;
  std::vector<Position> end;  // the positions of all threads when the schedule ends
  std::string output;
  StepResult last;
  std::vector<RaceSide> race;  // the two sides, if the finding is a race
  // If the finding is a busy-wait deadlock: the threads that spin, and those that run for ever in loops without exit.
  std::vector<SpinningLane> spinning;
  std::vector<ThreadId> serving;
  bool shows_finding = false;
  Finding finding;         // the given finding, with the message of this execution
  std::string divergence;  // the reason why the schedule cannot be followed to its end; empty if it can
  Place diverges_at;       // the place of a thread that is disabled when its step is due; empty: no such thread
  bool cut_short = false;  // the deadline was reached before the end
};

// Follows `schedule` from the initial state as far as possible, and checks whether its end shows `finding`.
Replay replay(Machine& machine, const Schedule& schedule, const Finding& finding);

// Whether a violation replays.
enum class Shown : uint8_t { Yes, No, OutOfTime };
Shown judge(Machine& machine, const Violation& violation);
inline bool replays(Machine& machine, const Violation& violation) { return judge(machine, violation) == Shown::Yes; }

// The reason why the schedule cannot be followed, with the place; empty if it can.
std::string divergence_in_words(const Replay& replay);

// The finding of a trace file, with the locations of the current program; empty if the program has no such place.
std::optional<Finding> finding_of(const ir::Program& program, const TraceFinding& finding);

std::vector<TraceStep> steps_of(const Replay& replay);

}  // namespace mover
