#include "trace/translate.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "property/deadlock.h"
#include "trace/words.h"

namespace mover {

namespace {

using ir::SyncOp;

std::string base_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

bool same_line(const Place& a, const Place& b) {
  return a.line == b.line && a.line != 0 && base_name(a.file) == base_name(b.file);
}

// What an action is called as an event, where it gives one.
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

bool is_access(Event::Kind kind) {
  return kind == Event::Kind::Access || kind == Event::Kind::AtomicLoad || kind == Event::Kind::AtomicStore ||
         kind == Event::Kind::AtomicRmw;
}

// Whether the step did that: a compare-and-swap may have written or not.
bool accesses(const ReplayedStep& step, const Access& access) {
  const Action& action = step.action;
  return std::any_of(action.accesses, action.accesses + action.num_accesses, [&](const Access& one) {
    return (one.write == access.write || (one.atomic && access.atomic)) && one.size == access.size;
  });
}

// How alike the action that a thread is about to take here and one that was taken there are; 0: not at all.
constexpr int kSameLine = 1, kSameAction = 2;
int likeness(const Action& here, const Place& place, const ReplayedStep& there) {
  if (!same_line(place, there.place)) return 0;
  if (here.kind != there.action.kind) return kSameLine;
  if (here.kind == ActionKind::Sync) return here.sync == there.action.sync ? kSameAction : kSameLine;
  if (here.kind != ActionKind::Access) return kSameAction;
  for (unsigned i = 0; i < here.num_accesses; ++i)
    if (accesses(there, here.accesses[i])) return kSameAction;
  return kSameLine;
}

// One thread there and here.
struct Pair {
  std::vector<size_t> steps;  // of the guide that are its own
  size_t done = 0;            // so many of them have been taken here
  std::optional<ThreadId> here;
};

// One attempt to follow the guide.
class Follower {
 public:
  Follower(const Replay& guide, const TraceFinding& finding, Machine& machine)
      : guide_(guide), wanted_(finding), machine_(machine), pairs_(guide.threads.size()) {
    for (size_t i = 0; i < guide.steps.size(); ++i) pairs_[guide.steps[i].decision.thread].steps.push_back(i);
    pairs_[0].here = 0;
  }

  Translated run() {
    machine_.record_events(true);
    last_ = machine_.reset();
    after_step(0);
    std::map<ThreadId, size_t> next;
    for (size_t i = 0; i < guide_.steps.size() && goes_on(); ++i) {
      const ThreadId t = guide_.steps[i].decision.thread;
      reach(t, next[t]++);
    }
    if (goes_on()) finish();
    machine_.record_events(false);
    if (!found_ && result_.difference.empty()) result_.difference = how_it_ends();
    if (found_) result_.difference.clear();
    return std::move(result_);
  }

 private:
  bool goes_on() const {
    return !found_ && result_.difference.empty() && last_.kind == StepResult::Kind::Running &&
           result_.violation.schedule.size() < kMostSteps;
  }

  // The thread of the guide goes on here until it has taken that step of its own.
  void reach(ThreadId t, size_t step) {
    Pair& pair = pairs_[t];
    while (goes_on() && pair.done <= step) {
      if (!pair.here) {
        result_.difference = guide_.threads[t].name + " does not exist when it is to go on";
        return;
      }
      const ThreadId n = *pair.here;
      if (machine_.status(n) != ThreadStatus::Parked) {
        pair.done = step + 1;
        return;
      }
      const Action action = machine_.pending(n);
      const size_t at = position(t, action);
      if (at > step && at != kNowhere) {
        pair.done = at;
        return;
      }
      if (!machine_.enabled(n)) {
        if (action.waits_for == WaitsFor::Nothing) {  // it goes round in a circle, here as there
          pair.done = step + 1;
          return;
        }
        result_.difference = machine_.thread_name(n) + " has to wait at " + to_text(place(action.loc)) + " instead of going on to " +
                             to_text(guide_.steps[pair.steps[step]].place);
        return;
      }
      const uint32_t choice = at == step ? guide_.steps[pair.steps[step]].decision.choice : 0;
      take(n, choice < machine_.choices(n) ? choice : 0);
      if (at == step) pair.done = std::max(pair.done, step + 1);
    }
  }

  // Where the guide's thread was when it was about to do what it is about to do here; behind all steps: where it was at
  // the end.
  size_t position(ThreadId t, const Action& action) const {
    const Pair& pair = pairs_[t];
    const Place here = place(action.loc);
    for (int wanted : {kSameAction, kSameLine}) {
      for (size_t i = pair.done; i < pair.steps.size(); ++i)
        if (likeness(action, here, guide_.steps[pair.steps[i]]) >= wanted) return i;
      if (t < guide_.end.size() && same_line(here, guide_.end[t].place)) return pair.steps.size();
    }
    return kNowhere;
  }

  void take(ThreadId n, uint32_t choice) {
    last_ = machine_.step(n, choice);
    result_.violation.schedule.push_back({n, choice});
    after_step(n);
  }

  void after_step(ThreadId n) {
    const auto owner = std::find_if(pairs_.begin(), pairs_.end(), [&](const Pair& pair) { return pair.here == n; });
    if (owner != pairs_.end())
      for (const Event& event : machine_.happened()) note(*owner, event);
    look();
  }

  // What was gone through here has been done there as well, if it could be seen there.
  void note(Pair& pair, const Event& event) {
    auto rest = [&](size_t i) -> const ReplayedStep& { return guide_.steps[pair.steps[i]]; };
    if (is_access(event.kind)) {
      if (pair.done < pair.steps.size() && same_line(place(event.loc), rest(pair.done).place) &&
          accesses(rest(pair.done), event.access))
        ++pair.done;
      return;
    }
    for (size_t i = pair.done; i < pair.steps.size(); ++i) {
      if (event_of(rest(i).action) != event.kind) continue;
      pair.done = i + 1;
      if (event.kind == Event::Kind::Create && !rest(i).created.empty())
        pairs_[rest(i).created.front()].here = event.other;
      return;
    }
  }

  // Whether the violation shows.
  void look() {
    std::vector<Finding> seen = machine_.merges_steps() ? machine_.take_races() : std::vector<Finding>();
    if (last_.kind == StepResult::Kind::Failed) seen.push_back(last_.finding);
    if (last_.kind == StepResult::Kind::Running && wanted_.kind == FindingKind::Deadlock && is_deadlock(machine_))
      seen.push_back(deadlock_finding(machine_));
    for (const Finding& finding : seen) {
      if (found_ || !is_wanted(finding)) continue;
      found_ = true;
      result_.violation.finding = finding;
    }
  }

  bool is_wanted(const Finding& finding) const {
    if (finding.kind != wanted_.kind) return false;
    const Place here = place(finding.loc);
    if (!has_other_side(finding.kind)) return same_line(here, wanted_.place);
    const Place other = place(finding.other_loc);
    return (same_line(here, wanted_.place) && same_line(other, wanted_.other_place)) ||
           (same_line(other, wanted_.place) && same_line(here, wanted_.other_place));
  }

  // The guide is at its end; what it shows there may take a few steps more here.
  void finish() {
    std::vector<ThreadId> order;
    for (ThreadId t : {wanted_.thread, wanted_.other_thread})
      if (t < pairs_.size() && pairs_[t].here) order.push_back(*pairs_[t].here);
    if (!has_other_side(wanted_.kind)) order.resize(std::min<size_t>(order.size(), 1));
    for (ThreadId n : order)
      for (int i = 0; i < kMostMore && goes_on() && machine_.enabled(n); ++i) take(n, 0);
    if (wanted_.kind != FindingKind::Deadlock) return;
    for (ThreadId n = 0; n < machine_.num_threads(); ++n)
      while (goes_on() && machine_.enabled(n)) take(n, 0);
  }

  std::string how_it_ends() const {
    switch (last_.kind) {
      case StepResult::Kind::Failed:
        return "the compiled program fails otherwise, at " + to_text(place(last_.finding.loc)) + ": " +
               last_.finding.message;
      case StepResult::Kind::Limit:
        return last_.limit;
      case StepResult::Kind::Ended:
        return "the compiled program ends and nothing is wrong";
      case StepResult::Kind::Running:
        break;
    }
    return "the compiled program follows the schedule to its end and nothing is wrong there";
  }

  Place place(ir::LocId loc) const { return place_of(machine_.program(), loc); }

  static constexpr size_t kNowhere = SIZE_MAX, kMostSteps = 100'000;
  static constexpr int kMostMore = 16;

  const Replay& guide_;
  const TraceFinding& wanted_;
  Machine& machine_;
  std::vector<Pair> pairs_;  // by the guide's numbers
  StepResult last_;
  Translated result_;
  bool found_ = false;
};

}  // namespace

// What the machine learns on the way changes what its steps are.
Translated translate(const Replay& guide, const TraceFinding& finding, Machine& machine) {
  for (;;) {
    const uint64_t lessons = machine.lessons();
    Translated result = Follower(guide, finding, machine).run();
    if (machine.lessons() == lessons) return result;
  }
}

}  // namespace mover
