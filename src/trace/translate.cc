// Follows the schedule of a replay on one machine (the guide) on another machine ("this machine").
#include "trace/translate.h"

#include <algorithm>
#include <map>
#include <optional>

#include "property/property.h"
#include "property/race.h"
#include "trace/evidence.h"

namespace mover {

namespace {

using ir::SyncOp;

std::string base_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

// Functions in the headers of libraries may be separate functions on one machine and inlined into their callers on the
// other, so their places cannot be compared.
bool is_in_library(const Place& place) { return place.file.starts_with("/usr/"); }

// Whether the places may be the same line.
bool same_line(const Place& a, const Place& b) {
  if (is_in_library(a) || is_in_library(b)) return true;
  return a.line == b.line && a.line != 0 && base_name(a.file) == base_name(b.file);
}

// The kind of event that a machine records for a synchronisation action, if there is one.
std::optional<Event::Kind> event_of(const Action& action) {
  if (action.kind != ActionKind::Sync) return std::nullopt;
  // clang-format off
  switch (action.sync) {
    case SyncOp::ThreadCreate: return Event::Kind::Create;
    case SyncOp::ThreadJoin: return Event::Kind::Join;
    case SyncOp::ThreadExit: return Event::Kind::End;
    case SyncOp::MutexUnlock: case SyncOp::RwUnlock: case SyncOp::SpinUnlock: case SyncOp::SemPost:
    case SyncOp::CondWait: case SyncOp::CondTimedWait: return Event::Kind::Release;
    case SyncOp::MutexLock: case SyncOp::MutexTryLock: case SyncOp::MutexTimedLock: case SyncOp::SpinLock:
    case SyncOp::SpinTryLock: case SyncOp::RwRdLock: case SyncOp::RwWrLock: case SyncOp::RwTryRdLock:
    case SyncOp::RwTryWrLock: case SyncOp::RwTimedRdLock: case SyncOp::RwTimedWrLock: case SyncOp::SemWait:
    case SyncOp::SemTryWait: case SyncOp::SemTimedWait: return Event::Kind::Acquire;
    default: return std::nullopt;
  }
  // clang-format on
}

// Whether the step's action has such an access. Writing is not compared for atomic accesses, because a compare-and-swap
// writes only if it succeeds.
bool accesses(const ReplayedStep& step, const Access& access) {
  const Action& action = step.action;
  return std::any_of(action.accesses.begin(), action.accesses.end(), [&](const Access& one) {
    return one.atomic == access.atomic && (one.write == access.write || one.atomic) && one.size == access.size;
  });
}

// The degree to which a pending action on this machine matches a step of the guide: kSameAction, kSameLine, or 0 for no
// match.
constexpr int kSameLine = 1, kSameAction = 2;
int likeness(const Action& here, const Place& place, const ReplayedStep& there) {
  if (!same_line(place, there.place)) return 0;
  const int otherwise = is_in_library(place) || is_in_library(there.place) ? 0 : kSameLine;
  if (here.alternatives == Alternatives::WeakExchange && there.action.alternatives == here.alternatives)
    return kSameAction;
  if (here.kind != there.action.kind) return otherwise;
  if (here.kind == ActionKind::Sync) return here.sync == there.action.sync ? kSameAction : otherwise;
  if (here.kind != ActionKind::Access) return kSameAction;
  for (const Access& access : here.accesses)
    if (accesses(there, access)) return kSameAction;
  return otherwise;
}

// A thread of the guide, and the same thread on this machine.
struct Pair {
  std::vector<size_t> steps;     // the indices of its steps in the guide
  size_t done = 0;               // the number of these steps that were taken on this machine
  std::optional<ThreadId> here;  // its number on this machine; empty before its creation
};

// One attempt to follow the guide.
class Follower {
 public:
  // `other_first`: at the end, the other thread of the finding runs first (finish()).
  Follower(const Replay& guide, const TraceFinding& finding, Machine& machine, bool other_first)
      : guide_(guide), wanted_(finding), machine_(machine), other_first_(other_first), pairs_(guide.threads.size()) {
    for (size_t i = 0; i < guide.steps.size(); ++i) pairs_[guide.steps[i].decision.thread].steps.push_back(i);
    pairs_[0].here = 0;
  }

  Translated run() {
    machine_.record_events(true);
    last_ = machine_.reset();
    after_step(0);
    std::map<ThreadId, size_t> next;
    for (size_t i = 0; i < guide_.steps.size() && can_continue(); ++i) {
      const ThreadId t = guide_.steps[i].decision.thread;
      reach(t, next[t]++);
    }
    if (can_continue()) finish();
    machine_.record_events(false);
    if (!found_) result_.difference = difference_.empty() ? describe_end() : difference_;
    return std::move(result_);
  }

 private:
  bool can_continue() const {
    return !found_ && last_.kind == StepResult::Kind::Running && result_.violation.schedule.size() < kMostSteps;
  }

  // Runs thread `t` of the guide on this machine until it has taken its step number `step`.
  void reach(ThreadId t, size_t step) {
    Pair& pair = pairs_[t];
    while (can_continue() && pair.done <= step) {
      const size_t at = position(t);
      if (at > step && at != kNowhere) {
        pair.done = at;
      } else if (!pair.here || !machine_.enabled(*pair.here)) {
        // The step is skipped: later steps of other threads may cause a refinement after which the thread is enabled.
        if (difference_.empty()) difference_ = why_not(t, guide_.steps[pair.steps[step]].place);
        pair.done = step + 1;
      } else if (at == step) {
        take_matching(*pair.here, guide_.steps[pair.steps[step]]);
        pair.done = std::max(pair.done, step + 1);
      } else {
        take(*pair.here, 0);
      }
    }
  }

  // The reason why thread `t` of the guide cannot run on this machine to the place of its next step. Empty if it is not
  // blocked on an object.
  std::string why_not(ThreadId t, const Place& goal) const {
    const Pair& pair = pairs_[t];
    if (!pair.here) return guide_.threads[t].name + " does not exist when its next step is due";
    if (machine_.status(*pair.here) != ThreadStatus::Parked) return "";
    const Action action = machine_.pending(*pair.here);
    if (action.waits_for == WaitsFor::Nothing) return "";  // it spins
    return machine_.description().thread_name(*pair.here) + " is blocked at " + to_text(place(action.loc)) +
           " and does not reach " + to_text(goal);
  }

  // Takes the pending step of thread `n` of this machine, with the alternative of the guide's step.
  void take_matching(ThreadId n, const ReplayedStep& there) {
    const uint32_t choices = machine_.choices(n);
    // On this machine an allocation has no alternatives that reuse addresses: it returns new memory or fails.
    const bool refused =
        there.action.alternatives == Alternatives::MemoryOrNull && there.decision.choice + 1 == there.action.choices;
    if (there.action.alternatives == Alternatives::MemoryOrNull && (refused || there.decision.choice == 0))
      return take(n, refused ? choices - 1 : 0);
    if (there.action.kind == ActionKind::Choice && choices != there.action.choices && difference_.empty())
      difference_ = "the value that was chosen at " + to_text(there.place) +
                    " is none of those that the compiled program is given";
    take(n, std::min(there.decision.choice, choices - 1));
  }

  // The index of the step of thread `t` in the guide that matches its pending action on this machine. The number of its
  // steps if the pending action is at the thread's last place in the guide, and kNowhere if nothing matches.
  size_t position(ThreadId t) const {
    const Pair& pair = pairs_[t];
    if (!pair.here || machine_.status(*pair.here) != ThreadStatus::Parked) return kNowhere;
    const Action action = machine_.pending(*pair.here);
    const Place here = place(action.loc), end = t < guide_.end.size() ? guide_.end[t].place : Place{};
    for (int wanted : {kSameAction, kSameLine}) {
      for (size_t i = pair.done; i < pair.steps.size(); ++i)
        if (likeness(action, here, guide_.steps[pair.steps[i]]) >= wanted) return i;
      if (!is_in_library(end) && same_line(here, end)) return pair.steps.size();
    }
    if (action.kind != ActionKind::Exit && action.kind != ActionKind::Local) return kNowhere;
    size_t last = pair.done;  // the line at which a program ends or fails depends on the compiler
    while (last < pair.steps.size() && guide_.steps[pair.steps[last]].action.kind != action.kind) ++last;
    return last;
  }

  void take(ThreadId n, uint32_t choice) {
    last_ = machine_.step(n, choice);
    result_.violation.schedule.push_back({n, choice});
    after_step(n);
  }

  void after_step(ThreadId n) {
    const auto owner = std::find_if(pairs_.begin(), pairs_.end(), [&](const Pair& pair) { return pair.here == n; });
    if (owner != pairs_.end())
      for (const Event& event : machine_.happened()) match(*owner, event);
    observe();
  }

  // Marks the step of the guide that matches the event as done: an action that is merged into a step on this machine
  // may be a step of its own in the guide.
  void match(Pair& pair, const Event& event) {
    auto rest = [&](size_t i) -> const ReplayedStep& { return guide_.steps[pair.steps[i]]; };
    if (event.is_access()) {
      if (pair.done < pair.steps.size() && rest(pair.done).action.kind == ActionKind::Access &&
          same_line(place(event.loc), rest(pair.done).place) && accesses(rest(pair.done), event.access))
        ++pair.done;
      return;
    }
    for (size_t i = pair.done; i < pair.steps.size(); ++i) {
      if (event_of(rest(i).action) != event.kind) continue;
      // The places must match, too: an action that is invisible in the guide is no step there, and must not be matched
      // with a later step of the same kind.
      if (event.loc != 0 && !same_line(place(event.loc), rest(i).place)) continue;
      pair.done = i + 1;
      if (event.kind == Event::Kind::Create && !rest(i).created.empty())
        pairs_[rest(i).created.front()].here = event.other;
      return;
    }
  }

  // Checks whether the violation shows after the last step.
  void observe() {
    std::vector<Finding> seen = machine_.merges_steps() ? machine_.merging().take_races() : std::vector<Finding>();
    if (last_.kind == StepResult::Kind::Failed) seen.push_back(last_.finding);
    if (last_.kind == StepResult::Kind::Running) observe_state(seen);
    if (last_.kind == StepResult::Kind::Ended && wanted_.kind == FindingKind::Exit) observe_end(seen);
    for (const Finding& finding : seen) {
      if (found_ || !is_wanted(finding)) {
        if (finding.kind == wanted_.kind) similar_ = finding;
        continue;
      }
      found_ = true;
      result_.violation.finding = finding;
    }
  }

  void observe_state(std::vector<Finding>& seen) const {
    if (wanted_.kind == FindingKind::Race) return add_pending_race(seen);
    const Property& property = property_of(wanted_.kind);
    if (property.in_state == nullptr) return;
    Observed observed;
    property.in_state(machine_, observed);
    seen.insert(seen.end(), observed.findings.begin(), observed.findings.end());
  }

  void observe_end(std::vector<Finding>& seen) const {
    if (!last_.end.code) return;
    Finding finding;
    finding.kind = FindingKind::Exit;
    finding.message = wanted_.message;
    finding.thread = last_.end.thread;
    finding.loc = last_.end.loc;
    finding.subject = std::to_string(*last_.end.code);
    seen.push_back(std::move(finding));
  }

  // Adds the race of the two pending accesses. The machine's own list may name another one of several consecutive
  // accesses.
  void add_pending_race(std::vector<Finding>& seen) const {
    if (wanted_.thread >= pairs_.size() || wanted_.other_thread >= pairs_.size()) return;
    const std::optional<ThreadId> a = pairs_[wanted_.thread].here, b = pairs_[wanted_.other_thread].here;
    if (!a || !b) return;
    if (const std::optional<Conflict> conflict = pending_conflict(machine_, *a, *b))
      seen.push_back(race_finding(machine_, *a, machine_.pending(*a).loc, conflict->first, *b, machine_.pending(*b).loc,
                                  conflict->second));
  }

  bool is_wanted(const Finding& finding) const {
    if (finding.kind != wanted_.kind) return false;
    // A compiled program knows the line of main, not that of the return from it.
    if (finding.kind == FindingKind::Exit) return finding.subject == wanted_.subject;
    const Place here = place(finding.loc);
    if (!has_other_side(finding.kind)) return same_line(here, wanted_.place);
    const Place other = place(finding.other_loc);
    return (same_line(here, wanted_.place) && same_line(other, wanted_.other_place)) ||
           (same_line(other, wanted_.place) && same_line(here, wanted_.other_place));
  }

  // Takes further steps after the end of the guide, because the violation may show a few steps later on this machine.
  void finish() {
    for (int i = 0; i < kMostMore && can_continue(); ++i) {
      if (has_other_side(wanted_.kind) && other_first_) run_past(wanted_.other_thread, wanted_.other_place);
      run_past(wanted_.thread, wanted_.place);
      if (has_other_side(wanted_.kind) && !other_first_) run_past(wanted_.other_thread, wanted_.other_place);
    }
    if (wanted_.kind != FindingKind::Deadlock) return;
    for (ThreadId n = 0; n < machine_.num_threads(); ++n)
      while (can_continue() && machine_.enabled(n)) take(n, 0);
  }

  // Runs thread `t` of the guide until it has accessed memory at that line, at most kMostMore steps.
  void run_past(ThreadId t, const Place& line) {
    if (t >= pairs_.size() || !pairs_[t].here) return;
    const ThreadId n = *pairs_[t].here;
    bool passed = false;
    for (int i = 0; i < kMostMore && !passed && can_continue() && machine_.enabled(n); ++i) {
      take(n, 0);
      passed = std::any_of(machine_.happened().begin(), machine_.happened().end(),
                           [&](const Event& e) { return e.is_access() && same_line(place(e.loc), line); });
    }
  }

  // A sentence about the end of the execution, which does not show the violation.
  std::string describe_end() const {
    if (similar_) {
      std::string where = to_text(place(similar_->loc));
      if (has_other_side(similar_->kind)) where += " and " + to_text(place(similar_->other_loc));
      return "the compiled program shows this instead, at " + where + ": " + similar_->message;
    }
    switch (last_.kind) {
      case StepResult::Kind::Failed:
        return "the compiled program fails differently, at " + to_text(place(last_.finding.loc)) + ": " +
               last_.finding.message;
      case StepResult::Kind::Limit:
        return in_words(machine_.description().places(), last_.limit);
      case StepResult::Kind::Ended:
        return "the compiled program ends without the violation";
      case StepResult::Kind::Running:
        break;
    }
    return "the compiled program follows the schedule to its end without the violation";
  }

  Place place(ir::LocId loc) const { return place_of(machine_.description().places(), loc); }

  static constexpr size_t kNowhere = SIZE_MAX, kMostSteps = 100'000;
  static constexpr int kMostMore = 16;

  const Replay& guide_;
  const TraceFinding& wanted_;
  Machine& machine_;
  const bool other_first_;
  std::vector<Pair> pairs_;  // by the guide's thread numbers
  StepResult last_;
  Translated result_;
  bool found_ = false;
  std::string difference_;          // the first difference from the guide; empty: none
  std::optional<Finding> similar_;  // a finding of the wanted kind at another place
};

}  // namespace

// A refinement changes the steps of the machine, so the translation begins again after it.
Translated translate(const Replay& guide, const TraceFinding& finding, Machine& machine) {
  for (bool other_first = false;;) {
    const uint64_t refinements = machine.refinements();
    Translated result = Follower(guide, finding, machine, other_first).run();
    if (machine.refinements() != refinements) continue;
    if (result.difference.empty() || other_first || !has_other_side(finding.kind)) return result;
    other_first = true;
  }
}

}  // namespace mover
