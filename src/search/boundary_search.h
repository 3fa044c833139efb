// Depth-first search over boundary states, which are the states in which no thread is inside a transaction. In each
// boundary state every thread's transactions are executed as if they were single steps [FQ03, section 4].
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "search/depth_first.h"
#include "search/lineage.h"
#include "search/stateful_dpor.h"
#include "search/transaction.h"
#include "store/state_store.h"

namespace mover {
class BoundarySearch final : public DepthFirst {
 public:
  // REQUIRES: the machine was reset and the program has not ended.
  BoundarySearch(Machine& machine, SearchRun& run, const TransactionRules& rules, Discipline& discipline,
                 StatefulDpor::DependentThreads& dependent_threads)
      : DepthFirst(machine, run),
        rules_(rules),
        discipline_(discipline),
        dependent_(dependent_threads),
        dpor_(options_.explored_threads != ExploredThreads::AllEnabled
                  ? std::make_unique<StatefulDpor>(machine, rules.assumptions, dependent_threads, rules.soundness,
                                                   options_.seed)
                  : nullptr),
        components_(rules.terminal_components ? std::make_unique<Components>() : nullptr),
        transaction_(machine, rules, discipline, path_, chunks(), findings_, budget_, result_, dpor_.get()) {
    if (components_ != nullptr) transaction_.report_to(components_->graph);
    state_refinements_ = machine.state_refinements();
  }

  void run();
  // `search` is a short search for races. It is called a few times, whenever further memory turns out to be
  // unprotected. If it returns false, this search ends.
  void when_unprotected(std::function<bool()> search) { search_for_races_ = std::move(search); }
  // Runs with a budget of steps.
  void run_shortly(uint64_t most_steps) {
    last_step_ = result_.stats.transitions + most_steps;
    run();
  }
  bool hides_order() const { return hides_order_; }  // Observed::hides_order holds in some state
  // An assumption of this search was refuted, and exploring some of its states again does not suffice.
  bool restart_needed() const { return restart_needed_; }
  // Whether the backtrack sets contain nearly all threads in nearly all states.
  bool not_worthwhile() const {
    constexpr uint64_t kEnough = 1000;
    const StatefulDpor::Counts& counts = dpor_->counts();
    return counts.states >= kEnough && counts.all * 4 > counts.states * 3;
  }
  const StatefulDpor* dpor() const { return dpor_.get(); }
  // Whether the ordering sets, which are part of the states, distinguish so many states that classifying the accesses
  // to TransactionRules::ordered as movers does not pay off.
  bool order_not_worthwhile() const {
    constexpr uint64_t kEnough = 300;
    return states() >= kEnough && states() > states_without_order_.size() * 3;
  }
  StatefulDpor::Assumptions assumptions() const { return dpor_ ? dpor_->assumptions() : StatefulDpor::Assumptions(); }
  uint64_t states() const { return dpor_ ? dpor_->states().size() : store_.size(); }
  uint64_t memory() const { return dpor_ ? dpor_->memory() : store_.memory() + lineage_.memory(); }
  std::vector<FunctionTransactions> functions() const;
  // Whether some explored execution may have closed a cycle of states. If terminal components are searched for, this is
  // exact.
  bool met_cycle() const {
    if (components_ != nullptr) return components_->graph.met_cycle();
    return met_cycle_ || transaction_.met_cycle() || (dpor_ && dpor_->met_cycle());
  }
  bool always_commits() const { return transaction_.always_commits(); }
  bool is_exhausted() const { return is_exhausted_; }  // the budget of run_shortly() was exhausted
  // The terminal components that are no deadlocks, if TransactionRules::terminal_components is set.
  const TerminalRoles& terminal_roles() const { return components_->roles; }

 private:
  // The search for terminal components.
  struct Components {
    TerminalComponents graph;
    store::StateNumbers states;  // the visited set, unless dpor_ stores the states
    TerminalRoles roles;
  };
  // A boundary state that a transaction of `thread` has reached and that is not explored yet.
  struct ReachedBoundary {
    ThreadId thread;
    Transaction::Choices choices;
    Lineage::State state;  // kUnknown until the state is looked up
    uint64_t hash;         // see on_path_
    CommitMarks marks;
    std::vector<uint64_t> inside;  // see Transaction::Boundary
  };
  static constexpr Lineage::State kUnknown = UINT32_MAX;
  // A state on the stack.
  struct Entry {
    Lineage::State state = Lineage::kRoot;
    uint64_t hash = 0;                     // see on_path_
    size_t depth = 0;                      // the number of steps on the path to the state
    std::optional<OrderingSets> order;     // if TransactionRules::ordered is set
    uint64_t threads = 0;                  // the threads that are left to be explored, as a bit set
    ThreadId last = 0;                     // the thread that was explored last
    uint32_t enabled = 0;                  // the number of enabled threads
    std::vector<ReachedBoundary> reached;  // to be entered next
    std::vector<Fact> relied;              // the facts that the explored transactions relied on
    CommitMarks marks;
    struct StuckThread {
      ThreadId thread = 0;
      std::vector<Transaction::Stuck> executions;  // one for each place at which the thread gets stuck
    };
    std::vector<StuckThread> stuck;  // enabled threads that can get stuck before their commit points
  };

  bool has_states() const override { return !stack_.empty(); }
  bool must_stop() override;
  bool select() override;
  bool take() override;
  bool leave() override;
  bool search_early();
  bool refine();
  bool enter(Lineage::State state, ThreadId last, uint64_t hash, std::vector<uint64_t> inside = {});
  bool expand(Entry& entry, ThreadId t);
  bool enter_reached(Entry& entry);
  bool look_for_deadlock(const Entry& entry);
  bool try_deadlocks(const Entry& entry, const std::vector<size_t>& threads);
  bool try_deadlock(const Entry& entry, const std::vector<size_t>& threads, const std::vector<size_t>& combination);
  void return_to(const Entry& entry);
  void go_to(Lineage::State state);
  Lineage::State look_up(const std::vector<uint32_t>& tuple, const Entry& from, ReachedBoundary& reached);
  std::optional<ThreadId> next_thread(Entry& entry);
  void notice_refutations();
  bool check_component(const Behaviour& behaviour);
  void revisit(const std::vector<uint32_t>& tuple);
  store::StateNumbers* numbers() {
    return dpor_ ? &dpor_->states() : components_ != nullptr ? &components_->states : nullptr;
  }
  ChunkSink& chunks() { return numbers() != nullptr ? static_cast<ChunkSink&>(numbers()->chunks()) : store_.chunks(); }

  const TransactionRules rules_;
  Discipline& discipline_;
  StatefulDpor::DependentThreads& dependent_;
  std::unique_ptr<StatefulDpor> dpor_;      // null: all enabled threads are explored in each state
  store::StateStore store_;                 // the visited set; with DPOR, dpor_ stores the states
  std::unique_ptr<Components> components_;  // null: terminal components are not searched for
  Transaction transaction_;
  Lineage lineage_;
  std::vector<Entry> stack_;
  struct Ancestor {
    Lineage::State state = Lineage::kRoot;
    size_t depth = 0;
    CommitMarks marks;
  };
  std::vector<Ancestor> ancestors_{{}};  // the path to the state that was last passed to go_to()
  std::vector<uint32_t> tuple_;
  bool hides_order_ = false;
  std::function<bool()> search_for_races_;
  uint64_t refutations_searched_ = 0;
  uint32_t early_searches_left_ = 8;
  // Hashes of states without their ordering sets, to count these states.
  std::unordered_set<uint64_t> states_without_order_;
  uint64_t last_step_ = UINT64_MAX;
  uint64_t first_step_ = 0;  // Statistics::transitions when this search began
  uint64_t refutations_before_ = 0;
  uint64_t state_refinements_ = 0;    // when this search began
  std::optional<ThreadId> selected_;  // empty: a boundary state that was already reached is entered next
  bool restart_needed_ = false;
  bool is_exhausted_ = false;
  bool met_cycle_ = false;
  // Without numbers(), until a cycle was met: the hashes of the states on the stack, and of the states that were
  // reached and are not entered yet. A transition to one of them may close a cycle.
  std::unordered_multiset<uint64_t> on_path_;
};

}  // namespace mover
