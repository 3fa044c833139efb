// Tests inference without restarting [FQ03, section 6]. The locking discipline of these programs is violated late,
// deep, or on one path only, long after the exploration of states that relied on it. Only these states are explored
// again.
#include <gtest/gtest.h>

#include "unit/agreement.h"
#include "unit/random_sync.h"
#include "unit/rounds.h"

namespace mover::test {
namespace {

const std::string kGlobals = kBoom +
                             "global @x size 4\nglobal @y size 4\nglobal @z size 4\nglobal @late size 4\n"
                             "global @m size 40\nglobal @n size 40\nglobal @c size 48\n";

// Expects that the findings are right, and that states were explored again.
void expect_refined(const std::string& text, const std::string& kind) {
  const std::set<std::string> all = findings(text, stateful(text));
  EXPECT_TRUE(has(all, kind)) << text;
  for (Ignoring ignoring : {Ignoring::Cpc, Ignoring::Cycle}) {
    const SearchResult found = transactions(text, {}, ignoring);
    EXPECT_EQ(findings(text, found), all) << text;
    EXPECT_GT(found.stats.visited_again, 0u) << text;
  }
}

// Expects that, in this exploration order, the search without refinement finds no violation.
void expect_missed_without_refinement(const std::string& text, const std::string& kind) {
  expect_refined(text, kind);
  SoundnessRules without;
  without.refinement = false;
  EXPECT_FALSE(has(findings(text, transactions(text, without)), kind)) << "nothing had to be refined in\n" << text;
}

std::string under(const std::string& lock, const std::string& body) {
  return "  sync mutex_lock(" + lock + ")\n" + body + "  sync mutex_unlock(" + lock + ")\n";
}

// Fails if another thread writes x in the middle of the critical section.
const std::string kReadTwice =
    under("@m", "  %2 = load.32.seq_cst @x\n  %3 = load.32.seq_cst @x\n  %4 = icmp.eq.32 %2, %3\n" + claim("%4"));
const std::string kReader = thread("reader", kReadTwice + "  ret 0");

std::string times(int n, const std::string& text) {
  std::string result;
  for (int i = 0; i < n; ++i) result += text;
  return result;
}

TEST(Refinement, TheRuleIsBrokenAfterItWasKeptManyTimes) {
  expect_refined(
      kGlobals + kReader +
          thread("writer", times(6, under("@m", "  store.32.seq_cst @x, 0\n")) + "  store.32.seq_cst @x, 1\n  ret 0") +
          main_with({"reader", "writer"}),
      "assertion");
}

TEST(Refinement, TheRuleIsBrokenDeepInACall) {
  expect_missed_without_refinement(
      kGlobals + kReader +
          "func @deep(1) regs 4 {\n  %1 = icmp.eq.32 %0, 0\n  condbr %1, now, on\nnow:\n"
          "  store.32.seq_cst @x, 1\n  ret 0\non:\n  %2 = sub.32 %0, 1\n  %3 = call @deep(%2)\n  ret %3\n}\n" +
          thread("writer", "  %2 = load.32.seq_cst @y\n  %3 = call @deep(5)\n  ret 0") +
          main_with({"reader", "writer"}),
      "assertion");
}

TEST(Refinement, TheRuleIsBrokenOnOnePathOfMany) {
  // The choices have eight outcomes, of which one writes without the lock.
  const std::string choose =
      "  %5 = load.32.seq_cst @y\n  %2 = service choose(8)\n  %3 = icmp.eq.32 %2, 5\n  condbr %3, wrong, right\n"
      "wrong:\n  store.32.seq_cst @x, 1\n  ret 0\nright:\n" +
      under("@m", "  store.32.seq_cst @x, 1\n") + "  ret 0";
  expect_missed_without_refinement(kGlobals + kReader + thread("writer", choose) + main_with({"reader", "writer"}),
                                   "assertion");
}

TEST(Refinement, TheRuleIsBrokenInOneInterleavingOfMany) {
  // The writer stores x without the lock only if z changes between its two reads.
  const std::string writer =
      "  %2 = load.32.seq_cst @z\n  %3 = load.32.seq_cst @z\n  %4 = icmp.eq.32 %2, %3\n  condbr %4, right, wrong\n"
      "wrong:\n  store.32.seq_cst @x, 1\n  ret 0\nright:\n" +
      under("@m", "  store.32.seq_cst @x, 0\n") + "  ret 0";
  expect_refined(kGlobals + kReader + thread("writer", writer) + thread("turns", "  store.32.seq_cst @z, 1\n  ret 0") +
                     main_with({"reader", "writer", "turns"}),
                 "assertion");
}

TEST(Refinement, OneRuleThatBreaksLetsTheNextOneBreak) {
  // y changes during the reader's critical section only because n does not protect it, which an execution reveals late.
  // Only a thread that has observed the change writes x without m.
  const std::string second =
      under("@n", "  %2 = load.32.seq_cst @y\n  %3 = load.32.seq_cst @y\n") +
      "  %4 = icmp.eq.32 %2, %3\n  condbr %4, right, wrong\nwrong:\n  store.32.seq_cst @x, 1\n  ret 0\nright:\n  ret 0";
  expect_refined(kGlobals + kReader + thread("second", second) +
                     thread("first", "  %2 = load.32.seq_cst @late\n  store.32.seq_cst @y, 1\n  ret 0") +
                     main_with({"reader", "second", "first"}),
                 "assertion");
}

TEST(Refinement, ALockIsTriedOnOnePathOnly) {
  const std::string tries =
      "  %2 = load.32.seq_cst @z\n  %3 = icmp.eq.32 %2, 0\n  condbr %3, done, tries\ntries:\n"
      "  %2 = sync mutex_trylock(@m)\n  %3 = icmp.eq.32 %2, 0\n" +
      claim("%3") + "done:\n  ret 0";
  expect_refined(kGlobals + thread("holder", times(3, under("@m", "  store.32 @x, 0\n")) + "  ret 0") +
                     thread("looker", tries) + thread("turns", "  store.32.seq_cst @z, 1\n  ret 0") +
                     main_with({"holder", "looker", "turns"}),
                 "assertion");
}

TEST(Refinement, AConditionIsSignalledWithoutTheMutexOnOnePathOnly) {
  const std::string waiter = under("@m",
                                   "  %2 = load.32.seq_cst @x\n  %3 = icmp.eq.32 %2, 0\n  condbr %3, wait, go\nwait:\n"
                                   "  sync cond_wait(@c, @m)\ngo:\n") +
                             "  ret 0";
  const std::string waker = "  %2 = service choose(2)\n  %3 = icmp.eq.32 %2, 0\n  condbr %3, right, wrong\nright:\n" +
                            under("@m", "  store.32.seq_cst @x, 1\n  sync cond_signal(@c)\n") +
                            "  ret 0\nwrong:\n  store.32.seq_cst @x, 1\n  sync cond_signal(@c)\n  ret 0";
  expect_missed_without_refinement(
      kGlobals + thread("waiter", waiter) + thread("waker", waker) + main_with({"waiter", "waker"}), "deadlock");
}

TEST(Refinement, AnOrderOfLocksIsBrokenOnOnePathOnly) {
  auto both = [](const std::string& first, const std::string& second) { return under(first, under(second, "")); };
  expect_refined(kGlobals + thread("one", both("@m", "@n") + "  ret 0") +
                     thread("two",
                            "  %2 = service choose(4)\n  %3 = icmp.eq.32 %2, 2\n  condbr %3, wrong, right\n"
                            "right:\n" +
                                both("@m", "@n") + "  ret 0\nwrong:\n" + both("@n", "@m") + "  ret 0") +
                     main_with({"one", "two"}),
                 "deadlock");
}

TEST(Refinement, StatesThatDidNotRelyOnTheFactAreNotExploredAgain) {
  // Most of the program consists of the workers' critical sections, which do not access x.
  const std::string worker =
      times(4, under("@n", "  %2 = load.32 @y\n  %2 = add.32 %2, 1\n  store.32 @y, %2\n")) + "  ret 0";
  const std::string text = kGlobals + kReader + thread("worker", worker) +
                           thread("writer", "  %2 = load.32.seq_cst @late\n  store.32.seq_cst @x, 1\n  ret 0") +
                           main_with({"worker", "worker", "reader", "writer"});
  const SearchResult found = transactions(text);
  EXPECT_EQ(findings(text, found), findings(text, stateful(text)));
  const Statistics& stats = found.stats;
  EXPECT_GT(stats.visited_again, 0u);
  EXPECT_LT(stats.visited_again * 2, stats.states);
}

TEST(Refinement, TheSearchGoesOnAfterAShortLookForRaces) {
  // Without --keep-going, the search looks for races on memory as soon as its protection is refuted.
  size_t wrong = 0, right = 0;
  SearchOptions first_only;
  for (uint64_t seed = 0; seed < rounds(80); ++seed) {
    const std::string text = RandomSync(seed).make();
    const ir::Program p = program(text);
    const SearchResult found = search_transactions([&] { return vm::make_machine(p, with_names()); }, first_only);
    const SearchResult all = stateful(text);
    ASSERT_TRUE(found.incomplete.empty() && all.incomplete.empty());
    ASSERT_EQ(found.violations.empty(), all.violations.empty()) << "seed " << seed << "\n" << text;
    found.violations.empty() ? ++right : ++wrong;
  }
  EXPECT_GT(wrong, 0u);
  EXPECT_GE(right, rounds(1));
}

TEST(Refinement, AProgramThatRefutesNoFactIsExploredOnce) {
  const std::string text = kGlobals + kReader +
                           thread("writer", under("@m", "  store.32.seq_cst @x, 1\n") + "  ret 0") +
                           main_with({"reader", "writer"});
  EXPECT_TRUE(agreed(text).empty());
  EXPECT_EQ(transactions(text).stats.visited_again, 0u);
}

}  // namespace
}  // namespace mover::test
