// Cycle detection for searches that store no states, on machines whose states say too little to be matched there: every
// so many steps the current state is compared with an earlier one of the path, which is replaced whenever the path has
// become twice as long [Bre80]. Where a path closes a cycle, a search of executions might never end: states have to be
// stored and matched.
#pragma once

#include <cstdint>
#include <vector>

#include "search/depth_first.h"
#include "store/state_store.h"

namespace mover {

class CycleDetection {
 public:
  CycleDetection(Machine& machine, const SearchOptions& options);

  // The path has just come to a new state, after so many steps. Whether it is the earlier one.
  bool closes_cycle(size_t depth);
  // Only so many steps of the path are left.
  void shorten(size_t depth) {
    if (earlier_.depth > depth) earlier_ = {};
  }

 private:
  struct Earlier {
    size_t depth = 0;
    std::vector<uint32_t> tuple;
  };
  static constexpr size_t kSpacing = 64;
  static constexpr size_t kLong = 1024;  // a path that merged steps lead along: comparing its states takes time

  Machine& machine_;
  const bool possible_;
  const size_t from_;        // paths are compared that are so long
  store::StateStore store_;  // its chunks only
  Earlier earlier_;          // a state on the path
};

// The options of another search that takes over from this one: it has the time that is left.
SearchOptions rest_of(SearchRun& run);
// Explores the program by storing and matching states instead. REQUIRES: a machine that merges steps.
SearchResult match_states_instead(const MachineFactory& make_machine, SearchRun& run);

}  // namespace mover
