// The parts that depth-first searches share: options and findings, limits and progress, the path, backtracking along
// it, and the loop. Each search derives a class that chooses the threads to explore in a state.
#pragma once

#include <algorithm>
#include <utility>

#include "search/backtrack.h"
#include "search/concurrency_testing.h"
#include "search/findings.h"
#include "search/search.h"

namespace mover {

// The state that the passes of one search share.
class SearchRun {
 public:
  // REQUIRES: `requested` outlives this.
  explicit SearchRun(const SearchOptions& requested)
      : options(requested), findings(requested, result), budget(requested, result) {}
  SearchRun(const SearchRun&) = delete;
  SearchRun& operator=(const SearchRun&) = delete;

  bool is_over() const { return result.stop != Stop::Finished; }  // the search was stopped
  SearchResult finish() {
    budget.finish();
    return std::move(result);
  }

  const SearchOptions& options;
  SearchResult result;
  Findings findings;
  Budget budget;
};

class DepthFirst {
 public:
  // REQUIRES: the machine is in the first state of the path.
  DepthFirst(Machine& machine, SearchRun& run)
      : machine_(machine),
        run_(run),
        options_(run.options),
        result_(run.result),
        findings_(run.findings),
        budget_(run.budget),
        path_(machine) {}
  virtual ~DepthFirst() = default;
  DepthFirst(const DepthFirst&) = delete;
  DepthFirst& operator=(const DepthFirst&) = delete;

 protected:
  // Processes the result of reset(). Returns whether the program runs and the search continues.
  bool begins(const StepResult& first) {
    return findings_.after_step(machine_, first, path_.schedule()) && first.kind == StepResult::Kind::Running;
  }

  // Runs until the stack is empty. Returns false if the search was stopped before that.
  bool explore() {
    while (has_states()) {
      if (!budget_.go_on(path_.depth()) || !test() || must_stop()) return false;
      if (!(select() ? take() : leave())) return false;
    }
    return true;
  }
  virtual bool has_states() const = 0;
  // Selects the next step to explore in the state on top of the stack. Returns false if there is none.
  virtual bool select() = 0;
  // Takes the selected step. Returns whether the search continues.
  virtual bool take() = 0;
  // Removes the state on top of the stack. Returns whether the search continues.
  virtual bool leave() = 0;
  virtual bool must_stop() { return false; }
  // Whether other executions may use a machine that has only one state at a time, between the steps of the search. If
  // they refine the machine, must_stop() returns true.
  virtual bool lends_machine() const { return false; }

  // Brings the machine to the state on top of the stack.
  void return_to_top() {
    if (!at_top_) path_.restore();
    at_top_ = true;
  }
  StepResult step(Decision decision) {
    at_top_ = false;
    ++result_.stats.transitions;
    return path_.step(decision);
  }
  // Tries executions beside the search, when it is time. Returns whether the search continues.
  bool test() {
    if (options_.testing == nullptr || !options_.testing->is_due(result_.stats.transitions)) return true;
    const bool has_one_state = !machine_.traits().restores_any_snapshot;
    if (has_one_state && !lends_machine()) return true;
    const uint64_t refinements = machine_.refinements();
    if (!options_.testing->run(run_)) return false;
    if (has_one_state && machine_.refinements() == refinements) path_.execute_again();
    return true;
  }
  void note_depth() { result_.stats.max_depth = std::max<uint64_t>(result_.stats.max_depth, path_.depth()); }

  Machine& machine_;
  SearchRun& run_;
  const SearchOptions& options_;
  SearchResult& result_;
  Findings& findings_;
  Budget& budget_;
  Backtrack path_;
  bool at_top_ = true;  // the machine is in the state on top of the stack
};

}  // namespace mover
