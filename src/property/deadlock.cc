// Deadlocks of some or all threads, as a greatest fixpoint.
#include "property/deadlock.h"

#include <algorithm>

#include "property/busy_wait.h"

namespace mover {

namespace {

struct Blocked {
  ThreadId thread = 0;
  WaitsFor why = WaitsFor::Nothing;
  Spins spins = Spins::No;
};

struct Candidates {
  std::vector<Blocked> blocked;
  size_t alive = 0;  // threads that have not ended
};

Candidates blocked_threads(const Machine& machine) {
  Candidates result;
  for (ThreadId t = 0; t < machine.num_threads(); ++t) {
    if (machine.status(t) != ThreadStatus::Parked) continue;
    ++result.alive;
    if (machine.enabled(t)) continue;
    const WaitsFor why = machine.waits_for(t);
    if (why == WaitsFor::Discarded) continue;
    // WaitsFor::Nothing: the thread spins, or another thread's atomic section disables it.
    const Spins spins = why == WaitsFor::Nothing ? machine.pending(t).spins : Spins::No;
    if (why != WaitsFor::Nothing || spins != Spins::No) result.blocked.push_back({t, why, spins});
  }
  return result;
}

bool is_lock(WaitsFor why) {
  return why == WaitsFor::Mutex || why == WaitsFor::Spin || why == WaitsFor::RwLock || why == WaitsFor::Writers;
}

// A quick check that excludes the most common case: a thread waits to join a running thread, which is not a deadlock.
bool may_be_deadlocked(const Candidates& candidates) {
  if (candidates.blocked.empty()) return false;
  if (candidates.blocked.size() == candidates.alive) return true;
  size_t joins = 0;
  for (const Blocked& b : candidates.blocked) {
    if (is_lock(b.why)) return true;
    joins += b.why == WaitsFor::Join;
  }
  return joins >= 2;
}

// Whether only threads of the set, or no threads, could unblock this thread.
bool stays_blocked(const Machine& machine, const Blocked& blocked, const Candidates& set) {
  if (set.blocked.size() == set.alive) return true;
  auto in_set = [&](ThreadId t) {
    return std::any_of(set.blocked.begin(), set.blocked.end(), [&](const Blocked& b) { return b.thread == t; });
  };
  if (!is_lock(blocked.why) && blocked.why != WaitsFor::Join) return false;
  const std::vector<ThreadId> holders = awaited_threads(machine, machine.pending(blocked.thread));
  if (blocked.why == WaitsFor::Writers) return std::any_of(holders.begin(), holders.end(), in_set);
  // Any of several threads may end such a wait: those of a process, or of all children.
  if (blocked.why == WaitsFor::Join) return !holders.empty() && std::all_of(holders.begin(), holders.end(), in_set);
  // All holders have to release the lock. A holder that has ended never releases it.
  return holders.empty() || std::any_of(holders.begin(), holders.end(), [&](ThreadId holder) {
           return machine.status(holder) != ThreadStatus::Parked || in_set(holder);
         });
}

// Removes threads that spin in a loop that has no exit, or may have none, and threads that wait for the end of one of
// them. REQUIRES: all threads are in the set, or none of the set spins.
void remove_servers(const Machine& machine, std::vector<Blocked>& set) {
  std::vector<ThreadId> serving;
  for (const Blocked& b : set)
    if (b.spins == Spins::WithoutExit || b.spins == Spins::Unclear) serving.push_back(b.thread);
  for (size_t i = 0; i < serving.size(); ++i) {
    for (const Blocked& b : set) {
      if (b.why != WaitsFor::Join) continue;
      const std::vector<ThreadId> joined = machine.holders(machine.pending(b.thread).object);
      if (!joined.empty() && joined.front() == serving[i]) serving.push_back(b.thread);
    }
  }
  std::erase_if(set, [&](const Blocked& b) { return std::count(serving.begin(), serving.end(), b.thread) != 0; });
}

// The greatest fixpoint: threads that a thread outside the set could unblock are removed until there are no such
// threads.
std::vector<Blocked> deadlocked(const Machine& machine) {
  Candidates set = blocked_threads(machine);
  if (!may_be_deadlocked(set)) return {};
  for (bool shrinks = true; shrinks;) {
    shrinks = false;
    for (size_t i = set.blocked.size(); i-- > 0;) {
      if (stays_blocked(machine, set.blocked[i], set)) continue;
      set.blocked.erase(set.blocked.begin() + static_cast<std::ptrdiff_t>(i));
      shrinks = true;
    }
  }
  return std::move(set.blocked);
}

}  // namespace

// Only disabled writers count: a writer that waits with a timeout, or could acquire the lock now, is enabled.
std::vector<ThreadId> awaited_threads(const Machine& machine, const Action& action) {
  if (action.waits_for != WaitsFor::Writers) return machine.holders(action.object);
  std::vector<ThreadId> writers;
  for (ThreadId t = 0; t < machine.num_threads(); ++t) {
    if (machine.status(t) != ThreadStatus::Parked || machine.enabled(t)) continue;
    const Action other = machine.pending(t);
    if (other.prefers_writers && other.object == action.object && other.waits_for == WaitsFor::RwLock &&
        other.sync == ir::SyncOp::RwWrLock)
      writers.push_back(t);
  }
  return writers;
}

std::vector<ThreadId> deadlocked_threads(const Machine& machine) {
  std::vector<Blocked> set = deadlocked(machine);
  remove_servers(machine, set);
  std::vector<ThreadId> threads;
  for (const Blocked& b : set) threads.push_back(b.thread);
  return threads;
}

std::vector<std::string> reads_of_spinning(const Machine& machine, ThreadId t) {
  std::vector<Access> accesses;
  machine.touched(t, machine.pending(t), accesses);
  std::vector<std::string> names;
  for (const Access& access : accesses) {
    const std::string name = machine.description().describe(access.address, access.size);
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

bool is_deadlock(const Machine& machine) { return !deadlocked_threads(machine).empty(); }

bool waits_on_word(const Action& action) { return action.waits_for == WaitsFor::Condition && action.mutex == 0; }

namespace {

const char* awaited(const Action& action) {
  switch (action.waits_for) {
    case WaitsFor::Mutex:
      return "mutex ";
    case WaitsFor::RwLock:
    case WaitsFor::Writers:
      return "readers-writer lock ";
    case WaitsFor::Spin:
      return "spin lock ";
    case WaitsFor::Semaphore:
      return "semaphore ";
    case WaitsFor::Condition:
      return waits_on_word(action) ? "a notification of " : "condition ";
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
      return "an event at ";
    case WaitsFor::Signal:
      return "a signal to ";
    default:
      return "";
  }
}

}  // namespace

std::string blocked_in_words(const Machine& machine, ThreadId t) {
  const Action action = machine.pending(t);
  if (action.spins != Spins::No) {
    std::string text = machine.description().thread_name(t) + " spins for ever";
    const std::vector<std::string> reads = reads_of_spinning(machine, t);
    for (size_t i = 0; i < reads.size(); ++i) text += (i == 0 ? " on " : " and ") + reads[i];
    return text;
  }
  const std::vector<ThreadId> holders = machine.holders(action.object);
  const bool joins = action.waits_for == WaitsFor::Join;
  const bool holds_it = is_lock(action.waits_for) && std::find(holders.begin(), holders.end(), t) != holders.end();
  const std::string object = joins && !holders.empty() ? machine.description().thread_name(holders[0])
                                                       : machine.description().describe(action.object, 1);
  return machine.description().thread_name(t) + (holds_it ? " locks " : " waits for ") + awaited(action) + object +
         (holds_it ? ", which it already holds" : "");
}

Finding deadlock_finding(const Machine& machine) {
  Finding finding;
  finding.kind = FindingKind::Deadlock;
  finding.shows_in_state = true;
  std::string joiners;
  bool named = false;
  for (ThreadId t : deadlocked_threads(machine)) {
    const bool joins = machine.waits_for(t) == WaitsFor::Join;
    // A thread that joins another one is seldom the cause, so it is named last.
    (joins ? joiners : finding.message) += ", " + blocked_in_words(machine, t);
    if (finding.loc == 0 || (!joins && !named)) finding.thread = t, finding.loc = machine.pending(t).loc;
    named |= !joins;
  }
  finding.message = "deadlock: " + (finding.message + joiners).substr(2);
  return finding;
}

void observe_deadlock(const Machine& machine, Observed& observed) {
  std::vector<Blocked> set = deadlocked(machine);
  if (set.empty()) return;
  const auto unclear = std::find_if(set.begin(), set.end(), [](const Blocked& b) { return b.spins == Spins::Unclear; });
  if (unclear != set.end())
    observed.undecided = "whether " + machine.description().thread_name(unclear->thread) +
                         " waits for ever: it repeats a loop, no thread changes what it reads, and Mover does not know "
                         "whether the loop has an exit";
  remove_servers(machine, set);
  if (set.empty()) return;
  observed.undecided.clear();
  observed.findings.push_back(deadlock_finding(machine));
}

Finding describe_deadlock(Machine& machine) {
  return is_deadlock(machine) ? deadlock_finding(machine) : busy_wait_finding(machine, future_of(machine));
}

bool shows_deadlock(Machine& machine, const StepResult& last, const Finding& finding) {
  if (last.kind != StepResult::Kind::Running || !is_parked_at(machine, finding.thread, finding.loc)) return false;
  const std::vector<ThreadId> threads = deadlocked_threads(machine);
  if (std::find(threads.begin(), threads.end(), finding.thread) != threads.end()) return true;
  return !finding.shows_in_state && Behaviour::is_observable(machine) && machine.canonical_form_is_complete() &&
         future_of(machine, finding.thread).is_deadlocked(finding.thread);
}

}  // namespace mover
