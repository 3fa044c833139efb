// Busy-wait deadlocks: loops, the future of a state, and all searches against a naive computation on random programs.
#include "property/busy_wait.h"

#include <optional>

#include "analysis/loops.h"
#include "trace/replay.h"
#include "unit/agreement.h"
#include "unit/random_spinners.h"
#include "unit/rounds.h"

namespace mover {
namespace {

using namespace test;

// The state graph, built without any search. It decides by the definition whether some thread is stuck for ever in some
// state, from the transitive closure of each state.
class Naive {
 public:
  explicit Naive(const std::string& text) : program_(program(text)), machine_(vm::make_machine(program_, {})) {
    const StepResult first = machine_->reset();
    if (first.kind == StepResult::Kind::Running) explore(number(first));
  }

  bool is_deadlock() const {
    for (size_t i = 0; i < states_.size(); ++i)
      if (has_stuck_thread(i)) return true;
    return false;
  }
  size_t size() const { return states_.size(); }

 private:
  struct ThreadAt {
    bool parked = false, enabled = false;
    uint32_t line = 0;
    std::optional<ThreadId> joins;
  };
  struct State {
    std::vector<ThreadAt> threads;
    std::vector<size_t> next;
    bool leaves = false;  // an execution ends here
  };

  size_t number(const StepResult&) {
    std::vector<uint32_t> tuple;
    machine_->states().canonical_state(chunks_, tuple);
    const auto [known, fresh] = numbers_.try_emplace(std::move(tuple), states_.size());
    if (!fresh) return known->second;
    State& state = states_.emplace_back();
    for (ThreadId t = 0; t < machine_->num_threads(); ++t) {
      ThreadAt& at = state.threads.emplace_back();
      at.parked = machine_->status(t) == ThreadStatus::Parked;
      if (!at.parked) continue;
      const Action action = machine_->pending(t);
      at.enabled = action.enabled;
      at.line = program_.locs[action.loc].line;
      if (!action.enabled && action.waits_for == WaitsFor::Join) at.joins = machine_->holders(action.object).at(0);
    }
    new_.push_back({known->second, machine_->snapshot()});
    return known->second;
  }

  void explore(size_t) {
    while (!new_.empty()) {
      const auto [from, snapshot] = new_.back();
      new_.pop_back();
      for (ThreadId t = 0; t < states_[from].threads.size(); ++t) {
        if (!states_[from].threads[t].enabled) continue;
        machine_->restore(*snapshot);
        const uint32_t choices = machine_->choices(t);
        for (uint32_t choice = 0; choice < choices; ++choice) {
          machine_->restore(*snapshot);
          const StepResult result = machine_->step(t, choice);
          if (result.kind != StepResult::Kind::Running) {
            states_[from].leaves = true;
            continue;
          }
          const size_t to = number(result);
          states_[from].next.push_back(to);
        }
      }
    }
  }

  std::vector<size_t> closure(size_t from) const {
    std::set<size_t> seen{from};
    std::vector<size_t> open{from};
    for (size_t i = 0; i < open.size(); ++i)
      for (size_t to : states_[open[i]].next)
        if (seen.insert(to).second) open.push_back(to);
    return open;
  }

  bool has_stuck_thread(size_t from) const {
    const std::vector<size_t> future = closure(from);
    for (size_t s : future)
      if (states_[s].leaves) return false;
    const std::vector<ThreadAt>& threads = states_[from].threads;
    for (ThreadId t = 0; t < threads.size(); ++t)
      if (spins(future, t) || (is_blocked(future, t) && !(threads[t].joins && serves(future, *threads[t].joins))))
        return true;
    return false;
  }

  bool in_all(const std::vector<size_t>& future, ThreadId t, const std::function<bool(const ThreadAt&)>& holds) const {
    return std::all_of(future.begin(), future.end(), [&](size_t s) {
      return t < states_[s].threads.size() && states_[s].threads[t].parked && holds(states_[s].threads[t]);
    });
  }
  bool is_blocked(const std::vector<size_t>& future, ThreadId t) const {
    return in_all(future, t, [](const ThreadAt& at) { return !at.enabled; });
  }
  bool spins(const std::vector<size_t>& future, ThreadId t) const {
    const uint32_t line = states_[future[0]].threads[t].line;
    return line >= RandomSpinners::kSpin && line < RandomSpinners::kServer && !is_blocked(future, t) &&
           in_all(future, t, [&](const ThreadAt& at) { return at.line == line; });
  }
  // Whether t is in a loop without exit, and not stuck in it.
  bool serves(const std::vector<size_t>& future, ThreadId t) const {
    return !is_blocked(future, t) && !spins(future, t);
  }

  ir::Program program_;
  std::unique_ptr<Machine> machine_;
  Chunks chunks_;
  std::map<std::vector<uint32_t>, size_t> numbers_;
  std::vector<State> states_;
  std::vector<std::pair<size_t, std::shared_ptr<const Machine::Snapshot>>> new_;
};

struct Way {
  const char* name;
  SearchResult (*search)(const MachineFactory&, const SearchOptions&);
  bool transactions = true;
  ExploredThreads explored = ExploredThreads::AllEnabled;
  Ignoring ignoring = Ignoring::Cpc;
};

const Way kWays[] = {
    {"none", search_stateful},
    {"reference", search_reference},
    {"source-dpor", search_source_dpor},
    {"optimal-dpor", search_optimal_dpor},
    {"transactions", search_transactions},
    {"transactions, cycle", search_transactions, true, ExploredThreads::AllEnabled, Ignoring::Cycle},
    {"dpor", search_transactions, false, ExploredThreads::Dpor},
    {"transactions+dpor", search_transactions, true, ExploredThreads::Dpor},
    {"auto", search_transactions, true, ExploredThreads::DporIfWorthwhile},
};

TEST(BusyWait, AllSearchesAgreeWithTheClosureOfEachState) {
  uint64_t deadlocks = 0, safe = 0;
  for (uint64_t seed = 1; seed <= rounds(300); ++seed) {
    const std::string text = RandomSpinners(seed).make();
    const Naive naive(text);
    if (naive.size() > 1000) continue;
    const bool expected = naive.is_deadlock();
    ++(expected ? deadlocks : safe);
    const ir::Program p = program(text);
    const MachineFactory make_machine = [&] { return vm::make_machine(p, with_names()); };
    for (const Way& way : kWays) {
      const bool stores_states = way.search == search_stateful || way.search == search_transactions;
      if (!stores_states && naive.size() > 60) continue;
      SearchOptions options;
      options.checks = {.race = false};
      options.transactions = way.transactions;
      options.explored_threads = way.explored;
      options.ignoring = way.ignoring;
      const SearchResult result = way.search(make_machine, options);
      ASSERT_TRUE(result.incomplete.empty()) << way.name << ": " << result.incomplete[0].what << "\n" << text;
      ASSERT_EQ(!result.violations.empty(), expected) << way.name << ", seed " << seed << "\n" << text;
      for (const Violation& violation : result.violations) {
        ASSERT_EQ(violation.finding.kind, FindingKind::Deadlock);
        ASSERT_TRUE(replays(*make_machine(), violation)) << way.name << ", seed " << seed << "\n" << text;
      }
    }
  }
  EXPECT_GT(deadlocks, rounds(50));
  EXPECT_GT(safe, rounds(50));
}

const std::string kLoops =
    "func @f(1) {\n"
    "outer:\n  store.32 %0, 1\n"
    "inner:\n  %1 = load.32 %0\n  %2 = icmp.eq.32 %1, 0\n  condbr %2, inner, after\n"
    "after:\n  %3 = load.32 %0\n  %4 = icmp.eq.32 %3, 7\n  condbr %4, outer, out\n"
    "out:\n  ret 0\n}\n";

TEST(Loops, TheInnermostLoopContainsTheInstructionsAndNoMore) {
  const ir::Program p = program(kLoops + "func @main(0) {\n  ret 0\n}\nentry @main\n");
  const analysis::Loop inner = analysis::innermost_loop(p, p.functions[0], {1, 3});
  EXPECT_TRUE(inner.has_exit);
  EXPECT_EQ(std::count(inner.contains.begin(), inner.contains.end(), true), 3);
  const analysis::Loop outer = analysis::innermost_loop(p, p.functions[0], {0, 3});
  EXPECT_TRUE(outer.has_exit);
  EXPECT_EQ(std::count(outer.contains.begin(), outer.contains.end(), true), 7);
}

TEST(Loops, AFailedAssertionIsNoExit) {
  const ir::Program p = program(kBoom +
                                "func @main(0) {\nagain:\n  %0 = service choose(2)\n  %1 = icmp.eq.32 %0, 0\n"
                                "  condbr %1, again, bad\nbad:\n  service assert_fail(@boom)\n  unreachable\n}\n"
                                "entry @main\n");
  EXPECT_FALSE(analysis::innermost_loop(p, p.functions[0], {0, 2}).has_exit);
}

}  // namespace
}  // namespace mover
