// Ample sets: the verdicts on formulas and livelocks with them and without, and what happens if a soundness rule is
// taken out.
#include "search/ample_sets.h"

#include <functional>

#include "differential/forwarding.h"
#include "property/livelock.h"
#include "search/livelocks.h"
#include "search/ltl_product.h"
#include "search/state_graph.h"
#include "unit/agreement.h"
#include "unit/random_formula.h"
#include "unit/random_spinners.h"
#include "unit/random_waiters.h"
#include "unit/rounds.h"

namespace mover {
namespace {

using namespace test;

struct Task {
  std::string code, formula;  // without a formula: livelocks
  Fairness fairness = Fairness::Weak;
};

enum class Verdict : uint8_t { Holds, Violated, Unknown };

std::ostream& operator<<(std::ostream& out, const Task& task) {
  return out << (task.formula.empty() ? "livelock" : task.formula) << ", " << to_text(task.fairness)
             << " fairness, in\n"
             << task.code;
}

using MakeAltered = std::function<std::unique_ptr<Machine>(std::unique_ptr<Machine>)>;

// Only the search of the state graph, without the searches before it. `alter` may change the machine.
Verdict verdict_of(const Task& task, bool reduces, const SoundnessRules& rules = {}, const MakeAltered& alter = {}) {
  const ir::Program p = with_types(task.code);
  const MachineFactory make_machine = [&] {
    std::unique_ptr<Machine> machine = vm::make_machine(p, with_names());
    return alter ? alter(std::move(machine)) : std::move(machine);
  };
  SearchOptions options;
  options.checks = {.assertion = false, .deadlock = false, .race = false, .memory = false};
  options.checks.ltl = !task.formula.empty();
  options.checks.livelock = task.formula.empty();
  if (options.checks.ltl) options.ltl = {task.formula};
  options.fairness = task.fairness;
  options.step_limit = 20'000;
  options.ample_sets = reduces;
  options.soundness = rules;
  SearchRun run(options);
  find_ltl_violations(make_machine, run);
  find_livelocks(make_machine, run);
  if (!run.result.violations.empty()) return Verdict::Violated;
  return run.is_over() ? Verdict::Unknown : Verdict::Holds;
}

Task random_task(uint64_t seed) {
  constexpr Fairness kAll[] = {Fairness::None, Fairness::Weak, Fairness::Strong};
  Task task;
  task.fairness = kAll[seed % 3];
  std::vector<std::string> atoms = {"x == 1", "y == 1", "p", "q == 1", "a0", "a1", "a2 == 1"};
  const uint64_t kind = seed / 3 % 4;
  if (kind == 0) {
    task.code = RandomSpinners(seed).make();
    atoms = {"x == 0", "x == 1", "y == 1", "p", "l"};
  } else if (kind == 1) {
    task.code = RandomWaiters(seed).make_contention();
    atoms = {"a0", "a1", "a2"};
  } else {
    task.code = RandomWaiters(seed).make();
  }
  RandomFormula formula(seed, atoms);
  task.formula = seed / 12 % 3 == 0 ? formula.make(2) : formula.make_pattern();
  if (seed / 36 % 2 == 0) task.formula = "!(" + task.formula + ")";
  return task;
}

Task random_livelock(uint64_t seed) {
  Task task = random_task(seed);
  task.formula = "";
  return task;
}

// A program with infinitely many states may be undecided in one order and decided in another.
void compare(const Task& task, std::map<Verdict, uint64_t>& counts) {
  const Verdict expected = verdict_of(task, false), reduced = verdict_of(task, true);
  ++counts[expected];
  counts[Verdict::Unknown] += expected != Verdict::Unknown && reduced == Verdict::Unknown;
  if (expected == Verdict::Unknown || reduced == Verdict::Unknown) return;
  EXPECT_EQ(reduced == Verdict::Holds, expected == Verdict::Holds) << task;
}

TEST(AmpleSets, KeepTheVerdictsOnFormulas) {
  std::map<Verdict, uint64_t> counts;
  for (uint64_t seed = 1; seed <= rounds(3000); ++seed) compare(random_task(seed), counts);
  EXPECT_GT(counts[Verdict::Holds], rounds(500));
  EXPECT_GT(counts[Verdict::Violated], rounds(500));
  EXPECT_LT(counts[Verdict::Unknown], rounds(300));
}

TEST(AmpleSets, KeepTheVerdictsOnLivelocks) {
  std::map<Verdict, uint64_t> counts;
  for (uint64_t seed = 1; seed <= rounds(1500); ++seed) compare(random_livelock(seed), counts);
  EXPECT_GT(counts[Verdict::Holds], rounds(200));
  EXPECT_GT(counts[Verdict::Violated], rounds(200));
}

size_t states_of(const ir::Program& p, const std::string& formula, bool reduces) {
  const MachineFactory make_machine = [&] { return vm::make_machine(p, with_names()); };
  const auto property = LinearTime::make(formula, p);
  SearchOptions options;
  options.step_limit = 20'000;
  SearchRun run(options);
  size_t states = 0;
  explore_graph(make_machine, run, {.property = &std::get<LinearTime>(property), .reduces = reduces},
                [&](const StateGraph& graph) {
                  states = graph.states.size();
                  return true;
                });
  return states;
}

TEST(AmpleSets, LeaveFewerStates) {
  size_t all = 0, left = 0;
  for (uint64_t seed = 1; seed <= rounds(200); ++seed) {
    const ir::Program p = with_types(RandomWaiters(seed).make());
    const size_t without = states_of(p, "F x == 1", false), with = states_of(p, "F x == 1", true);
    ASSERT_LE(with, without) << "seed " << seed;
    all += without;
    left += with;
  }
  EXPECT_LT(left, all);
}

// The number of the first random task in which the verdict of the altered search is wrong; 0 if there is none.
uint64_t first_wrong(const SoundnessRules& rules, const MakeAltered& alter = {}) {
  for (uint64_t seed = 1; seed <= 6000; ++seed) {
    const Task task = random_task(seed);
    const Verdict expected = verdict_of(task, false);
    if (expected != Verdict::Violated) continue;  // a reduced graph is a part of the whole one
    if (verdict_of(task, true, rules, alter) == Verdict::Holds) return seed;
  }
  return 0;
}

uint64_t noticed_without(bool SoundnessRules::* rule) {
  SoundnessRules rules;
  rules.*rule = false;
  return first_wrong(rules);
}

TEST(AmpleSets, EverySoundnessRuleIsNecessary) {
  for (const auto& [rule, name] : {std::pair{&SoundnessRules::visible_steps, "visible_steps"},
                                   {&SoundnessRules::cycles, "cycles"},
                                   {&SoundnessRules::endings, "endings"},
                                   {&SoundnessRules::refinement, "refinement"}}) {
    EXPECT_NE(noticed_without(rule), 0u) << name;
  }
}

// Objects of this kind seem to be different ones for each thread, so that their operations are independent.
template <sync::Kind kind>
class IndependentObjects final : public differential::ForwardingMachine {
 public:
  using ForwardingMachine::ForwardingMachine;
  Action pending(ThreadId t) const override {
    Action action = machine_->pending(t);
    if (action.kind == ActionKind::Sync && action.sync <= ir::SyncOp::OnceEnd && sync::kind_of(action.sync) == kind)
      action.object += Address{t + 1} << 60;
    return action;
  }
};

template <sync::Kind kind>
uint64_t noticed_independence() {
  return first_wrong({}, [](std::unique_ptr<Machine> machine) {
    return std::make_unique<IndependentObjects<kind>>(std::move(machine));
  });
}

TEST(AmpleSets, DependenceOnEveryKindOfObjectIsNecessary) {
  EXPECT_NE(noticed_independence<sync::Kind::Mutex>(), 0u);
  EXPECT_NE(noticed_independence<sync::Kind::Semaphore>(), 0u);
  EXPECT_NE(noticed_independence<sync::Kind::RwLock>(), 0u);
  EXPECT_NE(noticed_independence<sync::Kind::Spin>(), 0u);
}

// A signal without the mutex is lost if it comes before the wait. One of the two orders violates each formula.
TEST(AmpleSets, DependenceOnConditionsIsNecessary) {
  Task task;
  task.code = "file 1 \"a.c\"\nglobal @m size 40\nglobal @c size 48\nglobal @a size 4\n" +
              thread("t", "  sync cond_signal(@c)\n  ret 0") +
              main_with({"t"}, "  sync mutex_lock(@m)\n  sync cond_wait(@c, @m)\n  store.32.seq_cst @a, 1\n");
  uint64_t lost = 0;
  for (const std::string formula : {"F a", "G !a"}) {
    task.formula = formula;
    EXPECT_EQ(verdict_of(task, false), Verdict::Violated) << formula;
    EXPECT_EQ(verdict_of(task, true), Verdict::Violated) << formula;
    lost += verdict_of(task, true, {}, [](std::unique_ptr<Machine> machine) {
              return std::make_unique<IndependentObjects<sync::Kind::Condition>>(std::move(machine));
            }) == Verdict::Holds;
  }
  EXPECT_EQ(lost, 1u);
}

// Two readers whose sections overlap again and again, so that the lock is never free for the writer.
TEST(AmpleSets, ReadersThatCommuteStarveAWriter) {
  const std::string reader = "again:\n  sync rw_rdlock(@rw)\n  sync rw_unlock(@rw)\n  br again";
  Task task;
  task.code = "file 1 \"a.c\"\nglobal @rw size 56\nglobal @a size 4\n" + thread("r", reader) +
              main_with({"r", "r"}, "  sync rw_wrlock(@rw)\n  store.32.seq_cst @a, 1\n  sync rw_unlock(@rw)\n");
  task.fairness = Fairness::Strong;
  for (const std::string formula : {"F a", ""}) {
    task.formula = formula;
    EXPECT_EQ(verdict_of(task, false), Verdict::Violated) << formula;
    EXPECT_EQ(verdict_of(task, true), Verdict::Violated) << formula;
    SoundnessRules rules;
    rules.ordered_readers = false;
    EXPECT_EQ(verdict_of(task, true, rules), Verdict::Holds) << formula;
  }
}

}  // namespace
}  // namespace mover
