// Livelocks: fair cycles of graphs against an enumeration of all sets of edges, and the search against a naive
// computation on random programs.
#include "property/livelock.h"

#include <random>

#include "search/fair_cycles.h"
#include "trace/chunks.h"
#include "trace/replay.h"
#include "unit/agreement.h"
#include "unit/random_spinners.h"
#include "unit/rounds.h"

namespace mover {
namespace {

using namespace test;

// Whether some set of edges is strongly connected and satisfies the condition.
bool has_fair_set(const Digraph& graph, const std::vector<EdgeMarks>& marks, uint64_t accepting) {
  const auto& edges = graph.edges();
  for (uint32_t set = 1; set < 1u << edges.size(); ++set) {
    EdgeMarks sum;
    std::vector<std::vector<bool>> reaches(graph.num_nodes(), std::vector<bool>(graph.num_nodes(), false));
    bool allowed = true;
    for (size_t e = 0; e < edges.size(); ++e) {
      if ((set >> e & 1) == 0) continue;
      allowed &= marks[e].allowed;
      sum.accepting |= marks[e].accepting;
      sum.requires_ |= marks[e].requires_;
      sum.satisfies |= marks[e].satisfies;
      reaches[edges[e].source][edges[e].target] = true;
    }
    if (!allowed || (accepting & ~sum.accepting) != 0 || (sum.requires_ & ~sum.satisfies) != 0) continue;
    for (size_t k = 0; k < reaches.size(); ++k)
      for (size_t i = 0; i < reaches.size(); ++i)
        for (size_t j = 0; j < reaches.size(); ++j)
          if (reaches[i][k] && reaches[k][j]) reaches[i][j] = true;
    bool connected = true;
    for (size_t e = 0; e < edges.size(); ++e)
      for (size_t f = 0; f < edges.size(); ++f)
        if ((set >> e & 1) != 0 && (set >> f & 1) != 0 && edges[e].target != edges[f].source)
          connected &= bool{reaches[edges[e].target][edges[f].source]};
    if (connected) return true;
  }
  return false;
}

TEST(FairCycles, AgreeWithTheEnumerationOfAllSetsOfEdges) {
  std::mt19937_64 random(1);
  auto below = [&](uint64_t n) { return static_cast<uint32_t>(random() % n); };
  uint64_t found = 0, none = 0;
  for (uint64_t round = 0; round < rounds(3000); ++round) {
    const uint32_t nodes = 1 + below(5);
    std::vector<Digraph::Edge> edges;
    for (uint32_t i = 0, count = 1 + below(9); i < count; ++i) edges.push_back({below(nodes), below(nodes), i});
    const Digraph graph(nodes, edges);
    std::vector<EdgeMarks> by_id(edges.size()), marks;
    for (EdgeMarks& m : by_id) m = {below(8) != 0, below(4) & below(4), below(8) & below(8), below(8) & below(8)};
    for (const Digraph::Edge& edge : graph.edges()) marks.push_back(by_id[edge.id]);
    const uint64_t accepting = below(4);
    const auto cycle = find_fair_cycle(graph, [&](const Digraph::Edge& e) { return by_id[e.id]; }, accepting);
    ASSERT_EQ(cycle.has_value(), has_fair_set(graph, marks, accepting)) << "round " << round;
    ++(cycle ? found : none);
    if (!cycle) continue;
    EdgeMarks sum;
    for (size_t i = 0; i < cycle->size(); ++i) {
      const uint32_t e = (*cycle)[i];
      ASSERT_EQ(graph.edges()[e].target, graph.edges()[(*cycle)[(i + 1) % cycle->size()]].source);
      ASSERT_TRUE(marks[e].allowed);
      sum.accepting |= marks[e].accepting;
      sum.requires_ |= marks[e].requires_;
      sum.satisfies |= marks[e].satisfies;
    }
    ASSERT_EQ(accepting & ~sum.accepting, 0u);
    ASSERT_EQ(sum.requires_ & ~sum.satisfies, 0u);
  }
  EXPECT_GT(found, rounds(500));
  EXPECT_GT(none, rounds(500));
}

// The state graph, built without any search. A cycle is characterised by the set of threads that take steps in it: it
// exists if they all take steps in one strongly connected component of the graph of their steps. Components are
// computed from the transitive closure.
class Naive {
 public:
  explicit Naive(const std::string& text) : program_(program(text)), machine_(vm::make_machine(program_, {})) {
    if (machine_->reset().kind == StepResult::Kind::Running) number();
    while (!new_.empty()) expand();
  }
  size_t size() const { return states_.size(); }

  bool has_livelock(Fairness fairness) const {
    for (uint32_t threads = 1; threads < 1u << kMostThreads; ++threads)
      for (ThreadId t = 0; t < kMostThreads; ++t)
        if (has_livelock(fairness, threads, t)) return true;
    return false;
  }

 private:
  static constexpr ThreadId kMostThreads = 3;
  struct ThreadAt {
    bool parked = false, enabled = false, waits_for_mutex = false;
    uint32_t line = 0;
  };
  struct State {
    ThreadAt threads[kMostThreads];
    std::vector<std::pair<ThreadId, size_t>> next;
  };

  size_t number() {
    std::vector<uint32_t> tuple;
    machine_->states().canonical_state(chunks_, tuple);
    const auto [known, fresh] = numbers_.try_emplace(std::move(tuple), states_.size());
    if (!fresh) return known->second;
    State& state = states_.emplace_back();
    for (ThreadId t = 0; t < machine_->num_threads(); ++t) {
      ThreadAt& at = state.threads[t];
      at.parked = machine_->status(t) == ThreadStatus::Parked;
      if (!at.parked) continue;
      const Action action = machine_->pending(t);
      at.enabled = action.enabled;
      at.waits_for_mutex = !action.enabled && action.waits_for == WaitsFor::Mutex;
      at.line = program_.locs[action.loc].line;
    }
    new_.push_back({known->second, machine_->snapshot()});
    return known->second;
  }

  void expand() {
    const auto [from, snapshot] = new_.back();
    new_.pop_back();
    for (ThreadId t = 0; t < kMostThreads; ++t) {
      if (!states_[from].threads[t].enabled) continue;
      machine_->restore(*snapshot);
      for (uint32_t choice = 0, choices = machine_->choices(t); choice < choices; ++choice) {
        machine_->restore(*snapshot);
        if (machine_->step(t, choice).kind != StepResult::Kind::Running) continue;
        const size_t to = number();
        states_[from].next.push_back({t, to});
      }
    }
  }

  // Whether exactly these threads take steps in a cycle in which t spins or starves.
  bool has_livelock(Fairness fairness, uint32_t threads, ThreadId t) const {
    if ((threads >> t & 1) != 0) {
      std::set<uint32_t> lines;
      for (const State& state : states_) lines.insert(state.threads[t].line);
      return std::any_of(lines.begin(), lines.end(), [&](uint32_t line) {
        return line >= RandomSpinners::kSpin && line < RandomSpinners::kServer &&
               has_cycle(
                   fairness, threads, std::nullopt,
                   [&](const State& s) { return s.threads[t].parked && s.threads[t].line == line; });
      });
    }
    if (fairness == Fairness::None) return false;
    return has_cycle(fairness, threads, t, [](const State&) { return true; }) ||
           has_cycle(fairness, threads, std::nullopt, [&](const State& s) { return s.threads[t].waits_for_mutex; });
  }

  // `enabled`: a thread that is enabled in some state of the cycle.
  bool has_cycle(Fairness fairness, uint32_t threads, std::optional<ThreadId> enabled,
                 const std::function<bool(const State&)>& within) const {
    auto others_are_disabled = [&](const State& s) {
      for (ThreadId t = 0; t < kMostThreads; ++t)
        if ((threads >> t & 1) == 0 && s.threads[t].enabled) return false;
      return true;
    };
    std::vector<bool> is_in(states_.size());
    for (size_t s = 0; s < states_.size(); ++s)
      is_in[s] = within(states_[s]) && (fairness != Fairness::Strong || others_are_disabled(states_[s]));
    std::vector<std::set<size_t>> reaches(states_.size());
    for (size_t s = 0; s < states_.size(); ++s) {
      if (!is_in[s]) continue;
      std::vector<size_t> open{s};
      while (!open.empty()) {
        const size_t at = open.back();
        open.pop_back();
        for (const auto& [t, to] : states_[at].next)
          if ((threads >> t & 1) != 0 && is_in[to] && reaches[s].insert(to).second) open.push_back(to);
      }
    }
    for (size_t s = 0; s < states_.size(); ++s) {
      if (!is_in[s] || !reaches[s].contains(s)) continue;
      uint32_t steps = 0, disabled = 0, is_enabled = 0;
      for (size_t at : reaches[s]) {
        if (!reaches[at].contains(s)) continue;
        for (const auto& [t, to] : states_[at].next)
          if ((threads >> t & 1) != 0 && reaches[s].contains(to) && reaches[to].contains(s)) steps |= 1u << t;
        for (ThreadId t = 0; t < kMostThreads; ++t) (states_[at].threads[t].enabled ? is_enabled : disabled) |= 1u << t;
      }
      const uint32_t all = (1u << kMostThreads) - 1;
      const bool is_fair = fairness != Fairness::Weak || ((steps | disabled) & all) == all;
      if (steps == threads && is_fair && (!enabled || (is_enabled >> *enabled & 1) != 0)) return true;
    }
    return false;
  }

  ir::Program program_;
  std::unique_ptr<Machine> machine_;
  PlainChunks chunks_;
  std::map<std::vector<uint32_t>, size_t> numbers_;
  std::vector<State> states_;
  std::vector<std::pair<size_t, std::shared_ptr<const Machine::Snapshot>>> new_;
};

TEST(Livelock, TheSearchAgreesWithANaiveComputation) {
  std::map<std::pair<Fairness, bool>, uint64_t> counts;
  for (uint64_t seed = 1; seed <= rounds(300); ++seed) {
    const std::string text = RandomSpinners(seed).make();
    const Naive naive(text);
    if (naive.size() > 400) continue;
    const ir::Program p = program(text);
    const MachineFactory make_machine = [&] { return vm::make_machine(p, {}); };
    for (Fairness fairness : {Fairness::None, Fairness::Weak, Fairness::Strong}) {
      const bool expected = naive.has_livelock(fairness);
      ++counts[{fairness, expected}];
      SearchOptions options;
      options.checks = {.assertion = false, .deadlock = false, .race = false, .memory = false, .livelock = true};
      options.fairness = fairness;
      options.keep_going = true;
      const SearchResult result = search_stateful(make_machine, options);
      ASSERT_TRUE(result.incomplete.empty()) << result.incomplete[0].what << "\n" << text;
      ASSERT_EQ(!result.violations.empty(), expected) << to_text(fairness) << ", seed " << seed << "\n" << text;
      for (const Violation& violation : result.violations) {
        ASSERT_EQ(violation.finding.kind, FindingKind::Livelock);
        ASSERT_TRUE(replays(*make_machine(), violation)) << to_text(fairness) << ", seed " << seed << "\n" << text;
      }
    }
  }
  for (Fairness fairness : {Fairness::None, Fairness::Weak, Fairness::Strong})
    for (bool expected : {false, true}) EXPECT_GT((counts[{fairness, expected}]), rounds(15)) << to_text(fairness);
}

TEST(Livelock, ALassoThatIsNotFairOrNoCycleDoesNotReplay) {
  // main spins until x is 1; T1 stores 1.
  const std::string text = "file 1 \"a.c\"\nglobal @x size 4\n" +
                           thread("t", "  store.32.seq_cst @x, 1 !1:1:1\n  ret 0\n") +
                           main_with({"t"},
                                     "again:\n  %15 = load.32.seq_cst @x !1:2:1\n  %16 = icmp.ne.32 %15, 0 !1:2:1\n"
                                     "  condbr %16, done, again !1:2:1\ndone:\n");
  const ir::Program p = program(text);
  const MachineFactory make_machine = [&] { return vm::make_machine(p, {}); };
  SearchOptions options;
  options.checks = {.assertion = false, .deadlock = false, .race = false, .memory = false, .livelock = true};
  EXPECT_TRUE(search_stateful(make_machine, options).violations.empty());
  options.fairness = Fairness::None;
  const SearchResult result = search_stateful(make_machine, options);
  ASSERT_EQ(result.violations.size(), 1u);
  Violation violation = result.violations[0];
  EXPECT_TRUE(replays(*make_machine(), violation));
  violation.finding.fairness = Fairness::Weak;
  EXPECT_FALSE(replays(*make_machine(), violation));
  violation.finding.fairness = Fairness::None;
  --*violation.finding.loop;  // the step before the loop does not lead back
  EXPECT_FALSE(replays(*make_machine(), violation));
}

}  // namespace
}  // namespace mover
