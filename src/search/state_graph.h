// The graph of states and single steps, for properties of infinite executions. It has all states and steps, or those
// that ample sets select (ample_sets.h). Steps and states are stored with the marks on which such properties depend
// (property/livelock.h), so one exploration suffices for all kinds of livelocks. Each formula has an exploration of its
// own.
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "property/livelock.h"
#include "search/depth_first.h"
#include "search/fair_cycles.h"
#include "search/linear_time.h"

namespace mover {

struct StateGraph {
  struct Step {
    uint32_t source = 0, target = 0;
    uint32_t marks = 0;  // an index of step_marks, or kStutter
    uint32_t choice = 0;
  };
  // A stutter step: an execution that has ended, or in which all threads are blocked, stays in its last state for ever.
  static constexpr uint32_t kStutter = UINT32_MAX;
  std::vector<StateMarks> states;  // by number; the initial state has the number 0
  std::vector<Step> steps;
  std::vector<StepMarks> step_marks;  // distinct
  std::vector<uint64_t> atoms;        // by state: the atoms of a formula that hold, as bits; empty: there is no formula

  bool is_stutter(uint32_t step) const { return steps[step].marks == kStutter; }
  // REQUIRES: !is_stutter(step).
  Decision decision(uint32_t step) const { return {step_marks[steps[step].marks].thread, steps[step].choice}; }
  // The edges have the numbers of their steps as ids.
  Digraph digraph() const;
};

// Adds a finding about an infinite execution: a stem, with the fewest context switches in `edges`, that leads from node
// 0 to the cycle, and then the cycle. `edges`: the graph, or a product of it; `step_of`: the step of an edge. The
// thread of the finding is finding.thread if `knows_thread`, otherwise that of the cycle's first step. Returns whether
// the search continues. REQUIRES: the cycle, as numbers of edges, shows the finding.
bool add_lasso(const MachineFactory& make_machine, SearchRun& run, const StateGraph& graph, const Digraph& edges,
               std::vector<uint32_t> cycle, const std::function<uint32_t(const Digraph::Edge&)>& step_of,
               Finding finding, bool knows_thread);

struct GraphOptions {
  const LinearTime* property = nullptr;  // its atoms are stored, and finite executions stutter; null: neither
  bool reduces = false;                  // by ample sets, if the program has them
};

// Explores the program, and calls `examine` with the graph when it is complete or a limit is reached, and before that
// whenever the number of states has grown to about four times that of the last call. The graph of an incomplete
// exploration is a subgraph of the complete one, so its cycles are cycles of the program. `examine` returns whether the
// search continues. Returns the reduction for the report: "with ample sets".
std::string explore_graph(const MachineFactory& make_machine, SearchRun& run, const GraphOptions& options,
                          const std::function<bool(const StateGraph&)>& examine);

}  // namespace mover
