// Races between pending accesses of one state.
#include "property/race.h"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace mover {

bool conflict(const Access& a, const Access& b) {
  if (!a.write && !b.write) return false;
  if (a.atomic && b.atomic) return false;
  if (a.scope || b.scope) return false;
  return a.address < b.address + b.size && b.address < a.address + a.size;
}

Finding race_finding(const Machine& machine, ThreadId a, ir::LocId a_loc, const Access& a_access, ThreadId b,
                     ir::LocId b_loc, const Access& b_access) {
  const ir::Places places = machine.description().places();
  const ir::Loc &a_place = places.loc(a_loc), &b_place = places.loc(b_loc);
  bool swapped =
      std::tie(b_place.file, b_place.line, b_place.column, b) < std::tie(a_place.file, a_place.line, a_place.column, a);
  const Access& first = swapped ? b_access : a_access;
  const Access& second = swapped ? a_access : b_access;
  auto verb = [](const Access& access) {
    return std::string(access.atomic ? "atomic " : "") + (access.write ? "write" : "read");
  };
  Finding finding;
  finding.kind = FindingKind::Race;
  finding.thread = swapped ? b : a;
  finding.loc = swapped ? b_loc : a_loc;
  finding.other_thread = swapped ? a : b;
  finding.other_loc = swapped ? a_loc : b_loc;
  finding.message = "data race on " + machine.description().describe(first.address, first.size) + ": " + verb(first) +
                    " by " + machine.description().thread_name(finding.thread) + " and " + verb(second) + " by " +
                    machine.description().thread_name(finding.other_thread) + ", with nothing to order them";
  return finding;
}

// A quick check that excludes most states: at most one thread is parked at an access, or all pending accesses are
// atomic.
static bool may_have_races(const Machine& machine) {
  uint32_t of_kind[4] = {};
  for (ThreadId t = 0; t < machine.num_threads(); ++t) ++of_kind[static_cast<size_t>(machine.access_hint(t))];
  const auto [none, sync, atomic, plain] = of_kind;
  return sync + atomic + plain >= 2 && (plain >= 1 || (sync >= 1 && atomic >= 1));
}

// Whether the pending action counts as an access to its synchronisation object. A thread that is blocked on a lock does
// not count: the lock is held, so destroying it is reported as a memory error. A thread that waits for a semaphore
// counts.
static bool uses_object(const Action& action) { return action.enabled || action.waits_for == WaitsFor::Semaphore; }

// One action operates on a synchronisation object whose bytes the other one accesses, initialises or destroys.
std::optional<Conflict> object_conflict(const Action& one, const Action& two) {
  std::optional<Conflict> result;
  if (!uses_object(one) || !uses_object(two)) return result;
  auto against_plain = [&](const Access& object, const Action& other, bool swapped) {
    for (const Access& access : other.accesses)
      if (conflict(object, access)) result = swapped ? Conflict{access, object} : Conflict{object, access};
  };
  for_each_object_access(one, [&](const Access& a) {
    against_plain(a, two, false);
    for_each_object_access(two, [&](const Access& b) {
      if (conflict(a, b)) result = Conflict{a, b};
    });
  });
  for_each_object_access(two, [&](const Access& b) { against_plain(b, one, true); });
  return result;
}

// Whether `one` accesses the bytes of the lock on which `two` operates, or initialises it.
static bool accesses_lock(const Action& one, const Action& two) {
  if (two.kind != ActionKind::Sync || two.sync > ir::SyncOp::OnceEnd) return false;
  const Access locks[] = {{two.object, size_of_object(two.sync)}, {two.mutex, size_of_object(ir::SyncOp::MutexLock)}};
  auto conflicts = [&](Access access) {
    access.atomic = false;
    access.write = true;  // reading the bytes observes whether a thread holds the lock
    return std::any_of(std::begin(locks), std::end(locks),
                       [&](const Access& lock) { return lock.address != 0 && conflict(access, lock); });
  };
  if (one.kind == ActionKind::Sync && initialises(one.sync))
    return conflicts({one.object, size_of_object(one.sync), true});
  return std::any_of(one.accesses.begin(), one.accesses.end(), conflicts);
}

void observe_races(const Machine& machine, Observed& result) {
  if (!may_have_races(machine)) return;
  struct Parked {
    ThreadId thread;
    Action action;
  };
  static thread_local std::vector<Parked> parked;  // allocating it each time would dominate the cost
  parked.clear();
  auto compare = [&](const Parked& one, const Parked& two) {
    if (std::optional<Conflict> both = object_conflict(one.action, two.action)) {
      result.findings.push_back(
          race_finding(machine, one.thread, one.action.loc, both->first, two.thread, two.action.loc, both->second));
      return;
    }
    result.hides_order |= accesses_lock(one.action, two.action) || accesses_lock(two.action, one.action);
    for (const Access& a : one.action.accesses)
      for (const Access& b : two.action.accesses) {
        if (conflict(a, b)) {
          result.findings.push_back(
              race_finding(machine, one.thread, one.action.loc, a, two.thread, two.action.loc, b));
          return;
        }
        Access written_a = a, written_b = b;
        written_a.write |= a.conditional, written_b.write |= b.conditional;
        result.hides_order |= conflict(written_a, written_b);
      }
  };
  for (ThreadId t = 0; t < machine.num_threads(); ++t) {
    if (machine.access_hint(t) == AccessHint::None) continue;
    Parked now{t, machine.pending(t)};
    for (const Parked& other : parked) compare(other, now);
    parked.push_back(now);
  }
}

std::optional<Conflict> pending_conflict(const Machine& machine, ThreadId first, ThreadId second) {
  auto is_parked = [&](ThreadId t) { return t < machine.num_threads() && machine.status(t) == ThreadStatus::Parked; };
  if (first == second || !is_parked(first) || !is_parked(second)) return std::nullopt;
  const Action a = machine.pending(first), b = machine.pending(second);
  for (const Access& one : a.accesses)
    for (const Access& other : b.accesses)
      if (conflict(one, other)) return Conflict{one, other};
  return object_conflict(a, b);
}

bool shows_race(Machine& machine, const StepResult& last, const Finding& finding) {
  return last.kind == StepResult::Kind::Running && is_parked_at(machine, finding.thread, finding.loc) &&
         is_parked_at(machine, finding.other_thread, finding.other_loc) &&
         pending_conflict(machine, finding.thread, finding.other_thread).has_value();
}

bool is_same_race(const Machine& machine, const Finding& race, const Finding& other) {
  auto is_it = [&](ThreadId thread, ir::LocId loc, ThreadId other_thread, ir::LocId other_loc) {
    return thread == race.thread && other_thread == race.other_thread && same_place(machine, loc, race.loc) &&
           same_place(machine, other_loc, race.other_loc);
  };
  return is_it(other.thread, other.loc, other.other_thread, other.other_loc) ||
         is_it(other.other_thread, other.other_loc, other.thread, other.loc);
}

}  // namespace mover
