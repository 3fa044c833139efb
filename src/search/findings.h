// Collects the findings of a search, each distinct violation once and only of the requested kinds; and the limits of a
// search.
#pragma once

#include <chrono>
#include <set>
#include <tuple>
#include <utility>

#include "search/search.h"

namespace mover {

// A set of kinds of findings.
using KindSet = uint32_t;
constexpr KindSet only(FindingKind kind) { return 1u << static_cast<uint32_t>(kind); }
constexpr KindSet kAllKinds = ~0u;

class Findings {
 public:
  Findings(const SearchOptions& options, SearchResult& result);

  // Adds the finding. Returns whether the search continues. If races are collected (SearchOptions::collect_races), the
  // search continues after the first race for as many steps as it has taken, and at least kStepsForRaces: most racy
  // programs have several races, and in a small program all of them are found.
  bool add(const Finding& finding, const Schedule& schedule);
  bool wanted(FindingKind kind) const;
  bool add(const std::vector<Finding>& findings, const Schedule& schedule);

  // Lets the requested properties observe a state; to be called after every step and after reset(). Returns whether the
  // search continues. `which`: the kinds of findings that the last step can have caused.
  bool in_state(const Machine& machine, const Schedule& schedule, KindSet which = kAllKinds);
  // Processes the result of a step or of reset(). Returns whether the search continues.
  bool after_step(Machine& machine, const StepResult& step, const Schedule& schedule);
  // Whether Observed::hides_order held in some state since the last call (property/race.h).
  bool take_hides_order() { return std::exchange(observed_.hides_order, false); }
  // The search restarts with other steps, so the schedules so far are void.
  void begin_again();

  static constexpr uint64_t kStepsForRaces = 100'000;
  // SearchOptions::falls_back: another path may lead to a violation without what has no model.
  static constexpr uint64_t kStepsBeforeFallback = 200'000;
  static constexpr size_t kMostRaces = 100;  // each race is replayed and shortened

 private:
  const SearchOptions& options_;
  SearchResult& result_;
  std::set<std::tuple<FindingKind, ir::LocId, ir::LocId, std::string>> seen_;
  std::vector<const Property*> in_state_;  // the requested properties that observe states
  std::vector<const Property*> at_end_;    // the requested properties that observe the ends of executions
  Observed observed_;
};

// Limits of time, memory and steps, Ctrl-C, and the progress line: everything that is polled.
class Budget {
 public:
  Budget(const SearchOptions& options, SearchResult& result);
  // Returns whether the search continues; otherwise result.stop has the reason. It can be called at every step, because
  // most calls only decrement a counter.
  bool go_on(uint64_t depth) {
    if (result_.stats.transitions >= result_.last_step) return stop_at_last_step();
    return --calls_until_poll_ != 0 || poll(depth);
  }
  // Fills in times and memory. If the search has ended because support::deadline() was reached, sets result.stop.
  void finish();

 private:
  bool stop_at_last_step();
  bool poll(uint64_t depth);
  bool within_limits(std::chrono::steady_clock::time_point now, double seconds);

  const SearchOptions& options_;
  SearchResult& result_;
  std::chrono::steady_clock::time_point start_, last_poll_, last_progress_, last_memory_;
  double cpu_start_;
  // The number of calls between two polls adapts so that they take about a millisecond, because a step of a compiled
  // program may take a second.
  static constexpr uint32_t kMostCallsPerPoll = 64;
  uint32_t calls_per_poll_ = 1, calls_until_poll_ = 1;
};

}  // namespace mover
