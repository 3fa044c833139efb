// Tests the executions that are tried beside a search: what they find, what they cover, and that the search is
// otherwise the same.
#include "search/concurrency_testing.h"

#include <gtest/gtest.h>

#include "search/depth_first.h"
#include "unit/agreement.h"
#include "unit/random_sync.h"

namespace mover::test {
namespace {

const std::string kCounters = kBoom + "global @x size 4\nglobal @y size 4\nglobal @m size 40\n";

std::string increments(int n, const std::string& variable) {
  std::string text;
  for (int i = 0; i < n; ++i)
    text += "  %2 = load.32.seq_cst @" + variable + "\n  %3 = add.32 %2, 1\n  store.32.seq_cst @" + variable + ", %3\n";
  return text;
}

std::string counting_threads(int threads, int n) {
  std::string text = kCounters;
  std::vector<std::string> names;
  for (int i = 0; i < threads; ++i) {
    names.push_back("t" + std::to_string(i));
    text += thread(names.back(), increments(n, i % 2 == 0 ? "x" : "y") + "  ret 0");
  }
  return text + main_with(names);
}

// The schedules of the technique's executions, at most `most`.
std::vector<Schedule> schedules(const std::string& text, Scheduler& scheduler, size_t most, uint64_t bound = 1000) {
  Lab lab(text);
  std::vector<Schedule> all;
  while (all.size() < most) {
    const std::optional<uint64_t> steps = scheduler.begin(bound);
    if (!steps) return all;
    lab.reset();
    Schedule schedule;
    bool cut = false;
    while (lab.last().kind == StepResult::Kind::Running && !cut) {
      ThreadSet enabled = 0;
      for (ThreadId t = 0; t < lab->num_threads(); ++t)
        if (lab->enabled(t)) enabled |= bit(t);
      if (enabled == 0) break;
      cut = schedule.size() >= *steps;
      if (cut) break;
      schedule.push_back(scheduler.next(*lab, enabled));
      lab.step(schedule.back().thread, schedule.back().choice);
    }
    scheduler.end(schedule.size(), cut);
    all.push_back(std::move(schedule));
  }
  return all;
}

std::set<std::vector<std::pair<ThreadId, uint32_t>>> distinct(const std::vector<Schedule>& all) {
  std::set<std::vector<std::pair<ThreadId, uint32_t>>> result;
  for (const Schedule& schedule : all) {
    std::vector<std::pair<ThreadId, uint32_t>> steps;
    for (const Decision& decision : schedule) steps.emplace_back(decision.thread, decision.choice);
    result.insert(std::move(steps));
  }
  return result;
}

// All executions with at most that many delays, by their definition.
void enumerate(Lab& lab, ThreadId last, uint32_t delays, Schedule& path, std::vector<Schedule>& all) {
  std::vector<Decision> steps;
  if (lab.last().kind == StepResult::Kind::Running)
    for (ThreadId i = 0; i < lab->num_threads(); ++i) {
      const ThreadId t = (last + i) % lab->num_threads();
      for (uint32_t choice = 0; lab->enabled(t) && choice < lab->choices(t); ++choice) steps.push_back({t, choice});
    }
  if (steps.empty()) return all.push_back(path);
  for (uint32_t i = 0; i < steps.size() && i <= delays; ++i) {
    lab.reset();
    for (const Decision& step : path) lab.step(step.thread, step.choice);
    lab.step(steps[i].thread, steps[i].choice);
    path.push_back(steps[i]);
    enumerate(lab, steps[i].thread, delays - i, path, all);
    path.pop_back();
  }
}

void expect_all_delays(const std::string& text) {
  for (const uint32_t delays : {1u, 2u}) {
    Lab lab(text);
    Schedule path;
    std::vector<Schedule> expected;
    enumerate(lab, 0, delays, path, expected);
    const std::unique_ptr<Scheduler> scheduler = schedule_with_delays(delays);
    const std::vector<Schedule> tried = schedules(text, *scheduler, 100'000);
    EXPECT_EQ(distinct(tried), distinct(expected)) << delays << " delays in\n" << text;
    EXPECT_EQ(scheduler->covered(),
              "all executions with at most " + std::to_string(delays) + (delays == 1 ? " delay" : " delays"));
  }
}

TEST(DelayBounding, TriesAllExecutionsWithFewDelays) {
  expect_all_delays(counting_threads(1, 1));
  expect_all_delays(counting_threads(2, 2));
  expect_all_delays(counting_threads(3, 2));
}

TEST(DelayBounding, AnotherAlternativeCountsAsADelay) {
  expect_all_delays(kCounters + thread("chooses", "  %2 = service choose(3)\n  store.32.seq_cst @x, %2\n  ret 0") +
                    main_with({"chooses", "chooses"}));
}

TEST(DelayBounding, ReportsTheBoundOfExecutionsThatWereCut) {
  const std::string text = kCounters +
                           thread("endless",
                                  "again:\n  %2 = load.32.seq_cst @x\n  %3 = add.32 %2, 1\n"
                                  "  store.32.seq_cst @x, %3\n  br again") +
                           main_with({"endless", "endless"});
  const std::unique_ptr<Scheduler> scheduler = schedule_with_delays(1);
  schedules(text, *scheduler, 300);
  EXPECT_EQ(scheduler->covered(), "all executions with at most 1 delay, for their first 256 steps");
}

TEST(RandomSchedulers, TheSameSeedGivesTheSameExecutions) {
  const std::string text = counting_threads(3, 3);
  for (auto* make : {schedule_by_random_priorities, schedule_by_locations, schedule_by_partial_order_sampling}) {
    const std::vector<Schedule> one = schedules(text, *make(1), 50);
    EXPECT_EQ(one, schedules(text, *make(1), 50));
    EXPECT_NE(one, schedules(text, *make(2), 50));
    EXPECT_GT(distinct(one).size(), 10u);
  }
}

SearchResult tried(const std::string& text, uint64_t seed, uint32_t rounds = 1) {
  const ir::Program p = program(text);
  const SearchOptions options = all_findings();
  ConcurrencyTesting testing([&] { return vm::make_machine(p, {}); }, seed);
  SearchRun run(options);
  for (uint32_t i = 0; i < rounds; ++i) testing.run(run);
  SearchResult result = run.finish();
  testing.finish(result);
  return result;
}

TEST(ConcurrencyTesting, FindsNothingThatTheReferenceSearchDoesNotFind) {
  uint32_t found = 0, all = 0;
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    const std::string text = RandomSync(seed).make();
    SearchOptions small = all_findings();
    small.step_limit = 10'000;
    const SearchResult judge = reference(text, {}, small);
    if (judge.stop != Stop::Finished) continue;
    const std::set<std::string> expected = findings(text, judge);
    const SearchResult result = tried(text, seed);
    EXPECT_TRUE(result.incomplete.empty());
    EXPECT_EQ(result.stats.executions, 0u);
    for (const std::string& finding : findings(text, result))
      EXPECT_TRUE(expected.contains(finding)) << finding << " in\n" << text;
    all += expected.size();
    found += findings(text, result).size();
  }
  EXPECT_GT(10 * found, 9 * all);  // in small programs a few hundred executions show nearly everything
}

using SearchFunction = SearchResult (*)(const MachineFactory&, const SearchOptions&);

SearchResult searched(SearchFunction search, const std::string& text, bool tests, SearchOptions options) {
  const ir::Program p = program(text);
  const MachineFactory make_machine = [&] { return vm::make_machine(p, with_names()); };
  if (tests) options.testing = std::make_shared<ConcurrencyTesting>(make_machine, 0);
  SearchResult result = search(make_machine, options);
  if (tests) options.testing->finish(result);
  return result;
}

TEST(ConcurrencyTesting, TheSearchIsOtherwiseTheSame) {
  const std::string few_states = counting_threads(4, 3), few_traces = counting_threads(3, 4);
  const std::pair<SearchFunction, std::string> searches[] = {{search_stateful, few_states},
                                                             {search_transactions, few_states},
                                                             {search_optimal_dpor, few_traces},
                                                             {search_source_dpor, few_traces}};
  for (const auto& [search, text] : searches) {
    const SearchResult alone = searched(search, text, false, all_findings());
    const SearchResult beside = searched(search, text, true, all_findings());
    EXPECT_EQ(words(alone), "safe");
    EXPECT_EQ(words(beside), "safe");
    EXPECT_EQ(beside.stats.states, alone.stats.states);
    EXPECT_EQ(beside.stats.transitions, alone.stats.transitions);
    EXPECT_EQ(beside.stats.executions, alone.stats.executions);
    EXPECT_EQ(alone.stats.tested_executions, 0u);
    EXPECT_GT(beside.stats.tested_executions, 0u);
    EXPECT_FALSE(beside.covered.empty());
  }
}

// Threads lock two mutexes in opposite orders, again and again. A depth-first search follows one execution to its end.
std::string crossed_locks(int iterations) {
  auto crossing = [&](const std::string& name, const std::string& first, const std::string& second) {
    return thread(name, "  %2 = mov.32 0\nagain:\n  sync mutex_lock(@" + first + ")\n  sync mutex_lock(@" + second +
                            ")\n  sync mutex_unlock(@" + second + ")\n  sync mutex_unlock(@" + first +
                            ")\n  %2 = add.32 %2, 1\n  %3 = icmp.ult.32 %2, " + std::to_string(iterations) +
                            "\n  condbr %3, again, done\ndone:\n  ret 0");
  };
  return kCounters + "global @n size 40\n" + crossing("one", "m", "n") + crossing("two", "n", "m") +
         main_with({"one", "two"});
}

TEST(ConcurrencyTesting, FindsABugInTheFirstOfManyIterations) {
  SearchOptions options;
  options.step_limit = 40'000;
  const std::string text = crossed_locks(100'000);
  EXPECT_EQ(searched(search_optimal_dpor, text, false, options).stop, Stop::TimeLimit);
  const SearchResult result = searched(search_optimal_dpor, text, true, options);
  EXPECT_EQ(result.stop, Stop::FirstViolation);
  ASSERT_EQ(result.violations.size(), 1u);
  EXPECT_EQ(result.violations[0].finding.kind, FindingKind::Deadlock);
  EXPECT_LT(result.violations[0].schedule.size(), 5'000u);
}

TEST(ConcurrencyTesting, TheSearchContinuesWithKeepGoing) {
  SearchOptions options = all_findings();
  options.step_limit = 40'000;
  const SearchResult result = searched(search_optimal_dpor, crossed_locks(100'000), true, options);
  EXPECT_EQ(result.stop, Stop::TimeLimit);
  EXPECT_TRUE(finds(result, FindingKind::Deadlock));
}

TEST(ConcurrencyTesting, IsDueWhenTheStepsHaveDoubledAlsoIfTheSearchRestarts) {
  const ir::Program p = program(counting_threads(1, 1));
  ConcurrencyTesting testing([&] { return vm::make_machine(p, {}); }, 0);
  const SearchOptions options;
  SearchRun run(options);
  EXPECT_FALSE(testing.is_due(20'000));
  EXPECT_FALSE(testing.is_due(5'000));  // the search has restarted
  EXPECT_TRUE(testing.is_due(10'000));
  testing.run(run);
  EXPECT_FALSE(testing.is_due(39'999));
  EXPECT_TRUE(testing.is_due(40'000));
}

}  // namespace
}  // namespace mover::test
