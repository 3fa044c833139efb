// Tests the searches: findings, limits, counts, and backtracking.
#include <gtest/gtest.h>

#include <algorithm>

#include "differential/forwarding.h"
#include "search/backtrack.h"
#include "unit/random_sync.h"
#include "unit/random_threads.h"
#include "unit/rounds.h"
#include "unit/small_programs.h"

namespace mover::test {
namespace {

const std::string kGlobals = kBoom + "global @x size 8\nglobal @y size 8\nglobal @m size 40\n";

// Two threads, `steps` atomic additions each.
std::string adders(int steps) {
  std::string body;
  for (int i = 0; i < steps; ++i) body += "  %2 = rmw.add.64.seq_cst @x, 1\n";
  return kGlobals + thread("t", body + "  ret 0") + main_with({"t", "t"});
}

TEST(Search, CountsStatesTransitionsAndExecutions) {
  const std::string text = kGlobals + thread("t", "  %2 = rmw.add.64.seq_cst @x, 1\n  ret 0") +
                           main_with({"t"}, "  store.64.seq_cst @x, 5\n");
  // There is 1 state before the creation. While the thread exists (not started, started, after its addition, ended),
  // there are 4 states before main's store, and 6 after it, because the value of x then depends on the order. After the
  // join there are 2.
  SearchResult all = stateful(text), every = reference(text);
  EXPECT_EQ(all.stats.states, 13u);
  EXPECT_EQ(all.stats.transitions, 16u);
  EXPECT_EQ(all.stats.executions, 2u);
  EXPECT_EQ(all.stats.max_depth, 6u);
  EXPECT_EQ(every.stats.states, 13u);
  EXPECT_EQ(every.stats.executions, 4u);  // the store in each of four positions
}

TEST(Search, StatesOfIndependentThreadsMultiply) {
  // A thread with n additions has n + 3 positions. There is 1 state without threads, one state for each position while
  // one thread exists, the square of that while both exist, and the same in reverse.
  EXPECT_EQ(stateful(adders(1)).stats.states, 1u + 4 + 16 + 4 + 1);
  EXPECT_EQ(stateful(adders(6)).stats.states, 1u + 9 + 81 + 9 + 1);
  EXPECT_EQ(reference(adders(1)).stats.states, 26u);
  EXPECT_EQ(stateful(adders(6)).stats.executions, 1u);
}

// Canonical states without the globals.
struct StatesWithoutGlobals : differential::ForwardingStates {
  using ForwardingStates::ForwardingStates;
  void canonical_state(ChunkSink& sink, std::vector<uint32_t>& tuple) override {
    has_.states->canonical_state(sink, tuple);
    std::fill_n(tuple.begin(), has_.names->canonical_globals(), 0);
  }
};
using Forgetful = differential::Altered<StatesWithoutGlobals>;

TEST(Search, StatesThatAreTakenToBeOneAreTriedOut) {
  auto writes = [](const std::string& value) { return "  store.64.seq_cst @x, " + value + "\n  ret 0"; };
  const std::string looks =
      "  %2 = load.64.seq_cst @x\n  %3 = icmp.eq.64 %2, 1\n  condbr.1 %3, ONE, OTHER\nONE:\n  store.64.seq_cst @y, "
      "1\nOTHER:\n  ret 0";
  const ir::Program code = program(kGlobals + thread("a", writes("1")) + thread("b", writes("2")) + thread("c", looks) +
                                   main_with({"a", "b", "c"}));
  SearchOptions options;
  options.verify_reduction = true;
  EXPECT_TRUE(search_stateful([&] { return vm::make_machine(code, {}); }, options).refuted.empty());
  EXPECT_FALSE(search_stateful([&] { return std::make_unique<Forgetful>(vm::make_machine(code, {})); }, options)
                   .refuted.empty());
}

TEST(Search, StopsAtTheFirstViolationUnlessToldToGoOn) {
  const std::string text = kGlobals +
                           "func @main(0) {\n  %0 = service choose(2)\n  %1 = trunc.1 %0 from 32\n  condbr %1, a, "
                           "b\na:\n  service assert_fail(@boom)\nb:\n  %2 = load.8 0\n  ret\n}\n";
  for (auto search : {stateful, reference}) {
    SearchResult first = search(text, {}, {});
    EXPECT_EQ(first.stop, Stop::FirstViolation);
    EXPECT_EQ(first.violations.size(), 1u);
    SearchResult all = search(text, {}, all_findings());
    EXPECT_EQ(all.stop, Stop::Finished);
    EXPECT_EQ(words(all), "assertion memory");
  }
}

TEST(Search, ReportsOnlyWhatIsAskedForYetExecutionsEndAllTheSame) {
  const std::string text = kGlobals + "func @main(0) {\n  %0 = load.8 0\n  service assert_fail(@boom)\n  ret\n}\n";
  SearchOptions options = all_findings();
  options.checks.memory = false;
  for (auto search : {stateful, reference}) {
    SearchResult result = search(text, {}, options);
    EXPECT_TRUE(result.violations.empty());
    ASSERT_EQ(result.unasked.size(), 1u);
    EXPECT_EQ(result.unasked[0].kind, FindingKind::Memory);
  }
  options.checks = {false, false, false, false, false};
  EXPECT_EQ(words(stateful(kGlobals + thread("t", "  store.64 @x, 1\n  ret 0") +
                               main_with({"t"}, "  store.64 @x, 2\n  sync mutex_lock(@m)\n  sync mutex_lock(@m)\n"),
                           {}, options)),
            "safe");
}

TEST(Search, GivesSchedulesThatLeadToWhatItFound) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    Lab lab(RandomThreads(seed, {}).make());
    SearchOptions options = all_findings();
    SearchResult result = search_stateful([&] { return vm::make_machine(lab.code(), {}); }, options);
    for (const Violation& violation : result.violations) {
      lab.reset();
      for (const Decision& decision : violation.schedule) {
        ASSERT_EQ(lab.last().kind, StepResult::Kind::Running);
        ASSERT_TRUE(lab->enabled(decision.thread) && decision.choice < lab->choices(decision.thread));
        lab.step(decision.thread, decision.choice);
      }
      if (violation.finding.kind != FindingKind::Assertion && violation.finding.kind != FindingKind::Memory) continue;
      ASSERT_EQ(lab.last().kind, StepResult::Kind::Failed);
      EXPECT_EQ(lab.last().finding.message, violation.finding.message);
      EXPECT_EQ(lab.last().finding.loc, violation.finding.loc);
      EXPECT_EQ(lab.last().finding.thread, violation.finding.thread);
    }
  }
}

// Whether both searches find the same failures, by kind and place, and agree on whether there are deadlocks and races.
// False if the reference search would take too long.
bool agree(const std::string& text) {
  SearchOptions options = all_findings();
  options.step_limit = 10'000;
  const SearchResult judge = reference(text, {}, options);
  if (judge.stop != Stop::Finished) return false;
  const SearchResult fast = stateful(text);
  auto failures = [](const SearchResult& result) {
    std::set<std::pair<FindingKind, ir::LocId>> all;
    for (const Violation& v : result.violations)
      if (v.finding.kind == FindingKind::Assertion || v.finding.kind == FindingKind::Memory)
        all.insert({v.finding.kind, v.finding.loc});
    return all;
  };
  EXPECT_EQ(failures(fast), failures(judge)) << text;
  EXPECT_EQ(words(fast), words(judge)) << text;
  return true;
}

TEST(Search, BothFindTheSameOnRandomProgramsWithPointers) {
  size_t compared = 0;
  for (uint64_t seed = 0; seed < rounds(80); ++seed) compared += agree(RandomThreads(seed, {.numbers = false}).make());
  EXPECT_GT(compared, rounds(20));
}

TEST(Search, BothFindTheSameOnRandomProgramsThatSynchronise) {
  size_t compared = 0;
  for (uint64_t seed = 0; seed < rounds(150); ++seed) compared += agree(RandomSync(seed).make());
  EXPECT_GT(compared, rounds(40));
}

TEST(Search, TerminatesOnCyclicStateSpacesAndOnEndlessLoops) {
  const std::string spin =
      kGlobals + thread("t", "again:\n  %2 = rmw.xor.64.seq_cst @x, 1\n  br again") +
      main_with({"t"},
                "again:\n  %20 = load.64.seq_cst @x\n  %21 = icmp.eq.64 %20, 2\n  condbr %21, out, again\nout:\n");
  for (auto search : {stateful, reference}) {
    SearchResult result = search(spin, {}, all_findings());
    EXPECT_EQ(result.stop, Stop::Finished);
    EXPECT_EQ(words(result), "deadlock");  // main spins until x is 2
  }
}

// A program with infinitely many states.
const std::string kCounting =
    kGlobals + thread("t", "again:\n  %2 = rmw.add.64.seq_cst @x, 1\n  br again") + main_with({"t"});

TEST(Search, StopsWhenInterrupted) {
  std::atomic<bool> interrupted{true};
  SearchOptions options = all_findings();
  options.interrupted = &interrupted;
  SearchResult result = stateful(kCounting, {}, options);
  EXPECT_EQ(result.stop, Stop::Interrupted);
  EXPECT_GT(result.stats.states, 0u);
  EXPECT_EQ(words(result), "incomplete");
}

TEST(Search, StopsAtItsLimitsAndSaysWhich) {
  SearchOptions options = all_findings();
  options.time_limit = 0.05;
  EXPECT_EQ(stateful(kCounting, {}, options).stop, Stop::TimeLimit);
  options.time_limit = 0;
  options.memory_limit_mib = 1;
  EXPECT_EQ(stateful(kCounting, {}, options).stop, Stop::MemoryLimit);
  options.memory_limit_mib = 0;
  options.step_limit = 1000;
  SearchResult result = reference(kCounting, {}, options);
  EXPECT_EQ(result.stop, Stop::TimeLimit);
  EXPECT_EQ(result.stats.transitions, 1000u);
}

TEST(Search, AThreadThatGoesOnForEverDoesNotKeepTheOthersFromBeingTried) {
  // Thread 1 produces infinitely many states; main's violation must be found nevertheless.
  const std::string text =
      kGlobals + thread("t", "again:\n  %2 = rmw.add.64.seq_cst @x, 1\n  br again") +
      main_with({"t"}, "  store.64.seq_cst @y, 1\n  store.64.seq_cst @y, 2\n  service assert_fail(@boom)\n");
  SearchOptions options;
  options.time_limit = 20;
  SearchResult result = stateful(text, {}, options);
  EXPECT_EQ(result.stop, Stop::FirstViolation);
}

TEST(Search, PlacesThatWereNotReachedAreReportedOnceAndOnlyWhereAllWasCovered) {
  // After a failed trylock the search runs a second time, with the order of past accesses.
  const std::string text = kGlobals + thread("t", "  %2 = sync mutex_trylock(@m)\n  ret 0") +
                           main_with({"t", "t"}, "  br on\n  service reachable(@boom)\non:\n");
  SearchResult result = stateful(text);
  ASSERT_EQ(result.violations.size(), 1u);
  EXPECT_FALSE(result.violations[0].has_schedule);
  SearchResult cut =
      stateful(kGlobals + "func @main(0) {\n  %0 = service nondet(32)\n  ret\n  service reachable(@boom)\n  ret\n}\n");
  EXPECT_TRUE(cut.violations.empty());
}

TEST(Search, FindsLeaksWhereAsked) {
  vm::Options machine;
  machine.track_leaks = true;
  SearchOptions options = all_findings();
  options.checks.leak = true;
  auto leaks = [&](const std::string& body) {
    return words(stateful(kGlobals + "func @main(0) regs 9 {\n" + body + "  ret\n}\n", machine, options));
  };
  EXPECT_EQ(leaks("  %0 = service malloc(8, 8)\n"), "leak");
  EXPECT_EQ(leaks("  %0 = service malloc(8, 8)\n  service free(%0)\n"), "safe");
  EXPECT_EQ(leaks("  %0 = service malloc(8, 8)\n  store.64 @x, %0\n"), "safe");
  EXPECT_EQ(leaks("  %0 = service malloc(8, 8)\n  store.64 @x, %0\n  store.64 @x, 0\n"), "leak");
  // A pointer in a dead register makes no difference.
  EXPECT_EQ(leaks("  %0 = service choose(2)\n  %1 = trunc.1 %0 from 32\n  condbr %1, a, b\na:\n  %2 = service "
                  "malloc(8, 8)\n  %3 = service malloc(8, 8)\n  service free(%2)\n  br on\nb:\n"
                  "  %2 = service malloc(8, 8)\n  service free(%2)\non:\n  %4 = service choose(2)\n"),
            "leak");
}

// ---- Backtracking.

TEST(Backtrack, LeadsToWhereKeepingEverySnapshotWould) {
  const std::string body = "again:\n  %2 = rmw.add.64.seq_cst @x, %0\n  %3 = service choose(3)\n  br again";
  const std::string text = kGlobals + thread("t", body) +
                           "func @main(0) regs 9 {\n  %0 = alloca 8\n  sync thread_create(%0, @t, 1, 0, 0)\n  sync "
                           "thread_create(%0, @t, 7, 0, 0)\n  %1 = load.64 %0\n  sync thread_join(%1)\n  ret\n}\n";
  Lab lab(text);
  lab.steps({0, 0});
  std::mt19937_64 random(11);
  Backtrack path(*lab);
  std::vector<std::vector<uint32_t>> states{lab.state()};  // the expected state after each step
  for (int round = 0; round < 400; ++round) {
    for (uint64_t k = random() % 200; k > 0; --k) {  // extends the path, saving as a search would
      ThreadId t = 1 + static_cast<ThreadId>(random() % 2);
      Decision decision{t, static_cast<uint32_t>(random() % lab->choices(t))};
      if (random() % 3 != 0) path.save();
      lab.step(decision.thread, decision.choice);
      path.push(decision);
      states.push_back(lab.state());
    }
    for (uint64_t k = random() % (path.depth() / 2 + 1); k > 0; --k) path.pop(), states.pop_back();
    path.restore();
    ASSERT_EQ(path.depth() + 1, states.size());
    ASSERT_EQ(lab.state(), states.back()) << "round " << round << " depth " << path.depth();
  }
}

}  // namespace
}  // namespace mover::test
