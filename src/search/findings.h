// Collecting what a search finds: each distinct violation once, only the kinds that were asked for.
#pragma once

#include <chrono>
#include <set>
#include <tuple>

#include "search/search.h"

namespace mover {

class Findings {
 public:
  Findings(const SearchOptions& options, SearchResult& result) : options_(options), result_(result) {}

  // Whether the search goes on. Behind a first race it may do so for as long again as that took, or kStepsForRaces:
  // most races are not alone, and where the program is small all of them are found.
  bool add(const Finding& finding, const Schedule& schedule);
  bool wanted(FindingKind kind) const;
  // To be called in every state: a deadlock of some threads stands while others go on. Whether the search goes on.
  bool look_for_deadlock(const Machine& machine, const Schedule& schedule);
  // The search begins anew with other steps: schedules so far mean nothing any more.
  void begin_again();

  static constexpr uint64_t kStepsForRaces = 100'000;
  static constexpr size_t kMostRaces = 100;  // nobody reads more; each is replayed and shortened

 private:
  const SearchOptions& options_;
  SearchResult& result_;
  std::set<std::tuple<FindingKind, ir::LocId, ir::LocId>> seen_;
};

// Limits of time, memory and steps, Ctrl-C, and the progress line: all that is looked at now and then.
class Watch {
 public:
  Watch(const SearchOptions& options, SearchResult& result);
  // Cheap enough to call at every step: only now and then is there something to do. False: stop now; result.stop says
  // why.
  bool go_on(uint64_t depth) {
    if (result_.stats.transitions >= result_.last_step) return enough();
    return --calls_until_look_ != 0 || look(depth);
  }
  void finish();  // fills in times and memory, and why it stopped where something else has given up for lack of time

 private:
  bool enough();
  bool look(uint64_t depth);
  bool look_at_limits(std::chrono::steady_clock::time_point now, double seconds);

  const SearchOptions& options_;
  SearchResult& result_;
  std::chrono::steady_clock::time_point start_, last_look_, last_progress_, last_memory_;
  double cpu_start_;
  // As many as take about a millisecond: a step of a compiled program may take a second.
  static constexpr uint32_t kMostCallsPerLook = 64;
  uint32_t calls_per_look_ = 1, calls_until_look_ = 1;
};

}  // namespace mover
