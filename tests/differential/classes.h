// Counts the Mazurkiewicz traces of a program by exploring every interleaving, and writing each in a canonical form.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "machine/machine.h"
#include "search/dependence.h"

namespace mover::differential {

class ClassCounter {
 public:
  ClassCounter(Machine& machine, uint64_t budget) : machine_(machine), budget_(budget) {}

  // Explores all continuations of the machine's state. Returns whether the traces can be counted. They cannot if that
  // takes more steps than the budget, if an execution does not end normally (it fails, has a cycle, is ended by one
  // thread while others are enabled, or is discarded), or if there are atomic sections. `past`: happens-before so far.
  // REQUIRES: the machine was reset, and records events.
  bool follow(const DependenceOrder& past) {
    if (path_.size() > kLongest) return false;
    ThreadSet enabled = 0;
    for (ThreadId t = 0; t < machine_.num_threads(); ++t) {
      if (machine_.status(t) != ThreadStatus::Parked) continue;
      const Action action = machine_.pending(t);
      if (action.waits_for == WaitsFor::Discarded) return false;
      if (action.kind == ActionKind::Sync && action.sync == ir::SyncOp::AtomicBegin) return false;
      if (action.enabled) enabled |= bit(t);
    }
    if (enabled == 0) {
      classes_.insert(form());
      return true;
    }
    const auto here = machine_.snapshot();
    bool fine = true;
    for_each(enabled, [&](ThreadId t) {
      const uint32_t choices = machine_.choices(t);
      for (uint32_t choice = 0; fine && choice < choices; ++choice) {
        fine = step(t, choice, past, enabled);
        machine_.restore(*here);
      }
    });
    return fine;
  }

  uint64_t number() const { return classes_.size(); }

 private:
  static constexpr size_t kLongest = 400;
  struct Step {
    ThreadId thread;
    std::string past;  // the step's choice, and for each thread the number of its steps that happen-before this step
  };

  bool step(ThreadId t, uint32_t choice, DependenceOrder past, ThreadSet enabled) {
    if (budget_-- == 0) return false;
    Footprint next = footprint(machine_, t, machine_.pending(t));
    ThreadSet waited = 0;
    for (ThreadId u = 0; u < machine_.num_threads(); ++u)
      if (machine_.waiting(u)) waited |= bit(u);
    const Clocks::Clock clocks = clocks_.size();
    const StepResult result = machine_.step(t, choice);
    if (machine_.merges_steps()) add_synchronisation(machine_, t, machine_.happened(), next);
    past.execute(clocks_, t, next, path_.size());
    path_.push_back({t, ""});
    path_.back().past = past_of(choice, past.clock(t));
    bool fine = false;
    if (result.kind == StepResult::Kind::Ended) {
      fine = (enabled & ~bit(t)) == 0;
      if (fine) classes_.insert(form());
    } else if (result.kind == StepResult::Kind::Running) {
      for (const Event& event : machine_.happened())
        if (event.kind == Event::Kind::Create) past.begins(event.other), past.precedes(clocks_, t, event.other);
      for_each(waited & ~bit(t), [&](ThreadId u) {
        if (!machine_.waiting(u)) past.precedes(clocks_, t, u);
      });
      fine = !machine_.observations().addresses_as_numbers() && follow(past);
    }
    path_.pop_back();
    clocks_.shrink_to(clocks);
    return fine;
  }

  // Step::past of the last step of the path.
  std::string past_of(uint32_t choice, Clocks::Clock clock) const {
    uint16_t numbers[64] = {};
    ThreadId most = 0;
    for (size_t i = 0; i < path_.size(); ++i) {
      const ThreadId u = path_[i].thread;
      if (!clocks_.contains(clock, u, i)) continue;
      ++numbers[u];
      most = std::max(most, u + 1);
    }
    std::string text = std::to_string(choice);
    for (ThreadId u = 0; u < most; ++u) text += ',' + std::to_string(numbers[u]);
    return text + ';';
  }

  // The canonical form of the trace of the path: for each thread the list of its steps with their pasts.
  std::string form() const {
    ThreadId threads = 0;  // one more than the largest number of a thread that took a step
    for (const Step& step : path_) threads = std::max(threads, step.thread + 1);
    std::string all;
    for (ThreadId t = 0; t < threads; ++t) {
      for (const Step& step : path_)
        if (step.thread == t) all += step.past;
      all += '|';
    }
    return all;
  }

  Machine& machine_;
  uint64_t budget_;
  Clocks clocks_;
  std::vector<Step> path_;
  std::set<std::string> classes_;
};

}  // namespace mover::differential
