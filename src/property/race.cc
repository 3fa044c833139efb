#include "property/race.h"

namespace mover {

bool conflict(const Access& a, const Access& b) {
  if (!a.write && !b.write) return false;
  if (a.atomic && b.atomic) return false;
  return a.address < b.address + b.size && b.address < a.address + a.size;
}

Finding race_finding(const Machine& machine, ThreadId a, ir::LocId a_loc, const Access& a_access, ThreadId b, ir::LocId b_loc, const Access& b_access) {
  bool swapped = b_loc < a_loc;
  const Access& first = swapped ? b_access : a_access;
  const Access& second = swapped ? a_access : b_access;
  auto verb = [](const Access& access) { return std::string(access.atomic ? "atomic " : "") + (access.write ? "write" : "read"); };
  Finding finding;
  finding.kind = FindingKind::Race;
  finding.thread = swapped ? b : a;
  finding.loc = swapped ? b_loc : a_loc;
  finding.other_thread = swapped ? a : b;
  finding.other_loc = swapped ? a_loc : b_loc;
  finding.message = "data race on " + machine.describe(first.address, first.size) + ": " + verb(first) + " by " + machine.thread_name(finding.thread) +
                    " and " + verb(second) + " by " + machine.thread_name(finding.other_thread) + ", with nothing to order them";
  return finding;
}

// Most states have no two threads at an access, or only atomic ones.
static bool worth_a_look(const Machine& machine) {
  uint32_t accesses = 0, plain = 0;
  for (ThreadId t = 0; t < machine.num_threads(); ++t) {
    AccessHint hint = machine.access_hint(t);
    accesses += hint != AccessHint::None;
    plain += hint == AccessHint::Plain;
  }
  return accesses >= 2 && plain >= 1;
}

std::vector<Finding> races_now(const Machine& machine) {
  if (!worth_a_look(machine)) return {};
  struct Parked {
    ThreadId thread;
    Action action;
  };
  std::vector<Finding> findings;
  std::vector<Parked> parked;
  for (ThreadId t = 0; t < machine.num_threads(); ++t) {
    if (machine.status(t) != ThreadStatus::Parked) continue;
    Action action = machine.pending(t);
    if (action.num_accesses == 0) continue;
    for (const Parked& other : parked) {
      bool found = false;
      for (int i = 0; i < action.num_accesses && !found; ++i)
        for (int j = 0; j < other.action.num_accesses && !found; ++j)
          if (conflict(action.accesses[i], other.action.accesses[j])) {
            findings.push_back(race_finding(machine, other.thread, other.action.loc, other.action.accesses[j], t, action.loc, action.accesses[i]));
            found = true;
          }
    }
    parked.push_back({t, action});
  }
  return findings;
}

bool is_deadlock(const Machine& machine) {
  bool someone_waits = false;
  for (ThreadId t = 0; t < machine.num_threads(); ++t) {
    if (machine.status(t) != ThreadStatus::Parked) continue;
    if (machine.enabled(t) || machine.pending(t).waits_for == WaitsFor::Discarded) return false;
    someone_waits = true;
  }
  return someone_waits;
}

namespace {

const char* awaited(WaitsFor why) {
  switch (why) {
    case WaitsFor::Mutex: return "mutex ";
    case WaitsFor::RwLock: return "readers-writer lock ";
    case WaitsFor::Spin: return "spin lock ";
    case WaitsFor::Semaphore: return "semaphore ";
    case WaitsFor::Condition: return "condition ";
    case WaitsFor::Barrier: return "barrier ";
    case WaitsFor::Once: return "initialiser of ";
    case WaitsFor::Join: return "the end of ";
    default: return "";
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
    std::string object = joins && !holders.empty() ? machine.thread_name(holders[0]) : machine.describe(action.object, 1);
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
