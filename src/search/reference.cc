// The reference search explores every interleaving, one after the other, without reduction. It follows a path until the
// program ends, fails or deadlocks, or until the path revisits one of its own states, whose future is explored from the
// first visit. Along each path the properties keep their records (path_observer.h), which are part of the state:
// happens-before as vector clocks, and the locks that all accesses to some bytes have held.
//
// The other searches are tested against this one. It is simple, and never optimised.
#include <algorithm>
#include <set>

#include "property/busy_wait.h"
#include "property/deadlock.h"
#include "property/path_observer.h"
#include "search/depth_first.h"

namespace mover {

namespace {

class Chunks final : public ChunkSink {
 public:
  uint32_t intern(std::string_view bytes) override {
    return numbers_.emplace(bytes, static_cast<uint32_t>(numbers_.size())).first->second;
  }

 private:
  std::map<std::string, uint32_t> numbers_;
};

class Reference {
 public:
  Reference(Machine& machine, SearchRun& run)
      : machine_(machine), options_(run.options), result_(run.result), findings_(run.findings), budget_(run.budget) {}

  // Explores all executions from the current state. Returns false if the search is to stop.
  bool explore(PathObservers& past) {
    if (schedule_.size() >= kLongestPath) {  // the recursion is as deep as the path
      add_omission(result_.incomplete, {Omission::Cause::PathLength, "reference", kLongestPath});
      return true;
    }
    std::vector<uint32_t> state = canonical();
    states_.insert(state);
    state.push_back(chunks_.intern(past.canonical(machine_)));
    if (!on_path_.insert(state).second) return check_cycle(state);
    bool go_on = observe() && expand(past);
    on_path_.erase(state);
    return go_on;
  }

  uint64_t states() const { return states_.size(); }

 private:
  static constexpr size_t kLongestPath = 4000;

  std::vector<uint32_t> canonical() {
    std::vector<uint32_t> tuple;
    machine_.states().canonical_state(chunks_, tuple);
    return tuple;
  }

  bool no_thread_can_step() const {
    for (ThreadId t = 0; t < machine_.num_threads(); ++t)
      if (machine_.enabled(t)) return false;
    return is_deadlock(machine_);
  }

  // The current state is on a cycle. Checks whether its threads spin for ever: each state of a terminal component is on
  // a cycle.
  bool check_cycle(const std::vector<uint32_t>& state) {
    if (!options_.checks.deadlock || machine_.has().control_flow == nullptr ||
        !machine_.observations().incomplete().empty() || !checked_.insert(state).second)
      return true;
    const Future future = future_of(machine_);
    if (future.is_exhausted) add_omission(result_.incomplete, omission("busy waits were not decided"));
    return !future.is_recurrent || !future.roles.is_deadlock() ||
           findings_.add(busy_wait_finding(machine_, future), schedule_);
  }

  bool observe() {
    result_.stats.max_depth = std::max<uint64_t>(result_.stats.max_depth, schedule_.size());
    if (no_thread_can_step()) ++result_.stats.executions;
    return findings_.in_state(machine_, schedule_);
  }

  bool expand(const PathObservers& past) {
    auto here = machine_.snapshot();
    // Begins with the thread after the thread of the last step, so that a thread that runs for ever does not keep the
    // search from exploring the others.
    const ThreadId count = machine_.num_threads(), last = schedule_.empty() ? 0 : schedule_.back().thread;
    for (ThreadId i = 0; i < count; ++i) {
      const ThreadId t = (last + 1 + i) % count;
      uint32_t choices = machine_.enabled(t) ? machine_.choices(t) : 0;
      for (uint32_t choice = 0; choice < choices; ++choice) {
        bool go_on = follow({t, choice}, past);
        machine_.restore(*here);
        if (!go_on) return false;
      }
    }
    return true;
  }

  bool follow(Decision decision, PathObservers past) {
    if (!budget_.go_on(schedule_.size())) return false;
    ++result_.stats.transitions;
    past.before_step(machine_, decision.thread);
    StepResult step = machine_.step(decision.thread, decision.choice);
    schedule_.push_back(decision);
    bool go_on = findings_.add(past.after_step(machine_, decision.thread), schedule_) &&
                 findings_.after_step(machine_, step, schedule_);
    if (go_on && step.kind == StepResult::Kind::Running) go_on = explore(past);
    schedule_.pop_back();
    return go_on;
  }

  Machine& machine_;
  const SearchOptions& options_;
  SearchResult& result_;
  Findings& findings_;
  Budget& budget_;
  Chunks chunks_;
  Schedule schedule_;
  std::set<std::vector<uint32_t>> on_path_, states_, checked_;
};

}  // namespace

SearchResult search_reference(const MachineFactory& make_machine, const SearchOptions& options) {
  SearchRun run(options);
  std::unique_ptr<Machine> machine = make_machine();
  machine->record_events(true);
  StepResult first = machine->reset();
  PathObservers past(options.checks);
  past.after_step(*machine, 0);
  Reference search(*machine, run);
  if (run.findings.after_step(*machine, first, {}) && first.kind == StepResult::Kind::Running) search.explore(past);
  run.result.stats.states = search.states();
  add_observations(*machine, run.result);
  return run.finish();
}

}  // namespace mover
