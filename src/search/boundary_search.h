// Depth-first search over boundary states: those in which no thread is inside a transaction. From each, every thread's
// transactions are run as if they were single steps [FQ03, section 4].
#pragma once

#include <functional>
#include <memory>
#include <optional>
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
  // REQUIRES: the machine was reset and can run.
  BoundarySearch(Machine& machine, SearchRun& run, const TransactionRules& rules, Discipline& discipline,
                 StatefulDpor::DependentThreads& dependent_threads)
      : DepthFirst(machine, run),
        rules_(rules),
        discipline_(discipline),
        dependent_(dependent_threads),
        dpor_(options_.order != Order::All
                  ? std::make_unique<StatefulDpor>(machine, rules.assumptions, dependent_threads, rules.soundness,
                                                   options_.seed)
                  : nullptr),
        transaction_(machine, rules, discipline, path_, chunks(), findings_, budget_, result_, dpor_.get()) {}

  void run();
  // Called a few times in the middle of the search, when more memory has lost its protection. False: it ends.
  void when_unprotected(std::function<bool()> look) { look_ = std::move(look); }
  // The budget of steps.
  void run_shortly(uint64_t most_steps) {
    last_step_ = result_.stats.transitions + most_steps;
    run();
  }
  bool hides_order() const { return hides_order_; }
  // Facts were refuted on which this search relied, and it cannot explore the states again that relied on them.
  bool restart_needed() const { return restart_needed_; }
  // The backtrack sets contain nearly all threads nearly everywhere.
  bool not_worthwhile() const {
    constexpr uint64_t kEnough = 1000;
    const StatefulDpor::Counts& counts = dpor_->counts();
    return counts.states >= kEnough && counts.all * 4 > counts.states * 3;
  }
  const StatefulDpor* dpor() const { return dpor_.get(); }
  // The order of accesses distinguishes so many states that there would be fewer if they were no movers.
  bool order_not_worthwhile() const {
    constexpr uint64_t kEnough = 300;
    return states() >= kEnough && states() > apart_from_order_.size() * 3;
  }
  StatefulDpor::Assumptions assumptions() const { return dpor_ ? dpor_->assumptions() : StatefulDpor::Assumptions(); }
  uint64_t states() const { return dpor_ ? dpor_->states().size() : store_.size(); }
  uint64_t memory() const { return dpor_ ? dpor_->memory() : store_.memory() + lineage_.memory(); }
  std::vector<FunctionTransactions> functions() const;

 private:
  // A boundary that a transaction has led to and that is still to be entered.
  struct Ahead {
    ThreadId thread;
    Transaction::Choices choices;
    Lineage::State state;  // or kUnknown: it has not been looked up yet
    CommitMarks marks;
  };
  static constexpr Lineage::State kUnknown = UINT32_MAX;
  struct Entry {
    Lineage::State state = Lineage::kRoot;
    size_t depth = 0;  // of the path
    std::optional<OrderingSets> order;
    uint64_t threads = 0;  // that are left to be explored, as a bit set
    ThreadId last = 0;     // that was explored last
    uint32_t enabled = 0;  // how many threads are
    std::vector<Ahead> ahead;
    std::vector<Fact> relied;
    CommitMarks marks;
    struct StuckThread {
      ThreadId thread = 0;
      std::vector<Transaction::Stuck> ways;
    };
    std::vector<StuckThread> stuck;  // enabled, but can get stuck before committing
  };

  bool has_states() const override { return !stack_.empty(); }
  bool must_stop() override;
  bool select() override;
  bool take() override;
  bool leave() override;
  bool look_early();
  bool refine();
  bool enter(Lineage::State state, ThreadId last);
  bool expand(Entry& entry, ThreadId t);
  bool go_ahead(Entry& entry);
  bool look_for_deadlock(const Entry& entry);
  bool try_deadlocks(const Entry& entry, const std::vector<size_t>& threads);
  bool try_deadlock(const Entry& entry, const std::vector<size_t>& threads, const std::vector<size_t>& way);
  void return_to(const Entry& entry);
  void go_to(Lineage::State state);
  Lineage::State look_up(const std::vector<uint32_t>& tuple, const Entry& from, const Ahead& ahead);
  std::optional<ThreadId> next_thread(Entry& entry);
  void notice_losses();
  ChunkSink& chunks() { return dpor_ ? static_cast<ChunkSink&>(dpor_->states().chunks()) : store_.chunks(); }

  const TransactionRules rules_;
  Discipline& discipline_;
  StatefulDpor::DependentThreads& dependent_;
  std::unique_ptr<StatefulDpor> dpor_;  // where not every thread is tried in every state: it has the states, too
  store::StateStore store_;
  Transaction transaction_;
  Lineage lineage_;
  std::vector<Entry> stack_;
  struct Ancestor {
    Lineage::State state = Lineage::kRoot;
    size_t depth = 0;
    CommitMarks marks;
  };
  std::vector<Ancestor> ancestors_{{}};  // of the state that was last gone to
  std::vector<uint32_t> tuple_;
  bool hides_order_ = false;
  std::function<bool()> look_;
  uint64_t losses_seen_ = 0;
  uint32_t looks_left_ = 8;
  std::unordered_set<uint64_t> apart_from_order_;  // states, by their hashes: to count them
  uint64_t last_step_ = UINT64_MAX;
  uint64_t first_step_ = 0;  // of this search
  uint64_t losses_before_ = 0;
  std::optional<ThreadId> selected_;  // nothing: a boundary that was found before is entered
  bool restart_needed_ = false;
};

}  // namespace mover
