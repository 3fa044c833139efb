// Tests optimal DPOR: the explored executions, and machines that merge steps.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "differential/classes.h"
#include "search/path_order.h"
#include "search/registry.h"
#include "search/wakeup_tree.h"
#include "unit/agreement.h"
#include "unit/rounds.h"
#include "unit/script_machine.h"

namespace mover::test {
namespace {

SearchResult optimal(const std::string& text) {
  ir::Program p = program(text);
  return search_optimal_dpor([&] { return vm::make_machine(p, {}); }, all_findings());
}

// Expects the findings of the reference search, and so many executions, none of them redundant.
std::set<std::string> follows(const std::string& text, uint64_t executions) {
  const SearchResult result = optimal(text);
  EXPECT_EQ(result.stop, Stop::Finished);
  EXPECT_EQ(findings(text, result), findings(text, stateful(text))) << text;
  EXPECT_EQ(result.stats.executions, executions) << text;
  EXPECT_EQ(result.stats.redundant, 0u) << text;
  return findings(text, result);
}

const std::string kGlobals = kBoom +
                             "global @x size 4\nglobal @y size 4\nglobal @z size 4\nglobal @a size 40\n"
                             "global @b size 40\nglobal @s size 32\nglobal @w size 56\n";

std::string under(const std::string& lock, const std::string& body) {
  return "  sync mutex_lock(" + lock + ")\n" + body + "  sync mutex_unlock(" + lock + ")\n";
}
std::string writes(const std::string& variable) { return "  store.32.seq_cst " + variable + ", 1\n"; }
std::string reads(const std::string& variable) { return "  %5 = load.32.seq_cst " + variable + "\n"; }
std::string all_of(const std::vector<std::string>& bodies) {
  std::string text = kGlobals;
  std::vector<std::string> names;
  for (const std::string& body : bodies) {
    names.push_back("t" + std::to_string(names.size()));
    text += thread(names.back(), body + "  ret 0");
  }
  return text + main_with(names);
}

TEST(OptimalDpor, ThreadsThatDoNotMeetAreFollowedOnce) {
  EXPECT_TRUE(follows(all_of({writes("@x") + writes("@x"), writes("@y"), writes("@z")}), 1).empty());
  EXPECT_TRUE(follows(all_of({under("@a", writes("@x")), under("@b", writes("@y"))}), 1).empty());
  EXPECT_TRUE(follows(all_of({reads("@x") + reads("@y"), reads("@y") + reads("@x")}), 1).empty());
}

TEST(OptimalDpor, EachOrderOfDependentStepsIsFollowedOnce) {
  EXPECT_TRUE(follows(all_of({writes("@x"), writes("@x"), writes("@x")}), 6).empty());
  EXPECT_TRUE(follows(all_of({reads("@x") + writes("@y"), reads("@y") + writes("@x")}), 3).empty());
  EXPECT_TRUE(follows(all_of({under("@a", writes("@x")), under("@a", writes("@x"))}), 2).empty());
}

// [AAJS14, figure 2]: with sleep sets alone some executions are sleep-set blocked.
TEST(OptimalDpor, NoExecutionIsSleepSetBlocked) {
  EXPECT_TRUE(follows(all_of({writes("@x"), reads("@y") + reads("@x"), reads("@z") + reads("@x")}), 4).empty());
  EXPECT_TRUE(
      follows(all_of({writes("@x"), writes("@y") + reads("@x"), writes("@z") + reads("@y") + reads("@x")}), 8).empty());
}

TEST(OptimalDpor, AlternativesAreFollowedOnceEach) {
  const std::string choose = "  %6 = service choose(3)\n";
  EXPECT_TRUE(follows(all_of({choose + writes("@x"), writes("@x")}), 6).empty());
  // Only one alternative of the choice is dependent with a step of the other thread.
  const std::string maybe =
      "  %6 = service choose(2)\n  %7 = icmp.eq.32 %6, 1\n  condbr %7, w, e\nw:\n" + writes("@x") + "  br e\ne:\n";
  EXPECT_TRUE(follows(all_of({reads("@x"), maybe}), 3).empty());
}

TEST(OptimalDpor, ADeadlockIsFoundThoughItsLastStepIsNeverExecuted) {
  EXPECT_TRUE(has(follows(all_of({under("@a", under("@b", "")), under("@b", under("@a", ""))}), 3), "deadlock"));
}

TEST(OptimalDpor, ABlockedThreadMayHaveBeenBlockedSinceAnEarlierStep) {
  // The last access to the mutex is the other thread's failed trylock, but the race is with the lock before it.
  const std::string twice = "  sync mutex_lock(@a)\n  %5 = sync mutex_trylock(@a)\n";
  const std::string text = all_of({twice, writes("@y") + under("@a", "")});
  const SearchResult result = optimal(text);
  EXPECT_EQ(findings(text, result), findings(text, reference(text)));
  EXPECT_EQ(result.stats.executions, 2u);
}

TEST(OptimalDpor, APathOfManyStepsIsFollowed) {
  const std::string loop =
      "  %6 = mov.32 0\nagain:\n  store.32.seq_cst @x, %6\n  %6 = add.32 %6, 1\n"
      "  %7 = icmp.ult.32 %6, 20000\n  condbr %7, again, done\ndone:\n";
  EXPECT_TRUE(follows(all_of({loop, writes("@y")}), 1).empty());
}

// ---- a machine that merges steps

using Do = ScriptMachine::Do;
std::vector<ScriptMachine::Op> uses(const std::vector<uint32_t>& mutexes) {
  std::vector<ScriptMachine::Op> ops;
  for (uint32_t mutex : mutexes) ops.push_back({Do::Use, mutex});
  return ops;
}

SearchResult run_script(const ScriptMachine::Script& script) {
  return search_optimal_dpor([&] { return std::make_unique<ScriptMachine>(script); }, all_findings());
}

TEST(OptimalDpor, LockedIncrementsAreFollowedInEachOrderOnce) {
  const std::vector<ScriptMachine::Op> ten = uses(std::vector<uint32_t>(10, 0));
  const SearchResult result = run_script({.threads = {ten, ten}});
  EXPECT_EQ(result.stats.executions, 184'756u);
  EXPECT_EQ(result.stats.redundant, 0u);
}

TEST(OptimalDpor, MutexesOfTheirOwnOrderNothing) {
  EXPECT_EQ(run_script({.threads = {uses({0, 0, 0}), uses({1, 1, 1}), uses({2, 2, 2})}}).stats.executions, 1u);
  EXPECT_EQ(run_script({.threads = {uses({0, 1}), uses({1, 0})}}).stats.executions, 3u);
  EXPECT_EQ(run_script({.threads = {uses({0, 1}), uses({1, 2}), uses({2, 0})}}).stats.executions, 7u);
}

// Random threads that read, write, acquire and keep locks.
ScriptMachine::Script random_script(uint64_t seed) {
  std::mt19937_64 random(seed);
  auto below = [&](uint64_t n) { return static_cast<uint32_t>(random() % n); };
  ScriptMachine::Script script;
  const uint32_t threads = 2 + below(4);
  const uint32_t steps = threads == 2 ? 5 : threads == 3 ? 4 : threads == 4 ? 2 + below(2) : 2;
  const uint32_t kinds = 2 + below(5);
  for (uint32_t t = 0; t < threads; ++t) {
    std::vector<ScriptMachine::Op> ops;
    std::vector<uint32_t> kept;
    auto keeps = [&](uint32_t object) { return std::find(kept.begin(), kept.end(), object) != kept.end(); };
    while (ops.size() < steps) {
      const uint32_t object = below(3), mutex = 2 + below(2);
      switch (below(kinds)) {
        case 0:
          ops.push_back({Do::Write, object % 2});
          break;
        case 1:
          ops.push_back({Do::Read, object % 2});
          break;
        case 2:
          if (!keeps(mutex)) ops.push_back({Do::Use, mutex});
          break;
        case 3:
          if (keeps(mutex)) break;
          ops.push_back({Do::Take, mutex});
          kept.push_back(mutex);
          break;
        case 4:
          if (kept.empty()) break;
          ops.push_back({Do::Give, kept.back()});
          kept.pop_back();
          break;
        default:
          if (below(3) == 0) ops.push_back({Do::Choose, 0});
          break;
      }
    }
    script.threads.push_back(std::move(ops));
  }
  return script;
}

TEST(OptimalDpor, EachClassOfExecutionsIsFollowedOnce) {
  uint64_t counted = 0;
  for (uint64_t seed = 1; seed <= rounds(600); ++seed) {
    const ScriptMachine::Script script = random_script(seed);
    ScriptMachine machine(script);
    machine.reset();
    differential::ClassCounter counter(machine, 3'000);
    if (!counter.follow({})) continue;
    ++counted;
    const SearchResult result = run_script(script);
    EXPECT_EQ(result.stats.executions, counter.number()) << "seed " << seed;
    EXPECT_EQ(result.stats.redundant, 0u) << "seed " << seed;
  }
  EXPECT_GT(counted, rounds(150));
}

TEST(OptimalDpor, NeitherAlternativeIsLeftToTheOther) {
  const SearchResult result = run_script(
      {.threads = {{{Do::Take, 2}}, {{Do::Use, 3}, {Do::Take, 2}}, {{Do::Use, 3}, {Do::Choose, 0}, {Do::Use, 3}}}});
  EXPECT_EQ(result.stats.executions, 12u);
}

TEST(OptimalDpor, ASleepingThreadMayBeWokenByAStepInBetween) {
  const SearchResult result = run_script({.threads = {{{Do::Use, 3}, {Do::Use, 2}},
                                                      {{Do::Take, 2}, {Do::Write, 0}},
                                                      {{Do::Use, 3}, {Do::Take, 2}},
                                                      {{Do::Take, 3}, {Do::Write, 0}}}});
  EXPECT_EQ(result.stats.executions, 21u);
}

// When an object is known to have races, steps on other objects are explored first, so that they are executed only
// once.
TEST(OptimalDpor, StepsOnContestedObjectsComeLast) {
  std::string quiet;
  for (int i = 0; i < 50; ++i) quiet += writes("@z");
  const std::string busy = writes("@x");
  auto steps = [](const std::vector<std::string>& bodies) {
    const SearchResult result = optimal(all_of(bodies));
    EXPECT_EQ(result.stats.executions, 24u);
    return result.stats.transitions;
  };
  EXPECT_LT(steps({busy, busy, busy, busy, quiet}), 2 * steps({quiet, busy, busy, busy, busy}));
}

TEST(OptimalDpor, ARefinementMakesItRestart) {
  const SearchResult result = run_script({.threads = {uses({0, 0}), uses({0, 0})}, .learns_after = 5});
  EXPECT_EQ(result.stats.executions, 6u);
  EXPECT_EQ(result.stats.transitions, run_script({.threads = {uses({0, 0}), uses({0, 0})}}).stats.transitions);
}

TEST(OptimalDpor, RacesThatTheMachineFindsAreReported) {
  EXPECT_TRUE(finds(run_script({.threads = {uses({0}), uses({0})}, .races_after = 2}), FindingKind::Race));
}

// The registry offers the searches whose needs a machine meets.
TEST(Registry, OffersSearchesWhoseNeedsTheMachineMeets) {
  auto offered = [](const Machine& machine) {
    std::set<std::string> names;
    for (const Search& search : all_searches())
      if (meets(machine, search.needs)) names.insert(search.name);
    return names;
  };
  const ScriptMachine merging({});
  EXPECT_EQ(offered(merging), (std::set<std::string>{"optimal-dpor", "source-dpor", "none", "sleep-sets",
                                                     "persistent-sets", "invisible-first", "composed"}));
  const ir::Program code = program("func @main(0) {\n  ret\n}\n");
  std::set<std::string> of_interpreter = offered(*vm::make_machine(code, {}));
  EXPECT_EQ(of_interpreter.count("auto"), 0u);  // needs merged steps
  of_interpreter.insert("auto");
  EXPECT_EQ(of_interpreter.size(), all_searches().size());
}

}  // namespace
}  // namespace mover::test
