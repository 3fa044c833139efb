// Executes a schedule on a machine and records all that a report prints about it, as text: names depend on the
// state (an object may end one step later), so they are recorded at each step.
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
  Address object = 0;  // two locks may have the same name
};

// The position of a thread between two steps.
struct Position {
  ThreadStatus status = ThreadStatus::Absent;
  bool started = true;
  bool enabled = false;
  WaitsFor waits_for = WaitsFor::Nothing;
  std::string object;             // of its pending action, by name
  std::vector<ThreadId> holders;  // the threads that hold what it waits for
  Place place;
  std::vector<HeldLock> held;
};

struct SeenAccess {
  Access access;
  std::string name;
  std::string before, value;  // before: a write's old value; both empty where unknown
  Place place;
  bool is_internal = false;  // to a variable of the models of the library: no concern of the user's
};

// A function that a thread is in, and its place there.
struct StackFrame {
  std::string function;
  Place place;
  bool operator==(const StackFrame&) const = default;
};

struct ReplayedStep {
  Decision decision;
  Action action;     // as it was pending
  std::string what;  // the action for people: "lock mutex m"
  Place place;
  bool preempts = false;             // the thread of the step before is still enabled
  bool failed_try = false;           // a trylock or the like that failed
  std::vector<SeenAccess> accesses;  // of very many the first and the last, and those that may be a side of the race
  std::vector<ThreadId> created;
  std::vector<HeldLock> held;       // by the thread that moved, after the step
  std::vector<Position> positions;  // of all threads, after the step; empty in the middle of a very long schedule
  // Before the step; where it may be one side of the race that is replayed.
  std::vector<StackFrame> stack;
  std::vector<HeldLock> held_before;
  std::string output;  // what the program wrote in it
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
  ObjectInfo object;              // that is accessed; Unknown where it has ended
  bool has_happened = false;      // otherwise it is pending
};

struct Replay {
  std::vector<ReplayedThread> threads;
  std::vector<ReplayedStep> steps;
  std::vector<Position> end;  // of all threads when the schedule ends
  std::string output;
  StepResult last;
  std::vector<RaceSide> race;  // of a race: its two sides
  bool shows_finding = false;
  Finding finding;         // as found here: the same places, the message of this execution
  std::string divergence;  // why the schedule cannot be followed to its end; empty: it can
  Place diverges_at;       // of the thread that is blocked; empty: none in particular
  bool cut_short = false;  // there was no time to follow it to its end
};

// Follows `schedule` from the initial state as far as possible, and checks whether `finding` shows there.
Replay replay(Machine& machine, const Schedule& schedule, const Finding& finding);

// Whether a violation replays.
enum class Shown : uint8_t { Yes, No, OutOfTime };
Shown judge(Machine& machine, const Violation& violation);
inline bool replays(Machine& machine, const Violation& violation) { return judge(machine, violation) == Shown::Yes; }

// Why the schedule cannot be followed, with the place; empty: it can.
std::string divergence_in_words(const Replay& replay);

// The same for a trace that was read from a file: the finding in terms of the program at hand, or an error where the
// program has no such place.
std::optional<Finding> finding_of(const ir::Program& program, const TraceFinding& finding);

std::vector<TraceStep> steps_of(const Replay& replay);

}  // namespace mover
