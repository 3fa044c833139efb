// What can be wrong with an execution, and how a step ends.
#pragma once

#include <string>

#include "machine/action.h"
#include "machine/omission.h"

namespace mover {

enum class FindingKind : uint8_t { Assertion, Deadlock, Race, Memory, Discipline, Atomicity, Leak };
inline bool has_other_side(FindingKind kind) {
  return kind == FindingKind::Race || kind == FindingKind::Atomicity || kind == FindingKind::Discipline;
}

// Something wrong, seen in one state of one execution.
struct Finding {
  FindingKind kind = FindingKind::Assertion;
  std::string message;
  ThreadId thread = 0;
  ir::LocId loc = 0;
  // Race: the other side. `thread`/`loc` is the one with the smaller location. Atomicity: where the block had
  // committed. Discipline: an earlier access with other locks; nothing where a predicate is broken.
  ThreadId other_thread = 0;
  ir::LocId other_loc = 0;
  // Memory: the process might survive it (use of an uninitialised value, an access beyond an object), unlike a
  // null access. Where that is not asked for, what comes after it is missing.
  bool survivable = false;
};

struct StepResult {
  enum class Kind : uint8_t {
    Running,  // the program runs
    Ended,    // the program has ended (exit, return from main, end of the last thread)
    Failed,   // `finding`; the execution has ended
    Limit,  // `limit` was hit here (not modelled, too deep, too much memory); the execution cannot be followed further
  } kind = Kind::Running;
  Finding finding;
  Omission limit;
};

}  // namespace mover
