#include "property/deadlock.h"

namespace mover {

bool is_deadlock(const Machine& machine) {
  bool someone_waits = false;
  for (ThreadId t = 0; t < machine.num_threads(); ++t) {
    if (machine.status(t) != ThreadStatus::Parked) continue;
    if (machine.enabled(t)) return false;
    // Nothing: it goes round in a circle, and would for ever.
    const WaitsFor why = machine.pending(t).waits_for;
    if (why == WaitsFor::Discarded || why == WaitsFor::Nothing) return false;
    someone_waits = true;
  }
  return someone_waits;
}

namespace {

const char* awaited(WaitsFor why) {
  switch (why) {
    case WaitsFor::Mutex:
      return "mutex ";
    case WaitsFor::RwLock:
      return "readers-writer lock ";
    case WaitsFor::Spin:
      return "spin lock ";
    case WaitsFor::Semaphore:
      return "semaphore ";
    case WaitsFor::Condition:
      return "condition ";
    case WaitsFor::Barrier:
      return "barrier ";
    case WaitsFor::Once:
      return "initialiser of ";
    case WaitsFor::Join:
      return "the end of ";
    case WaitsFor::Data:
      return "data from ";
    case WaitsFor::Room:
      return "room in ";
    case WaitsFor::Connection:
      return "a connection to ";
    case WaitsFor::Event:
      return "something to happen at ";
    default:
      return "";
  }
}

}  // namespace

Finding deadlock_finding(const Machine& machine) {
  Finding finding;
  finding.kind = FindingKind::Deadlock;
  std::string joiners;
  bool named = false;
  for (ThreadId t = 0; t < machine.num_threads(); ++t) {
    if (machine.status(t) != ThreadStatus::Parked) continue;
    Action action = machine.pending(t);
    std::vector<ThreadId> holders = machine.holders(action.object);
    bool joins = action.waits_for == WaitsFor::Join;
    std::string object =
        joins && !holders.empty() ? machine.thread_name(holders[0]) : machine.describe(action.object, 1);
    std::string sentence = machine.thread_name(t) + " waits for " + awaited(action.waits_for) + object;
    // Who merely waits for another thread to end is seldom the cause: it is named last.
    (joins ? joiners : finding.message) += ", " + sentence;
    if (finding.loc == 0 || (!joins && !named)) finding.thread = t, finding.loc = action.loc;
    named |= !joins;
  }
  finding.message = "deadlock: " + (finding.message + joiners).substr(2);
  return finding;
}

}  // namespace mover
