// Tests the soundness rules of the reduction by transactions. For each rule there is a program on which the search is
// right, and wrong if this rule is taken out (movers/soundness_rules.h).
#include <gtest/gtest.h>

#include "unit/agreement.h"

namespace mover::test {
namespace {

const std::string kGlobals = kBoom +
                             "global @x size 4\nglobal @y size 4\nglobal @z size 4\n"
                             "global @a size 40\nglobal @b size 40\nglobal @m size 40\n"
                             "global @c size 48\nglobal @s size 32\nglobal @w size 56\nglobal @k size 4\n"
                             "global @bar size 32\nglobal @once size 4\nglobal @p size 8\nglobal @q size 8\n";

// Expects that the search is right with all rules, and finds nothing of that kind without `rule`.
void expect_wrong_without(const std::string& text, bool SoundnessRules::* rule, const std::string& kind,
                          Ignoring ignoring = Ignoring::Cpc) {
  EXPECT_TRUE(has(agreed(text), kind)) << text;
  SoundnessRules without;
  without.*rule = false;
  const std::set<std::string> found = findings(text, transactions(text, without, ignoring));
  EXPECT_FALSE(has(found, kind)) << "the rule makes no difference to\n" << text;
}

// Expects that the search is right with both solutions of the ignoring problem, and wrong without a solution.
void expect_ignored(const std::string& text, const std::string& kind) {
  EXPECT_TRUE(has(agreed(text), kind)) << text;
  const SearchResult unsound = transactions(text, {}, Ignoring::Unsound);
  EXPECT_FALSE(has(findings(text, unsound), kind)) << text;
  EXPECT_FALSE(unsound.incomplete.empty()) << "what is not sound must not be called safe";
}

// main executes `before`, starts the threads, executes `after`, and ends as a thread.
std::string main_around(const std::string& before, const std::vector<std::string>& threads,
                        const std::string& after = "") {
  std::string text = "func @main(0) regs 40 {\n  %0 = alloca 8\n" + before;
  for (const std::string& t : threads) text += "  sync thread_create(%0, @" + t + ", 0, 0, 0)\n";
  return text + after + "  sync thread_exit(0)\n  unreachable\n}\nentry @main\n";
}

// Two reads, and an assertion that they return the same value. They are atomic: plain reads would race with a write
// between them, and the search for races would find the failure, too.
const std::string kReadTwiceAtomically =
    "  %2 = load.32.seq_cst @x\n  %3 = load.32.seq_cst @x\n  %4 = icmp.eq.32 %2, %3\n" + claim("%4");
const std::string kReadTwice = "  %2 = load.32 @x\n  %3 = load.32 @x\n  %4 = icmp.eq.32 %2, %3\n" + claim("%4");

// -- threads that can observe that a lock is held

struct Observer {
  const char* name;
  const char* init;  // before threads are started
  const char* hold;
  const char* release;
  const char* look;      // observes whether the lock is held; the result is in %2
  const char* when_not;  // the result while the lock is free
};

class Observers : public testing::TestWithParam<Observer> {};

TEST_P(Observers, SeeTheLockHeldInTheMiddleOfASection) {
  const Observer& o = GetParam();
  expect_wrong_without(kGlobals + thread("holder", o.hold + std::string("\n") + o.release + "\n  ret 0") +
                           thread("looker", o.look + std::string("\n  %3 = icmp.eq.32 %2, ") + o.when_not + "\n" +
                                                claim("%3") + "  ret 0") +
                           main_around(o.init, {"holder", "looker"}),
                       &SoundnessRules::observed_locks, "assertion");
}

INSTANTIATE_TEST_SUITE_P(SoundnessRules, Observers,
                         testing::Values(Observer{"mutex_trylock", "", "  sync mutex_lock(@m)",
                                                  "  sync mutex_unlock(@m)", "  %2 = sync mutex_trylock(@m)", "0"},
                                         Observer{"spin_trylock", "", "  sync spin_lock(@k)", "  sync spin_unlock(@k)",
                                                  "  %2 = sync spin_trylock(@k)", "0"},
                                         Observer{"rw_tryrdlock", "", "  sync rw_wrlock(@w)", "  sync rw_unlock(@w)",
                                                  "  %2 = sync rw_tryrdlock(@w)", "0"},
                                         Observer{"rw_trywrlock", "", "  sync rw_rdlock(@w)", "  sync rw_unlock(@w)",
                                                  "  %2 = sync rw_trywrlock(@w)", "0"},
                                         Observer{"sem_trywait", "  sync sem_init(@s, 1)\n", "  sync sem_wait(@s)",
                                                  "  sync sem_post(@s)", "  %2 = sync sem_trywait(@s)", "0"},
                                         Observer{"sem_post_at_the_largest_value", "  sync sem_init(@s, 2147483647)\n",
                                                  "  sync sem_wait(@s)", "  sync sem_post(@s)",
                                                  "  %2 = sync sem_post(@s)", "75"},
                                         Observer{"sem_getvalue", "  sync sem_init(@s, 1)\n", "  sync sem_wait(@s)",
                                                  "  sync sem_post(@s)", "  %2 = sync sem_getvalue(@s)", "1"}),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(SoundnessRules, ALockThatIsTriedLateWasNoMoverFromTheFirstStateOn) {
  // The critical section is explored long before the trylock is known.
  std::string rounds;
  for (int i = 0; i < 4; ++i) rounds += "  sync mutex_lock(@m)\n  sync mutex_unlock(@m)\n";
  expect_wrong_without(kGlobals + thread("holder", rounds + "  ret 0") +
                           thread("looker",
                                  "  %5 = load.32.seq_cst @x\n  %5 = load.32.seq_cst @x\n  %5 = load.32.seq_cst @x\n"
                                  "  %2 = sync mutex_trylock(@m)\n  %3 = icmp.eq.32 %2, 0\n" +
                                      claim("%3") + "  ret 0") +
                           main_with({"holder", "looker"}),
                       &SoundnessRules::observed_locks, "assertion");
}

TEST(SoundnessRules, ATimedLockDoesNotTellWhetherTheLockWasHeld) {
  // A timed lock may time out whether or not the lock is held, so it observes nothing. The search is right even without
  // this rule.
  const std::string text =
      kGlobals + thread("holder", "  sync mutex_lock(@m)\n  sync mutex_unlock(@m)\n  ret 0") +
      thread("looker", "  %2 = sync mutex_timedlock(@m)\n  %3 = icmp.eq.32 %2, 0\n" + claim("%3") + "  ret 0") +
      main_with({"holder", "looker"});
  EXPECT_TRUE(has(agreed(text), "assertion"));
}

// -- condition variables

TEST(SoundnessRules, ASignalWithoutTheMutexCanComeTooEarly) {
  // The waiter has evaluated its condition but does not wait yet; a signal now is lost.
  expect_wrong_without(kGlobals +
                           thread("waiter",
                                  "  sync mutex_lock(@m)\n  %2 = load.32.seq_cst @x\n  %3 = icmp.eq.32 %2, 0\n"
                                  "  condbr %3, wait, done\nwait:\n  sync cond_wait(@c, @m)\ndone:\n"
                                  "  sync mutex_unlock(@m)\n  ret 0") +
                           thread("waker", "  store.32.seq_cst @x, 1\n  sync cond_signal(@c)\n  ret 0") +
                           main_with({"waiter", "waker"}),
                       &SoundnessRules::wait_sets, "deadlock");
}

TEST(SoundnessRules, ASignalUnderTheMutexCannotComeTooEarly) {
  EXPECT_TRUE(agreed(kGlobals +
                     thread("waiter",
                            "  sync mutex_lock(@m)\n  %2 = load.32 @x\n  %3 = icmp.eq.32 %2, 0\n"
                            "  condbr %3, wait, done\nwait:\n  sync cond_wait(@c, @m)\ndone:\n"
                            "  sync mutex_unlock(@m)\n  ret 0") +
                     thread("waker",
                            "  sync mutex_lock(@m)\n  store.32 @x, 1\n  sync cond_signal(@c)\n"
                            "  sync mutex_unlock(@m)\n  ret 0") +
                     main_with({"waiter", "waker"}))
                  .empty());
}

TEST(SoundnessRules, AConditionThatIsDestroyedWithoutTheMutexEndsBetweenTwoSignals) {
  const std::string text = kGlobals +
                           thread("waker",
                                  "  sync mutex_lock(@m)\n  sync cond_signal(@c)\n  sync cond_signal(@c)\n"
                                  "  sync mutex_unlock(@m)\n  ret 0") +
                           main_with({"waker"}, "  sync cond_destroy(@c)\n");
  EXPECT_EQ(agreed(text).size(), 3u) << "each of the signals can be the first to fail, and races with the destruction";
}

// -- names of locks

// A node has a lock at its beginning and a field at offset 40. All nodes are allocated at one line.
const std::string kMakeNode = "func @make(0) regs 3 {\n  %0 = service calloc(48)\n  ret %0\n}\n";
const std::string kTwoNodes =
    "  %1 = call @make()\n  store.64.seq_cst @p, %1\n  %1 = call @make()\n  store.64.seq_cst @q, %1\n";
const std::string kOneNode = "  %1 = call @make()\n  store.64.seq_cst @p, %1\n";

TEST(SoundnessRules, TwoLocksFromOneLineDoNotExcludeEachOther) {
  expect_wrong_without(kGlobals + kMakeNode +
                           thread("reader", "  %5 = load.64.seq_cst @p\n  sync mutex_lock(%5)\n" + kReadTwice +
                                                "  sync mutex_unlock(%5)\n  ret 0") +
                           thread("writer",
                                  "  %5 = load.64.seq_cst @q\n  sync mutex_lock(%5)\n  store.32 @x, 1\n"
                                  "  sync mutex_unlock(%5)\n  ret 0") +
                           main_around(kTwoNodes, {"reader", "writer"}),
                       &SoundnessRules::ambiguous_names, "assertion");
}

TEST(SoundnessRules, TheLockInEachNodeProtectsItsOwnField) {
  auto user = [](const std::string& node) {
    return "  %5 = load.64.seq_cst " + node +
           "\n  sync mutex_lock(%5)\n  %6 = ptradd %5, 40\n  %7 = load.32 %6\n  %7 = add.32 %7, 1\n"
           "  store.32 %6, %7\n  sync mutex_unlock(%5)\n  ret 0";
  };
  const std::string text = kGlobals + kMakeNode + thread("one", user("@p")) + thread("two", user("@q")) +
                           main_around(kTwoNodes, {"one", "two"});
  EXPECT_TRUE(agreed(text).empty());
  EXPECT_LT(transactions(text).stats.states * 5, stateful(text).stats.states);
}

TEST(SoundnessRules, TheLockInANodeThatIsTheOnlyOneProtectsVariables) {
  const std::string user =
      "  %5 = load.64.seq_cst @p\n  sync mutex_lock(%5)\n  %7 = load.32 @x\n  %7 = add.32 %7, 1\n"
      "  store.32 @x, %7\n  sync mutex_unlock(%5)\n  ret 0";
  const std::string text =
      kGlobals + kMakeNode + thread("one", user) + thread("two", user) + main_around(kOneNode, {"one", "two"});
  EXPECT_TRUE(agreed(text).empty());
  EXPECT_LT(transactions(text).stats.states * 5, stateful(text).stats.states);
}

// -- locks are memory

TEST(SoundnessRules, AThreadThatReadsALocksBytesObservesThatItIsHeld) {
  expect_wrong_without(kGlobals + thread("holder", "  sync mutex_lock(@m)\n  sync mutex_unlock(@m)\n  ret 0") +
                           thread("looker", "  %2 = load.32 @m\n  %3 = icmp.eq.32 %2, 0\n" + claim("%3") + "  ret 0") +
                           main_with({"holder", "looker"}),
                       &SoundnessRules::locks_as_data, "assertion");
}

TEST(SoundnessRules, OverwritingALockThatAThreadWaitsForIsAnError) {
  EXPECT_TRUE(has(agreed(kGlobals + thread("waiter", "  sync mutex_lock(@a)\n  store.32.seq_cst @z, 1\n  ret 0") +
                         main_around("  sync mutex_lock(@a)\n", {"waiter"}, "  memset @a, 0, 40\n")),
                  "memory"));
}

TEST(SoundnessRules, FreeingALockWhileItIsHeldIsAnError) {
  EXPECT_TRUE(
      has(agreed(kGlobals + kMakeNode +
                 thread("reader", "  %5 = load.64.seq_cst @p\n  sync mutex_lock(%5)\n" + kReadTwice + "  ret 0") +
                 main_around(kOneNode, {"reader"},
                             "  %1 = load.64.seq_cst @p\n  service free(%1)\n" + kOneNode +
                                 "  sync mutex_lock(%1)\n  store.32 @x, 1\n  sync mutex_unlock(%1)\n")),
          "memory"));
}

std::string set_up_again(const std::string& again) {
  return kGlobals + thread("reader", "  sync mutex_lock(@m)\n" + kReadTwice + "  ret 0") +
         main_around("", {"reader"}, again + "  sync mutex_lock(@m)\n  store.32 @x, 1\n  sync mutex_unlock(@m)\n");
}

TEST(SoundnessRules, InitialisingALockWhileItIsHeldIsAnError) {
  EXPECT_TRUE(has(agreed(set_up_again("  sync mutex_init(@m, 0)\n")), "memory"));
}

TEST(SoundnessRules, OverwritingALockWhileItIsHeldIsAnError) {
  EXPECT_TRUE(has(agreed(set_up_again("  memset @m, 0, 40\n")), "memory"));
}

TEST(SoundnessRules, BarriersAndOnceControlsAreMemoryThatCanBeFreed) {
  // The barrier can be passed after x was written, and before the barrier is destroyed.
  expect_wrong_without(
      kGlobals +
          thread("waiter",
                 "  %5 = load.64.seq_cst @p\n  %2 = load.32.seq_cst @x\n  sync barrier_wait(%5)\n"
                 "  %3 = icmp.eq.32 %2, 0\n" +
                     claim("%3") + "  ret 0") +
          main_around("  %1 = service calloc(32)\n  sync barrier_init(%1, 1)\n  store.64.seq_cst @p, %1\n", {"waiter"},
                      "  store.32.seq_cst @x, 1\n  service free(%1)\n"),
      &SoundnessRules::locks_as_data, "assertion");
  expect_wrong_without(kGlobals +
                           thread("looker", "  %2 = load.32 @once\n  %3 = load.32 @once\n  %4 = icmp.eq.32 %2, %3\n" +
                                                claim("%4") + "  ret 0") +
                           main_around("", {"looker"}, "  %2 = sync once_begin(@once)\n  sync once_end(@once)\n"),
                       &SoundnessRules::locks_as_data, "assertion");
}

// -- numbers of threads

TEST(SoundnessRules, TheFirstCreationDecidesTheNumbersOfBothThreads) {
  // `child` fails if its number is 3 and `one` has read 0 from y: that is, if main creates `idle` between the read and
  // the creation by `one`. A mutex stores the number of its owner plus one.
  expect_wrong_without(
      kGlobals + "global @h size 8\n" +
          thread("child",
                 "  sync mutex_lock(@m)\n  %2 = load.32 @m\n  sync mutex_unlock(@m)\n"
                 "  %3 = icmp.eq.32 %2, 4\n  %4 = icmp.eq.64 %0, 0\n  %5 = and.1 %3, %4\n"
                 "  %6 = xor.1 %5, 1\n" +
                     claim("%6") + "  ret 0") +
          thread("idle", "  ret 0") +
          thread("one",
                 "  %2 = load.32.seq_cst @y\n  %3 = zext.64 %2 from 32\n"
                 "  sync thread_create(@h, @child, %3, 0, 0)\n  ret 0") +
          main_around("", {"one"}, "  store.32.seq_cst @y, 1\n  sync thread_create(%0, @idle, 0, 0, 0)\n"),
      &SoundnessRules::thread_numbers, "assertion");
}

// -- atomic sections

TEST(SoundnessRules, AnAtomicSectionThatBlocksShowsWhatItDidBefore) {
  expect_wrong_without(kGlobals +
                           thread("section",
                                  "  sync atomic_begin()\n  store.32 @x, 1\n  sync mutex_lock(@m)\n  store.32 @x, 0\n"
                                  "  sync mutex_unlock(@m)\n  sync atomic_end()\n  ret 0") +
                           thread("looker",
                                  "  sync mutex_lock(@m)\n  %2 = load.32.seq_cst @x\n  sync mutex_unlock(@m)\n"
                                  "  %3 = icmp.eq.32 %2, 0\n" +
                                      claim("%3") + "  ret 0") +
                           main_with({"section", "looker"}),
                       &SoundnessRules::blocking_sections, "assertion");
}

// -- refinement

TEST(SoundnessRules, StatesExploredBeforeAFactWasRefutedAreExploredAgain) {
  expect_wrong_without(
      kGlobals +
          thread("reader", "  sync mutex_lock(@m)\n" + kReadTwiceAtomically + "  sync mutex_unlock(@m)\n  ret 0") +
          thread("writer", "  %2 = load.32.seq_cst @y\n  %2 = load.32.seq_cst @y\n  store.32.seq_cst @x, 1\n  ret 0") +
          main_with({"reader", "writer"}),
      &SoundnessRules::refinement, "assertion");
}

// -- the ignoring problem

TEST(SoundnessRules, AThreadThatLoopsForEverAfterCommittingHidesNothing) {
  const std::string looker =
      thread("looker", "  %2 = load.32.seq_cst @x\n  %3 = icmp.eq.32 %2, 0\n" + claim("%3") + "  ret 0");
  const std::string writes = "  store.32.seq_cst @x, 1\n";
  // A loop that does nothing; a loop that reads only its own variable; a loop that may end nondeterministically.
  for (const std::string& loop :
       {std::string("again:\n  br again"), std::string("again:\n  %2 = load.32 @y\n  br again"),
        std::string("again:\n  %2 = load.32 @y\n  %3 = service choose(2)\n  %4 = trunc.1 %3 from 32\n"
                    "  condbr %4, again, stop\nstop:\n  service assume(0)\n  br again")})
    expect_ignored(kGlobals + thread("loops", writes + loop) + looker + main_with({"loops", "looker"}, "", false),
                   "assertion");
}

// The transaction that spins under the lock never commits, so a search with right movers drops it.
TEST(SoundnessRules, AThreadThatSpinsBeforeCommittingIsDeadlocked) {
  const std::string lock = "  sync mutex_lock(@m)\n", unlock = "  sync mutex_unlock(@m)\n";
  expect_wrong_without(kGlobals +
                           thread("spins", lock +
                                               "again:\n  %2 = load.32 @x\n  %3 = icmp.eq.32 %2, 0\n"
                                               "  condbr %3, again, done\ndone:\n" +
                                               unlock + "  ret 0") +
                           thread("sets", lock + "  store.32 @x, 1\n" + unlock + "  ret 0") +
                           main_with({"spins", "sets"}),
                       &SoundnessRules::no_right_movers, "deadlock");
}

TEST(SoundnessRules, AnAssumptionThatFailsAfterCommittingHidesNothing) {
  expect_ignored(
      kGlobals + thread("discarded", "  store.32.seq_cst @x, 1\n  %2 = load.32 @y\n  service assume(0)\n  ret 0") +
          thread("looker", "  %2 = load.32.seq_cst @x\n  %3 = icmp.eq.32 %2, 0\n" + claim("%3") + "  ret 0") +
          main_with({"discarded", "looker"}, "", false),
      "assertion");
}

TEST(SoundnessRules, AFailureAfterCommittingHidesNothing) {
  expect_ignored(
      kGlobals + thread("fails", "  store.32.seq_cst @x, 1\n  %2 = load.32 @y\n  service assert_fail(@boom)\n  ret 0") +
          thread("looker",
                 "  %2 = load.32.seq_cst @x\n  %3 = icmp.eq.32 %2, 0\n  condbr %3, fine, wrong\nwrong:\n"
                 "  %4 = load.32 0\nfine:\n  ret 0") +
          main_with({"fails", "looker"}, "", false),
      "memory");
}

TEST(SoundnessRules, AThreadThatBlocksAfterCommittingEndsItsTransaction) {
  // Line L19 of figure 8 leaves the blocked thread to its commit point, and cycle detection finds no cycle here.
  expect_wrong_without(
      kGlobals +
          thread("blocks",
                 "  store.32.seq_cst @x, 1\n  %2 = load.32 @y\n  sync mutex_lock(@b)\n"
                 "  sync mutex_unlock(@b)\n  ret 0") +
          thread("looker", "  %2 = load.32.seq_cst @x\n  %3 = icmp.eq.32 %2, 0\n" + claim("%3") + "  ret 0") +
          main_around("  sync mutex_lock(@b)\n", {"blocks", "looker"}),
      &SoundnessRules::blocked_ends, "assertion", Ignoring::Cycle);
}

// -- the phases of a transaction

TEST(SoundnessRules, TheSameStoreInTwoPhasesIsTwoStates) {
  // The second choice is reached both before and after the commit point (a read of y). Only after the commit point does
  // a transaction end after the choice. (No finding depends on this, because the states inside transactions are stored
  // for each transaction separately: docs/transactions.md.)
  const std::string text =
      kGlobals +
      thread("chooser",
             "  %2 = service choose(2)\n  %3 = trunc.1 %2 from 32\n  condbr %3, commits, goes_on\ncommits:\n"
             "  %2 = load.32.seq_cst @y\n  br goes_on\ngoes_on:\n  %2 = service choose(2)\n"
             "  store.32.seq_cst @x, 1\n  ret 0") +
      thread("other", "  store.32.seq_cst @y, 1\n  store.32.seq_cst @x, 2\n  ret 0") + main_with({"chooser", "other"});
  EXPECT_TRUE(agreed(text).empty());
  SoundnessRules without;
  without.phases = false;
  EXPECT_GT(transactions(text).stats.states, transactions(text, without).stats.states);
}

// -- deadlocks

std::string takes_both(const std::string& first, const std::string& second) {
  return "  sync mutex_lock(" + first + ")\n  sync mutex_lock(" + second + ")\n  sync mutex_unlock(" + second +
         ")\n  sync mutex_unlock(" + first + ")\n  ret 0";
}

TEST(SoundnessRules, TwoLocksInOppositeOrderCanDeadlockInTheMiddleOfTwoTransactions) {
  expect_wrong_without(kGlobals + thread("one", takes_both("@a", "@b")) + thread("two", takes_both("@b", "@a")) +
                           main_with({"one", "two"}),
                       &SoundnessRules::lock_order, "deadlock");
}

TEST(SoundnessRules, SemaphoresTakenInOppositeOrderCanDeadlock) {
  auto both = [](const std::string& first, const std::string& second) {
    return "  sync sem_wait(" + first + ")\n  sync sem_wait(" + second + ")\n  sync sem_post(" + second +
           ")\n  sync sem_post(" + first + ")\n  ret 0";
  };
  expect_wrong_without(kGlobals + "global @t size 32\n" + thread("one", both("@s", "@t")) +
                           thread("two", both("@t", "@s")) +
                           main_around("  sync sem_init(@s, 1)\n  sync sem_init(@t, 1)\n", {"one", "two"}),
                       &SoundnessRules::lock_order, "deadlock");
}

// Expects that a hold-and-wait deadlock is found, even while other threads are enabled.
void expect_deadlock(const std::string& text) { EXPECT_TRUE(has(agreed(text), "deadlock")) << text; }

TEST(SoundnessRules, AThreadThatEndsWithALockInHandIsWaitedForForEver) {
  // A lock that no thread can release: the deadlock exists as soon as `waits` is blocked on it.
  expect_deadlock(kGlobals + thread("ends", "  sync mutex_lock(@a)\n  store.32.seq_cst @x, 1\n  ret 0") +
                  thread("waits", takes_both("@m", "@a")) +
                  "func @main(0) regs 40 {\n  %0 = alloca 8\n  sync thread_create(%0, @ends, 0, 0, 0)\n"
                  "  sync thread_create(%0, @waits, 0, 0, 0)\n  store.32.seq_cst @x, 2\n  sync mutex_lock(@m)\n"
                  "  ret 0\n}\nentry @main\n");
}

TEST(SoundnessRules, AThreadThatIsNeverEnabledStillAddsItsEdge) {
  // b is never released, so `holder` is never enabled again after its commit point. The cycle is m, a, b.
  expect_deadlock(kGlobals +
                  thread("holder",
                         "  sync mutex_lock(@a)\n  store.32.seq_cst @x, 1\n  sync mutex_lock(@b)\n"
                         "  sync mutex_unlock(@b)\n  sync mutex_unlock(@a)\n  ret 0") +
                  thread("waits", takes_both("@m", "@a")) +
                  "func @main(0) regs 40 {\n  %0 = alloca 8\n  sync mutex_lock(@b)\n"
                  "  sync thread_create(%0, @holder, 0, 0, 0)\n  sync thread_create(%0, @waits, 0, 0, 0)\n"
                  "  store.32.seq_cst @x, 2\n  sync mutex_lock(@m)\n  ret 0\n}\nentry @main\n");
}

TEST(SoundnessRules, ThreadsThatGetStuckBeforeTheyCommitAreDeadlockedTogether) {
  // The deadlock is no cycle of locks: no thread posts the semaphore.
  expect_wrong_without(kGlobals + thread("one", "  store.32 @y, 1\n  sync sem_wait(@s)\n  ret 0") +
                           thread("two", "  store.32 @z, 1\n  sync sem_wait(@s)\n  ret 0") +
                           main_around("  sync sem_init(@s, 0)\n", {"one", "two"}),
                       &SoundnessRules::stuck_threads, "deadlock");
}

// -- races

TEST(SoundnessRules, TwoAccessesEachUnderALockOfItsOwnRace) {
  auto writes = [](const std::string& lock) {
    return "  sync mutex_lock(" + lock + ")\n  store.32 @x, 1\n  sync mutex_unlock(" + lock + ")\n  ret 0";
  };
  expect_wrong_without(kGlobals + thread("one", writes("@a")) + thread("two", writes("@b")) + main_with({"one", "two"}),
                       &SoundnessRules::race_pass, "race");
}

TEST(SoundnessRules, AThreadNumberThatIsUsedAgainOrdersNothing) {
  // Only a failed trylock tells the thread that the first writer was joined. The second writer reuses its number.
  const std::string text =
      kGlobals + "global @h size 8\n" + thread("writer", "  store.32 @x, 1\n  ret 0") +
      thread("late",
             "  %2 = sync mutex_trylock(@m)\n  %3 = icmp.ne.32 %2, 0\n  condbr %3, held, done\nheld:\n"
             "  sync thread_create(@h, @writer, 0, 0, 0)\n  %4 = load.64 @h\n  sync thread_join(%4)\ndone:\n  ret 0") +
      "func @main(0) regs 40 {\n  %0 = alloca 8\n  sync thread_create(%0, @writer, 0, 0, 0)\n  %10 = load.64 %0\n"
      "  sync thread_create(%0, @late, 0, 0, 0)\n  %11 = load.64 %0\n  sync thread_join(%10)\n"
      "  sync mutex_lock(@m)\n  sync thread_exit(0)\n  unreachable\n}\nentry @main\n";
  EXPECT_TRUE(has(agreed(text), "race"));
}

TEST(SoundnessRules, OverwritingALockThatTheThreadHoldsIsAnError) {
  EXPECT_TRUE(has(agreed(kGlobals + thread("reader", "  sync mutex_lock(@m)\n  %2 = load.32 @x\n  ret 0") +
                         thread("wiper", "  sync mutex_lock(@m)\n  store.32 @x, 1\n  memset @m, 0, 40\n  ret 0") +
                         main_with({"reader", "wiper"})),
                  "memory"));
}

}  // namespace
}  // namespace mover::test
