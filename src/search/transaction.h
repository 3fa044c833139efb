// All transactions that one thread can run from one state. A transaction is a sequence of right movers, one other
// action, and a sequence of left movers [FQ03]; no other thread is scheduled inside. A state in which no thread is
// inside a transaction is called a boundary here. (In the papers, N(t) holds for all threads t.)
//
// If a transaction commits but never ends, its effects would not be interleaved with other threads. Commit Point
// Completion [LPQR05, figure 8] detects such transactions when the search backtracks over a commit point.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "movers/discipline.h"
#include "property/ordering_sets.h"
#include "search/backtrack.h"
#include "search/commit_marks.h"
#include "search/commutation.h"
#include "search/findings.h"
#include "search/stack_states.h"
#include "search/stateful_dpor.h"
#include "search/terminal_components.h"
#include "store/index.h"

namespace mover {

// The shape of transactions.
enum class Movers : uint8_t {
  Both,      // R* N L*
  LeftOnly,  // N L*: acquisitions are scheduling points, so deadlocks and racing accesses show in boundary states
  None,      // N: every action is a transaction
};

struct TransactionRules {
  Movers movers = Movers::Both;
  Ignoring ignoring = Ignoring::Cpc;
  // A transaction ends where it reaches a state on the search stack, not only where it revisits a state of its own.
  // REQUIRES: Ignoring::Cycle.
  bool cycles_on_stack = false;
  bool follow_deadlocks = true;  // build the lock-order graph
  bool watch_blocks = false;     // atomic blocks that are not one transaction are violations
  bool watch_functions = false;  // functions that are not one transaction are recorded
  bool verify = false;           // verify that movers commute
  // Find terminal components. REQUIRES: Ignoring::Cycle; the machine has ControlFlow. With Movers::Both, some are
  // missed unless always_commits().
  bool terminal_components = false;
  StatefulDpor::Assumptions assumptions;
  // Objects (by name) that no lock protects, but whose accesses are assumed to be ordered by happens-before. The search
  // checks this assumption. Null: there are none.
  const std::set<uint32_t>* ordered = nullptr;
  SoundnessRules soundness;
};

class Transaction {
 public:
  Transaction(Machine& machine, const TransactionRules& rules, Discipline& discipline, Backtrack& path,
              ChunkSink& chunks, Findings& findings, Budget& budget, SearchResult& result, StatefulDpor* dpor)
      : machine_(machine),
        rules_(rules),
        discipline_(discipline),
        path_(path),
        chunks_(chunks),
        findings_(findings),
        budget_(budget),
        result_(result),
        dpor_(dpor),
        order_(locksets_, {.only = rules.ordered}) {
    if (rules.ordered != nullptr) watcher_ = [this](ThreadId t) { track_order(t); };
  }

  // The alternatives taken at the thread's steps.
  using Choices = std::vector<uint32_t>;
  struct Boundary {
    Choices choices;
    std::vector<uint32_t> tuple;  // its canonical form; empty if it was not computed
    bool forced = false;          // the transaction could continue, but it has closed a cycle
    CommitMarks marks;
    std::vector<uint64_t> inside{};  // if cycles are looked for on the stack: the post-commit states before it
  };

  // Every step is passed to `components`.
  void report_to(TerminalComponents& components) {
    components_ = &components;
    watcher_ = [this](ThreadId t) { components_->after_step(machine_, t); };
  }
  // Whether a transaction has revisited one of its own states.
  bool met_cycle() const { return met_cycle_; }
  // Whether every thread that has begun a transaction could commit it. False if a thread, after the first step of a
  // transaction and before its commit point, was blocked, closed a cycle, or evaluated a false assumption.
  bool always_commits() const { return always_commits_; }

  // Explores all transactions of t from the current state, which is at the end of the path. Afterwards the machine may
  // be in any state. Returns false if the search has ended.
  bool run(ThreadId t);

  // Executes again the next step of an explored transaction, and passes it to DPOR and to the ordering sets.
  StepResult follow(Decision decision);

  // Executes a step. If it creates a thread, also starts that thread, because the start is invisible: so no state is
  // stored in which a thread has not started. `creates`: whether the step creates a thread. `scopes`: if not null, set
  // to the scopes after the step. `happened(t)` is called after each step of a thread t.
  static StepResult step(Machine& machine, Backtrack& path, Decision decision, bool creates, Scopes* scopes = nullptr,
                         const std::function<void(ThreadId)>& happened = nullptr);
  static StepResult step(Machine& machine, Backtrack& path, Decision decision);

  const std::vector<Boundary>& boundaries() const { return boundaries_; }
  // If TransactionRules::cycles_on_stack is set: the states before the current transaction. The caller maintains them.
  StackStates& on_stack() { return on_stack_; }
  // The commit marks of the current state. The caller sets them before run().
  CommitMarks& marks() { return marks_; }
  // Happens-before of past accesses to TransactionRules::ordered. The caller sets it before run() and follow().
  OrderingSets& order() { return order_; }
  // The canonical form of the current state, with marks and ordering sets.
  void canonical(std::vector<uint32_t>& tuple);
  uint64_t hash_without_order();  // of the current state
  // Executes an explored step again, and updates the marks.
  StepResult repeat(Decision decision);

  // A function that is not one transaction: the places of its commit point and of a later action that is no left mover.
  struct Broken {
    ir::LocId committed_at = 0, broken_at = 0;
  };
  const std::set<ir::FunctionId>& functions() const { return functions_; }  // all that were executed
  const std::map<ir::FunctionId, Broken>& broken_functions() const { return broken_functions_; }

  // The boundary whose state the machine and the path are in, if any.
  std::optional<size_t> at_boundary() const { return at_boundary_; }
  // Executions on which t got stuck before its commit point, one for each place at which it is blocked.
  struct Stuck {
    ir::LocId at = 0;
    Choices choices;
  };
  const std::vector<Stuck>& stuck() const { return stuck_; }
  // The facts that the classification of the executed actions relied on.
  const std::vector<Fact>& relied() const { return relied_; }

 private:
  // A state on the current path to which the search will backtrack: TraversalInfo in [LPQR05, figure 6].
  struct Node {
    uint32_t depth = 0;                // the number of steps since the beginning of the transaction
    size_t path = 0;                   // the length of the path
    uint32_t choice = 0, choices = 1;  // the next alternative, and the number of alternatives
    size_t first_boundary = 0;         // the index of the first boundary that was found from this state
    uint32_t number = kUnnumbered;     // an index into visited_
    bool committed = false;            // the negation of the paper's Phase
    bool commit_point = false;         // the negation of the paper's RM
    bool completes = false;            // CPC: some execution from this state ends the transaction
    MoverClass next;
    ir::LocId at = 0;
    bool creates = false;
    std::vector<LockKey> uncommitted;
    std::vector<uint32_t> tuple;
    CommitMarks marks;
    StatefulDpor::Mark done;
    std::optional<OrderingSets> order;
  };
  // A state that the current transactions have visited.
  struct Visited {
    bool completes = false;  // see Node
    bool open = true;        // its node is on the stack
  };
  struct TupleHash {
    size_t operator()(const std::vector<uint32_t>& tuple) const { return store::hash_of_tuple(tuple); }
  };
  static constexpr uint32_t kUnnumbered = UINT32_MAX;
  static constexpr uint32_t kStoreEvery =
      32;  // between two choices, the states after every kStoreEvery steps are stored
  // A transaction may end anywhere. Longer transactions are ended, so that other threads are scheduled.
  static constexpr uint32_t kMostSteps = 10'000, kMostInterruptions = 50;

  enum class Taken : uint8_t { GoesOn, DeadEnd, SearchOver };
  Taken take(uint32_t choice);
  Taken dead_end(const StepResult& step);
  bool forward();
  bool extends_transaction(const Action& action);
  std::string place_in_words(ir::LocId loc) const;
  void verify(Decision step);
  bool find_broken_scopes(const Action& action);
  void track_order(ThreadId t);
  void demote_ordering_steps(const Action& action);
  bool watches() const { return rules_.watch_blocks || rules_.watch_functions; }
  void mark(Scopes scopes, ir::LocId committed_at);
  bool is_first_visit(Node& node);
  bool reaches_stack();
  void push(Node node);
  void go_back_to(const Node& node);
  void close();
  bool ends_in_several_boundaries(const Node& node) const;
  void end_here(bool forced);
  void end_at(uint32_t depth, std::vector<uint32_t> tuple, CommitMarks marks, bool forced);
  void completes();

  Machine& machine_;
  const TransactionRules rules_;
  Discipline& discipline_;
  Backtrack& path_;
  ChunkSink& chunks_;
  Findings& findings_;
  Budget& budget_;
  SearchResult& result_;
  StatefulDpor* const dpor_;  // if not null, every step is passed to it
  LocksetTable locksets_;
  OrderingSets order_;
  std::function<void(ThreadId)> watcher_;

  ThreadId thread_ = 0;
  Choices choices_;  // of this transaction
  bool committed_ = false;
  bool commit_point_ = false;  // the last action was no right mover
  MoverClass next_;            // the class of the thread's pending action
  uint32_t since_stored_ = 0;
  uint32_t interruptions_ = 0;        // the number of interruptions of local computation because of its length
  std::vector<LockKey> uncommitted_;  // the locks that this transaction has acquired, if it has not committed
  std::vector<Node> nodes_;
  std::unordered_map<std::vector<uint32_t>, uint32_t, TupleHash> visit_numbers_;
  std::vector<Visited> visited_;
  StackStates on_stack_;
  struct Inside {  // a post-commit state of this transaction
    uint32_t depth = 0;
    uint64_t hash = 0;
  };
  std::vector<Inside> inside_;
  std::vector<Boundary> boundaries_;
  std::optional<size_t> at_boundary_;
  std::vector<Stuck> stuck_;
  std::vector<Fact> relied_;
  CommitMarks marks_;
  ir::LocId at_ = 0;      // the place of the thread's pending action
  bool creates_ = false;  // the pending action creates a thread
  bool search_over_ = false;
  bool met_cycle_ = false;
  bool always_commits_ = true;
  TerminalComponents* components_ = nullptr;
  std::set<ir::FunctionId> functions_;
  std::map<ir::FunctionId, Broken> broken_functions_;
};

}  // namespace mover
