// Tests the searches of [STO02]: the explored states and steps of the paper's example, deadlocks, the preemption bound,
// and endless paths.
#include <gtest/gtest.h>

#include "differential/forwarding.h"
#include "search/composition.h"
#include "trace/replay.h"
#include "unit/agreement.h"

namespace mover::test {
namespace {

const Selective kNone{.sleep = false};
const Selective kSleep{};
const Selective kPersistent{.persistent = true};
const Selective kInvisibleFirst{.persistent = true, .invisible_first = true};
const Selective kComposed{.persistent = true, .invisible_first = true, .composed = true};
const Selective kStored{.sleep = false, .persistent = true, .stores_states = true};
const Selective kComposedStored{
    .sleep = false, .persistent = true, .invisible_first = true, .composed = true, .stores_states = true};
const Selective kStateless[] = {kNone, kSleep, kPersistent, kInvisibleFirst, kComposed};
const Selective kAll[] = {kNone, kSleep, kPersistent, kInvisibleFirst, kComposed, kStored, kComposedStored};

SearchOptions with(const Selective& how) {
  SearchOptions options = all_findings();
  options.selective = how;
  return options;
}

SearchResult selective(const std::string& text, const Selective& how) {
  const ir::Program p = program(text);
  return search_selective([&] { return vm::make_machine(p, {}); }, with(how));
}

const std::string kGlobals = kBoom +
                             "global @x size 4\nglobal @y size 4\nglobal @a size 40\nglobal @b size 40\n"
                             "global @c size 48\nglobal @s size 32\n";

std::string under(const std::string& lock, const std::string& body) {
  return "  sync mutex_lock(" + lock + ")\n" + body + "  sync mutex_unlock(" + lock + ")\n";
}
std::string two(const std::string& one, const std::string& other, const std::string& then = "") {
  return kGlobals + thread("one", one + "  ret 0") + thread("two", other + "  ret 0") + main_with({"one", "two"}, then);
}

// M_ex of section 3.3. main is θ1, with control points a to g; the control points a to f of θ2 are in thread 1. Both
// releases at its end are one transition, as in the paper.
const std::string kExample =
    "global @x size 4\nglobal @y size 4\nglobal @l1 size 40\nglobal @l2 size 40\n"
    "func @two(2) regs 20 {\n"
    "  sync mutex_lock(@l2)\n"    // 6: a
    "  store.32 @y, 1\n"          // 7: b
    "  sync mutex_lock(@l1)\n"    // 8: c
    "  %3 = load.32 @x\n"         // 9: d
    "  sync atomic_begin()\n"     // 10: e …
    "  sync mutex_unlock(@l1)\n"  //
    "  sync mutex_unlock(@l2)\n"  //
    "  sync atomic_end()\n"       // … 13
    "  ret 0\n"                   // 14: f
    "}\n"
    "func @main(0) regs 40 {\n"
    "  %0 = alloca 8\n"
    "  sync thread_create(%0, @two, 0, 0, 0)\n"
    "  %10 = load.64 %0\n"
    "  sync mutex_lock(@l1)\n"    // 20: a
    "  store.32 @x, 1\n"          // 21: b
    "  sync mutex_unlock(@l1)\n"  // 22: c
    "  sync mutex_lock(@l2)\n"    // 23: d
    "  store.32 @y, 1\n"          // 24: e
    "  sync mutex_unlock(@l2)\n"  // 25: f
    "  sync thread_join(%10)\n"   // 26: g
    "  ret 0\n"
    "}\nentry @main\n";

// The explored part of the example: the states by their control points, and for each step its state and thread.
struct Explored {
  std::set<std::string> states;
  std::set<std::pair<std::string, ThreadId>> steps;
};

class Watched final : public differential::ForwardingMachine {
 public:
  Watched(std::unique_ptr<Machine> machine, Explored& explored)
      : ForwardingMachine(std::move(machine)), explored_(explored) {}

  StepResult reset() override {
    explored_ = {};  // only the last run counts
    return machine_->reset();
  }
  StepResult step(ThreadId t, uint32_t choice) override {
    const bool both = machine_->status(1) != ThreadStatus::Absent;
    if (both) explored_.steps.insert({state(), t});
    StepResult result = machine_->step(t, choice);
    if (machine_->status(1) != ThreadStatus::Absent) explored_.states.insert(state());
    return result;
  }

 private:
  std::string state() const { return {point(0), point(1)}; }
  char point(ThreadId t) const {
    if (machine_->status(t) != ThreadStatus::Parked) return t == 0 ? 'g' : 'f';
    const Action action = machine_->pending(t);
    if (action.kind == ActionKind::Start) return 'a';
    const uint32_t line = program().locs[action.loc].line;
    if (t == 0) return static_cast<char>('a' + std::min(line, 26u) - 20);
    return line >= 10 ? (line >= 14 ? 'f' : 'e') : static_cast<char>('a' + line - 6);
  }

  Explored& explored_;
};

Explored explore_example(const Selective& how) {
  const ir::Program p = program(kExample);
  Explored explored;
  const SearchResult result =
      search_selective([&] { return std::make_unique<Watched>(vm::make_machine(p, {}), explored); }, with(how));
  EXPECT_EQ(result.stop, Stop::Finished);
  EXPECT_TRUE(result.violations.empty());
  return explored;
}

// θ1 holds ℓ1 at b and c, and ℓ2 at e and f; θ2 holds ℓ2 from b to e, and ℓ1 at d and e.
bool can_be(char one, char other) {
  const bool l1 = (one == 'b' || one == 'c') && (other == 'd' || other == 'e');
  const bool l2 = (one == 'e' || one == 'f') && other >= 'b' && other <= 'e';
  return !l1 && !l2;
}
bool is_visible(char one, char other) {
  return (one == 'a' || one == 'd' || one == 'g') && (other == 'a' || other == 'c' || other == 'f');
}
template <typename Predicate>
std::set<std::string> states(Predicate predicate) {
  std::set<std::string> all;
  for (char one = 'a'; one <= 'g'; ++one)
    for (char other = 'a'; other <= 'f'; ++other)
      if (predicate(one, other)) all.insert({one, other});
  return all;
}

TEST(PaperExample, SleepSetsAvoidStepsAndNoStates) {
  const Explored all = explore_example(kNone), sleep = explore_example(kSleep);
  EXPECT_EQ(all.states.size(), 30u);  // figure 1
  EXPECT_EQ(all.states, states(can_be));
  EXPECT_EQ(sleep.states, all.states);
  // "the dotted edge from state ab to state bb"
  EXPECT_TRUE(all.steps.contains({"ab", 0}));
  EXPECT_FALSE(sleep.steps.contains({"ab", 0}));
  EXPECT_LT(sleep.steps.size(), all.steps.size());
}

TEST(PaperExample, InvisibleFirstAvoidsStatesInWhichBothAreAtInvisibleActions) {
  std::set<std::string> expected = states(can_be);
  expected.erase("bb");
  expected.erase("cb");
  expected.erase("db");  // because of sleep sets: θ2 comes first here, because it was created last
  EXPECT_EQ(explore_example({.invisible_first = true}).states, expected);
}

TEST(PaperExample, ComposedTransitionsLeadBetweenNineStates) {
  const Explored composed = explore_example({.invisible_first = true, .composed = true});
  std::set<std::string> visible;
  for (const std::string& state : composed.states)
    if (is_visible(state[0], state[1])) visible.insert(state);
  EXPECT_EQ(visible.size(), 9u);
  EXPECT_EQ(visible, states(is_visible));
  for (const auto& [state, t] : composed.steps)  // no thread takes a step inside a transition of another thread
    EXPECT_TRUE(t == 0 ? is_visible('a', state[1]) : is_visible(state[0], 'a')) << state << " " << t;
}

TEST(PaperExample, PersistentSetsLeaveOutMore) {
  const Explored sleep = explore_example(kSleep), persistent = explore_example(kPersistent);
  EXPECT_LT(persistent.states.size(), sleep.states.size());
  // "the set {t_b1c1} is persistent in state ba"
  EXPECT_TRUE(persistent.steps.contains({"ba", 0}));
  EXPECT_FALSE(persistent.steps.contains({"ba", 1}));
}

// Section 5.3: acquiring and releasing a lock has no net effect, so threads that only read under it are independent.
TEST(SelectiveSearch, ComposedTransitionsOnlyReadUnderTheSameLock) {
  const std::string reads = under("@a", "  %5 = load.32 @x\n");
  EXPECT_EQ(selective(two(reads, reads), kInvisibleFirst).stats.executions, 2u);
  EXPECT_EQ(selective(two(reads, reads), kComposed).stats.executions, 1u);
  const std::string writes = under("@a", "  store.32 @x, 1\n");
  EXPECT_EQ(selective(two(reads, writes), kComposed).stats.executions, 2u);
}

TEST(Composition, IsTheNetEffectOfSeveralSteps) {
  using Kind = Touch::Kind;
  auto after = [](const std::vector<Footprint>& steps) {
    Footprint all;
    for (const Footprint& step : steps) compose(all, step);
    return all;
  };
  const Touch acquire{Kind::Acquire, 8, 40}, release{Kind::Release, 8, 40}, through{Kind::Through, 8, 40},
      write{Kind::Write, 64, 4};
  EXPECT_EQ(after({{acquire}, {write}, {release}}), (Footprint{write, through}));
  EXPECT_EQ(after({{acquire}, {write}}), (Footprint{acquire, write}));
  EXPECT_EQ(after({{write}, {release}}), (Footprint{write, release}));
  EXPECT_EQ(after({{acquire}, {acquire}, {release}}), (Footprint{acquire, acquire, release}));
  EXPECT_EQ(after({{acquire}, {acquire}, {release}, {release}}), (Footprint{through}));
  EXPECT_FALSE(dependent(through, through));
  EXPECT_TRUE(dependent(through, acquire));
  EXPECT_TRUE(dependent(through, Touch{Kind::Write, 8, 40}));
}

// Theorem 5.
std::string philosophers(int n, bool ordered) {
  std::string text;
  std::vector<std::string> names;
  for (int i = 0; i < n; ++i) text += "global @f" + std::to_string(i) + " size 40\n";
  for (int i = 0; i < n; ++i) {
    int left = i, right = (i + 1) % n;
    if (ordered && left > right) std::swap(left, right);
    names.push_back("p" + std::to_string(i));
    text +=
        thread(names.back(), under("@f" + std::to_string(left), under("@f" + std::to_string(right), "")) + "  ret 0");
  }
  return text + main_with(names);
}

TEST(SelectiveSearch, FindsDeadlocksOfPhilosophers) {
  for (int n = 3; n <= 6; ++n)
    for (const Selective& how : {kPersistent, kInvisibleFirst, kComposed, kStored, kComposedStored}) {
      const SearchResult greedy = selective(philosophers(n, false), how),
                         ordered = selective(philosophers(n, true), how);
      ASSERT_EQ(greedy.violations.size(), 1u) << n;
      EXPECT_EQ(greedy.violations[0].finding.kind, FindingKind::Deadlock);
      EXPECT_TRUE(ordered.violations.empty());
      EXPECT_EQ(ordered.stop, Stop::Finished);
    }
}

TEST(SelectiveSearch, ThreadsThatDoNotMeetAreFollowedOnce) {
  const std::string one = under("@a", "  store.32 @x, 1\n"), other = under("@b", "  store.32 @y, 1\n");
  for (const Selective& how : {kPersistent, kInvisibleFirst, kComposed, kStored, kComposedStored}) {
    const SearchResult result = selective(two(one, other), how);
    EXPECT_EQ(result.stats.executions, 1u);
    EXPECT_LT(result.stats.transitions, 40u);  // including the first run, before footprints were learned
  }
}

// An action assumed to be invisible turns out to be visible late, after a choice: the search restarts.
TEST(SelectiveSearch, ALateRefinementRestartsTheSearch) {
  const std::string reads = "  %5 = load.32 @x\n  %6 = load.32 @x\n  %7 = icmp.eq.32 %5, %6\n" + claim("%7");
  const std::string writes = "  %5 = service choose(2)\n  condbr %5, yes, no\nyes:\n  store.32 @x, 1\n  ret 0\nno:\n";
  const std::string text = two(reads, writes);
  for (const Selective& how : kAll) EXPECT_EQ(findings(text, selective(text, how)), findings(text, reference(text)));
  EXPECT_TRUE(has(findings(text, selective(text, kComposed)), "assertion"));
}

// A trylock can observe that a lock is held, so releasing the lock is visible.
TEST(SelectiveSearch, ReleasesOfTriedLocksAreVisible) {
  const std::string tries =
      "  %5 = sync mutex_trylock(@a)\n  %6 = icmp.eq.32 %5, 0\n" + claim("%6") + "  sync mutex_unlock(@a)\n";
  const std::string text = two(under("@a", "") + under("@b", ""), under("@b", "") + tries);
  for (const Selective& how : kAll) EXPECT_EQ(findings(text, selective(text, how)), findings(text, reference(text)));
}

const std::string kIncrement = "  %5 = load.32.seq_cst @x\n  %5 = add.32 %5, 1\n  store.32.seq_cst @x, %5\n";
std::string lost_update(const std::string& one, const std::string& other) {
  return two(one, other,
             "  sync thread_join(%10)\n  sync thread_join(%11)\n  %20 = load.32 @x\n  %21 = icmp.eq.32 %20, 2\n" +
                 claim("%21") + "  ret 0\nnowhere:\n");
}

TEST(Preemptions, OneIsNeededToLoseAnUpdate) {
  const std::string text = lost_update(kIncrement, kIncrement);
  auto bounded = [&](uint32_t k) { return selective(text, {.preemptions = k}); };
  EXPECT_TRUE(bounded(0).violations.empty());
  ASSERT_EQ(bounded(0).incomplete.size(), 1u);
  EXPECT_EQ(in_words(ir::Program(), bounded(0).incomplete[0]),
            "executions with more than 0 preemptions were not explored");
  EXPECT_TRUE(has(findings(text, bounded(1)), "assertion"));
  EXPECT_EQ(in_words(ir::Program(), bounded(1).incomplete[0]),
            "executions with more than 1 preemption were not explored");
}

TEST(Preemptions, NothingWasCutWhereThereAreFewer) {
  const std::string text = lost_update(kIncrement, kIncrement);
  uint64_t executions = 0;
  for (uint32_t k : {0u, 1u, 2u, 3u, 20u}) {
    const SearchResult result = selective(text, {.preemptions = k});
    EXPECT_GT(result.stats.executions, executions);
    executions = result.stats.executions - (k == 20);
    EXPECT_EQ(result.incomplete.empty(), k == 20);
  }
  EXPECT_EQ(selective(text, {.preemptions = 20}).stats.executions, reference(text).stats.executions);
}

// A machine whose states cannot be compared.
class Incomparable final : public differential::ForwardingMachine {
 public:
  explicit Incomparable(std::unique_ptr<Machine> machine) : Incomparable(machine->has(), machine) {}

 private:
  Incomparable(Capabilities has, std::unique_ptr<Machine>& machine)
      : ForwardingMachine(std::move(machine), (has.states = nullptr, has)) {}
};

SearchResult deepening(const std::string& text, Selective how, uint64_t step_limit = 0) {
  const ir::Program p = program(text);
  how.long_path = 12;
  how.first_bound = 4;
  SearchOptions options = with(how);
  options.step_limit = step_limit;
  return search_selective([&] { return std::make_unique<Incomparable>(vm::make_machine(p, {})); }, options);
}

TEST(IterativeDeepening, EndsWhenTheLongestExecutionIsShorterThanTheBound) {
  const std::string text = lost_update(kIncrement + kIncrement, kIncrement);
  for (const Selective& how : kStateless) {
    const SearchResult result = deepening(text, how);
    EXPECT_EQ(result.stop, Stop::Finished);
    EXPECT_TRUE(result.incomplete.empty());
    EXPECT_EQ(findings(text, result), findings(text, reference(text)));
    EXPECT_GT(result.stats.max_depth, 12u);
  }
}

TEST(IterativeDeepening, EndlessPathsEndAtTheLimit) {
  const std::string spins = "loop:\n  %5 = load.32.seq_cst @x\n  condbr %5, done, loop\ndone:\n" + claim("0");
  const std::string sets = "  store.32.seq_cst @x, 1\n";
  const std::string text = two(spins, sets);
  for (const Selective& how : kStateless) {
    const SearchResult endless = deepening(text, how, 5'000);
    EXPECT_TRUE(has(findings(text, endless), "assertion"));  // the search leaves the first, endless path
    EXPECT_EQ(endless.stop, Stop::TimeLimit);
    const SearchResult cycles = selective(text, how);  // with states that can be compared
    EXPECT_EQ(cycles.stop, Stop::Finished);
    EXPECT_EQ(findings(text, cycles), findings(text, reference(text)));
  }
}

}  // namespace
}  // namespace mover::test
