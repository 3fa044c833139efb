// Cycle detection for searches that store no states: every kSpacing steps the current state is compared with one
// earlier state of the path, which is replaced whenever the path has become twice as long [Bre80]. If a path closes a
// cycle, a search that stores no states might not terminate. Then another search, which stores and matches states,
// explores the program.
#pragma once

#include <cstdint>
#include <vector>

#include "search/depth_first.h"
#include "store/state_store.h"

namespace mover {

class CycleDetection {
 public:
  CycleDetection(Machine& machine, const SearchOptions& options);

  // To be called in each new state of the path, which `depth` steps lead to. Returns whether the state equals the
  // earlier state that is kept for comparison.
  bool closes_cycle(size_t depth);
  // To be called when the search has backtracked to a path of `depth` steps.
  void shorten(size_t depth) {
    if (earlier_.depth > depth) earlier_ = {};
  }

 private:
  struct Earlier {
    size_t depth = 0;
    std::vector<uint32_t> tuple;
  };
  static constexpr size_t kSpacing = 64;
  static constexpr size_t kLong = 1024;

  Machine& machine_;
  const bool possible_;  // equal canonical forms show a cycle
  // Shorter paths are not checked. If steps are merged, computing a canonical form takes long.
  const size_t from_;
  store::StateStore store_;  // only its chunks are used
  Earlier earlier_;          // the state that later states are compared with
};

// Ends the run. Returns the options of another search that takes over from it, with the time that is left.
SearchOptions rest_of(SearchRun& run);
// Ends the run, and explores the program by storing and matching states. REQUIRES: a machine that merges steps.
SearchResult match_states_instead(const MachineFactory& make_machine, SearchRun& run);

}  // namespace mover
