// Tests exclusive access predicates in the searches: transactions find the same failures, with fewer states.
#include <gtest/gtest.h>

#include "trace/replay.h"
#include "unit/agreement.h"
#include "unit/random_exclusive.h"
#include "unit/rounds.h"

namespace mover::test {
namespace {

const std::string kGlobals =
    kBoom +
    "global @x size 8\nglobal @y size 8\nglobal @f size 8\nglobal @g size 8\n"
    "global @owner size 8\nglobal @m size 40\nglobal @n size 40\nglobal @mine size 8 thread_local\n";
const std::string kMine =
    "func @p(0) {\n  %0 = tlsaddr @mine\n  %1 = load.64 %0\n  %2 = icmp.ne.64 %1, 0\n  ret.32 %2\n}\n";
const std::string kOwner =
    "func @p(0) {\n  %0 = service thread_self()\n  %1 = load.64.seq_cst @owner\n  %2 = icmp.eq.64 %0, %1\n"
    "  ret.32 %2\n}\n";
const std::string kNever = "func @p(0) {\n  ret.32 0\n}\n";
const std::string kDeclare = "  service exclusive(@x, 8, @p)\n";
const std::string kDeclareOwner = "  service exclusive(@owner, 8, @p)\n";
const std::string kTouch = "  %4 = load.64 @x\n  %4 = add.64 %4, 1\n  store.64 @x, %4\n";

std::string set_mine(int value) { return "  %3 = tlsaddr @mine\n  store.64 %3, " + std::to_string(value) + "\n"; }

// Acquires the lock `owner`, executes `what`, and releases the lock.
std::string owning(const std::string& what, int n = 0) {
  const std::string again = "again" + std::to_string(n), got = "got" + std::to_string(n);
  return again + ":\n  %1 = cmpxchg.64.seq_cst @owner, 0, %0\n  condbr %2, " + got + ", " + again + "\n" + got + ":\n" +
         what + "  store.64.seq_cst @owner, 0\n";
}

// The same with atomic accesses only. If the acquisition fails, `otherwise` is executed instead.
std::string trying(const std::string& what, const std::string& otherwise) {
  return "  %1 = cmpxchg.64.seq_cst @owner, 0, %0\n  condbr %2, got, busy\ngot:\n" + what +
         "  store.64.seq_cst @owner, 0\n  br past\nbusy:\n" + otherwise + "  br past\npast:\n";
}

// A thread function, with its handle in %0.
std::string worker(const std::string& name, const std::string& body) {
  return thread(name, "  %0 = service thread_self()\n" + body + "  ret 0");
}

// main executes `before` (usually the declaration), starts the threads, executes `then`, and joins.
std::string around(const std::string& functions, const std::vector<std::string>& threads, const std::string& then = "",
                   const std::string& before = kDeclare) {
  std::string main = main_with(threads, then);
  return kGlobals + functions + main.insert(main.find("  %0 = alloca"), before);
}

vm::Options machine(bool checks, bool names) {
  vm::Options options;
  options.check_exclusives = checks;
  options.keep_names = names;
  return options;
}

SearchOptions searching(const SoundnessRules& soundness = {}, Ignoring ignoring = Ignoring::Cpc) {
  SearchOptions options = all_findings();
  options.checks.discipline = true;
  options.soundness = soundness;
  options.ignoring = ignoring;
  return options;
}

SearchResult by_transactions(const ir::Program& p, const SearchOptions& options, bool checks = true) {
  return search_transactions([&] { return vm::make_machine(p, machine(checks, true)); }, options);
}

// The findings by kind and line. If the discipline is violated, races are ignored, because the execution ends at the
// violation, possibly before both racing accesses are pending.
std::set<std::string> compared(const std::string& text, const SearchResult& result) {
  std::set<std::string> all = findings(text, result);
  if (has(all, "discipline")) all.erase("race");
  return all;
}

// The findings on which all searches agree, or nothing if the reference search would take too long.
std::optional<std::set<std::string>> agreement(const std::string& text, uint64_t most_steps = 100'000) {
  const ir::Program p = program(text);
  SearchOptions limited = searching();
  limited.step_limit = most_steps;
  const SearchResult judge = search_reference([&] { return vm::make_machine(p, machine(true, false)); }, limited);
  if (judge.stop != Stop::Finished) return std::nullopt;
  const std::set<std::string> found = compared(text, judge);
  EXPECT_EQ(compared(text, stateful(text, machine(true, false), searching())), found) << "stateful\n" << text;
  for (Ignoring ignoring : {Ignoring::Cpc, Ignoring::Cycle}) {
    SearchOptions options = searching({}, ignoring);
    options.verify_reduction = true;
    const SearchResult result = by_transactions(p, options);
    EXPECT_EQ(compared(text, result), found) << text;
    EXPECT_TRUE(result.refuted.empty()) << result.refuted.front() << "\n" << text;
    for (const Violation& v : result.violations)
      EXPECT_TRUE(replays(*vm::make_machine(p, machine(true, false)), v)) << v.finding.message << "\n" << text;
  }
  return found;
}

struct Sample {
  const char* name;
  std::set<std::string> kinds;  // of the expected findings
  std::string text;
};

std::vector<Sample> samples() {
  const std::string check = "  %4 = load.64 @x\n  %5 = load.64 @x\n  %6 = icmp.eq.64 %4, %5\n";
  const std::string give = "  store.64.seq_cst @owner, %11\n";
  const std::string both = worker("t", owning(kTouch)) + worker("u", owning(kTouch));
  std::string behind_the_join = around(kOwner + both, {"t"});
  behind_the_join.insert(behind_the_join.rfind("  ret 0"), "  %4 = load.64 @x\n");
  return {
      {"AnOwnerTouches", {}, around(kOwner + both, {"t", "u"})},
      {"AnOwnerReadsTheSameTwice",
       {},
       around(kOwner + worker("t", owning(check + claim("%6"))) + worker("u", owning(kTouch)), {"t", "u"})},
      {"OneAssertionOfAnOwnerFails",
       {"assertion"},
       around(kOwner + worker("t", owning("  %4 = load.64 @x\n  %6 = icmp.eq.64 %4, 0\n" + claim("%6"))) +
                  worker("u", owning(kTouch)),
              {"t", "u"})},
      {"SomeoneDoesNotAsk", {"discipline"}, around(kOwner + both + worker("v", kTouch), {"t", "v"})},
      {"SomeoneAsksTooLate",
       {"discipline"},
       around(kOwner + both + worker("v", "  %4 = load.64 @x\n" + owning(kTouch)), {"u", "v"})},
      {"MainReadsBehindTheJoin", {}, behind_the_join},
      {"MainReadsBeforeTheJoin", {"discipline"}, around(kOwner + both, {"t"}, "  %4 = load.64 @x\n")},
      {"AThreadIsMadeTheOwner", {"deadlock", "discipline"}, around(kOwner + both, {"t", "u"}, give)},
      {"AThreadIsDispossessed", {"discipline"}, around(kOwner + both, {"t"}, "  store.64.seq_cst @owner, 0\n")},
      {"ATokenIsPassedOn",
       {},
       around(kMine + worker("t", set_mine(1) + kTouch + set_mine(0) + "  store.64.seq_cst @g, 1\n") +
                  worker("u", "  %4 = load.64.seq_cst @g\n  %5 = trunc.32 %4 from 64\n  service assume(%5)\n" +
                                  set_mine(1) + kTouch + set_mine(0)),
              {"t", "u"})},
      {"ATokenIsPassedOnTooEarly",
       {"discipline"},
       around(kMine + worker("t", set_mine(1) + kTouch + "  store.64.seq_cst @g, 1\n" + set_mine(0)) +
                  worker("u", "  %4 = load.64.seq_cst @g\n  %5 = trunc.32 %4 from 64\n  service assume(%5)\n" +
                                  set_mine(1) + kTouch + set_mine(0)),
              {"t", "u"})},
      {"ATokenUnderALock",
       {},
       around(kMine + worker("t", "  sync mutex_lock(@m)\n" + set_mine(1) + kTouch + set_mine(0) +
                                      "  sync mutex_unlock(@m)\n"),
              {"t", "t"})},
      {"TwoTokens", {"discipline"}, around(kMine + worker("t", set_mine(1) + kTouch + set_mine(0)), {"t", "t"})},
      {"ALockWithAPredicateOfItsOwn", {}, around(kOwner + both, {"t", "u"}, "", kDeclare + kDeclareOwner)},
      {"SomeoneReleasesALockThatAnotherHolds",
       {"discipline"},
       around(kOwner + both + worker("v", "  store.64.seq_cst @owner, 0\n"), {"t", "v"}, "", kDeclareOwner)},
      {"NoThreadHasAccess",
       {},
       around(kNever + worker("t", "  store.64.seq_cst @x, 1\n  %4 = load.64.seq_cst @x\n"), {"t", "t"})},
      {"NoThreadHasAccessAndTheyRace", {"race"}, around(kNever + worker("t", kTouch), {"t", "t"})},
      {"ThePredicateWrites",
       {"discipline"},
       around("func @p(0) {\n  store.64 @y, 1\n  ret.32 0\n}\n" + worker("t", kTouch), {"t"})},
      {"ThePredicateReadsThroughAPointerThatComesToBeNull",
       {"discipline"},
       around("func @p(0) {\n  %0 = load.64.seq_cst @f\n  %1 = load.64 %0\n  ret.32 %1\n}\n" +
                  worker("t", "  store.64.seq_cst @f, 0\n"),
              {"t"}, "  %4 = load.64.seq_cst @f\n", "  store.64 @f, @g\n" + kDeclare)},
  };
}

TEST(ExclusiveSearch, AllSearchesFindTheSame) {
  for (const Sample& sample : samples()) {
    auto found = agreement(sample.text);
    ASSERT_TRUE(found) << sample.name;
    std::set<std::string> kinds;
    for (const std::string& f : *found) kinds.insert(f.substr(0, f.find(' ')));
    EXPECT_EQ(kinds, sample.kinds) << sample.name;
  }
}

TEST(ExclusiveSearch, AllSearchesFindTheSameInRandomPrograms) {
  size_t compared = 0, broken = 0, fine = 0;
  for (uint64_t seed = 0; seed < rounds(120); ++seed) {
    auto found = agreement(RandomExclusive(seed).make(), 20'000);
    if (!found) continue;
    ++compared;
    broken += has(*found, "discipline");
    fine += found->empty();
  }
  EXPECT_GT(compared, rounds(30));
  EXPECT_GT(broken, rounds(10));
  EXPECT_GT(fine, rounds(3));
}

// -- soundness rules: programs on which the search is wrong without one of them

void expect_rule(const std::string& text, bool SoundnessRules::* rule, const char* kind = "discipline") {
  auto found = agreement(text);
  ASSERT_TRUE(found);
  EXPECT_TRUE(has(*found, kind)) << text;
  SoundnessRules without;
  without.*rule = false;
  const SearchResult result = by_transactions(program(text), searching(without));
  EXPECT_FALSE(has(findings(text, result), kind)) << "the rule makes no difference to\n" << text;
}

TEST(ExclusiveSearch, ATransactionMustNotHideWhatAPredicateReads) {
  // Thread t, which alone has `mine`, has exclusive access while f and g are 1. It sets f for a moment, under a lock. u
  // sets g: while f is 1, that gives t exclusive access.
  const std::string predicate =
      "func @p(0) {\n  %0 = tlsaddr @mine\n  %0 = load.64 %0\n  %1 = load.64 @f\n  %2 = load.64.seq_cst @g\n"
      "  %0 = and.64 %0, %1\n  %0 = and.64 %0, %2\n  ret.32 %0\n}\n";
  expect_rule(around(predicate +
                         worker("t", set_mine(1) + "  sync mutex_lock(@m)\n  store.64 @f, 1\n  store.64 @f, 0\n"
                                                   "  sync mutex_unlock(@m)\n") +
                         worker("u", "  store.64.seq_cst @g, 1\n"),
                     {"t", "u"}),
              &SoundnessRules::read_by_predicates);
}

const std::string kAtomicTouch = "  store.64.seq_cst @x, 1\n";

TEST(ExclusiveSearch, ALockWordIsAllThatItsPredicateDependsOn) {
  // t has exclusive access while it is the owner and g is 0. u sets g for a moment, which takes the access away from t.
  const std::string predicate =
      "func @p(0) {\n  %0 = service thread_self()\n  %1 = load.64.seq_cst @owner\n  %2 = load.64.seq_cst @g\n"
      "  %3 = icmp.eq.64 %0, %1\n  %4 = icmp.eq.64 %2, 0\n  %3 = and.32 %3, %4\n  ret.32 %3\n}\n";
  expect_rule(
      around(predicate + worker("t", owning(kAtomicTouch)) +
                 worker("u", "  sync atomic_begin()\n  store.64 @g, 1\n  store.64 @g, 0\n  sync atomic_end()\n"),
             {"t", "u"}),
      &SoundnessRules::words_alone);
}

TEST(ExclusiveSearch, OnlyTheHolderOfALockWordAccessesWhatItGoverns) {
  expect_rule(around(kOwner + worker("t", owning(kAtomicTouch)) + worker("u", kAtomicTouch), {"t", "u"}),
              &SoundnessRules::strict_accesses);
}

TEST(ExclusiveSearch, AThreadMayNoticeThatAnotherOneHoldsTheLockWord) {
  const std::string notices = trying(kAtomicTouch, "  %4 = add.1 0, 0\n" + claim("%4"));
  expect_rule(around(kOwner + worker("t", owning(kAtomicTouch)) + worker("u", notices), {"t", "u"}),
              &SoundnessRules::retries, "assertion");
  const std::string reads = "  %4 = load.64.seq_cst @owner\n  %5 = icmp.eq.64 %4, 0\n" + claim("%5");
  expect_rule(around(kOwner + worker("t", owning(kAtomicTouch)) + worker("u", reads), {"t", "u"}),
              &SoundnessRules::retries, "assertion");
}

TEST(ExclusiveSearch, APredicateMayAskForALock) {
  const std::string holds = "func @p(0) {\n  %0 = service holds(@m)\n  ret.32 %0\n}\n";
  const std::string locked = "  sync mutex_lock(@m)\n" + kAtomicTouch + "  sync mutex_unlock(@m)\n";
  const std::string fine = around(holds + worker("t", locked), {"t", "t"});
  auto found = agreement(fine);
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->empty());
  const std::string other =
      around(kOwner + worker("t", locked), {"t", "t"});  // its predicate does not ask for the lock
  EXPECT_EQ(by_transactions(program(fine), searching()).stats.states,
            by_transactions(program(other), searching()).stats.states);
  expect_rule(around(holds + worker("t", locked) + worker("u", kAtomicTouch), {"t", "u"}),
              &SoundnessRules::strict_accesses);
  // The predicate depends on more than the lock.
  const std::string more =
      "func @p(0) {\n  %0 = service holds(@m)\n  %1 = load.64.seq_cst @g\n  %1 = icmp.eq.64 %1, 0\n"
      "  %0 = and.32 %0, %1\n  ret.32 %0\n}\n";
  expect_rule(
      around(more + worker("t", locked) +
                 worker("u", "  sync atomic_begin()\n  store.64 @g, 1\n  store.64 @g, 0\n  sync atomic_end()\n"),
             {"t", "u"}),
      &SoundnessRules::words_alone);
}

TEST(ExclusiveSearch, LockWordsThatAreAcquiredInOppositeOrderAreADeadlock) {
  auto acquire = [](const std::string& word, int n) {
    const std::string again = "again" + std::to_string(n), got = "got" + std::to_string(n);
    return again + ":\n  %1 = cmpxchg.64.seq_cst " + word + ", 0, %0\n  condbr %2, " + got + ", " + again + "\n" + got +
           ":\n";
  };
  auto both = [&](const std::string& first, const std::string& second) {
    return acquire(first, 0) + acquire(second, 1) + kAtomicTouch + "  store.64.seq_cst " + second +
           ", 0\n  store.64.seq_cst " + first + ", 0\n";
  };
  const std::string q =
      "func @q(0) {\n  %0 = service thread_self()\n  %1 = load.64.seq_cst @g\n  %2 = icmp.eq.64 %0, %1\n  ret.32 "
      "%2\n}\n";
  const std::string declare = kDeclare + "  service exclusive(@y, 8, @q)\n";
  const auto opposite = agreement(around(
      kOwner + q + worker("t", both("@owner", "@g")) + worker("u", both("@g", "@owner")), {"t", "u"}, "", declare));
  ASSERT_TRUE(opposite);
  EXPECT_TRUE(has(*opposite, "deadlock"));
  const auto same = agreement(around(kOwner + q + worker("t", both("@owner", "@g")), {"t", "t"}, "", declare));
  ASSERT_TRUE(same);
  EXPECT_TRUE(same->empty());
  // A thread that ends without releasing the word.
  const auto kept = agreement(around(kOwner + worker("t", acquire("@owner", 0) + kAtomicTouch), {"t", "t"}));
  ASSERT_TRUE(kept);
  EXPECT_TRUE(has(*kept, "deadlock"));
}

TEST(ExclusiveSearch, AThreadMustNotEndBeforeOthersCanBreakItsClaim) {
  expect_rule(around(kOwner + worker("t", "  store.64.seq_cst @g, 1\n"), {"t"},
                     "  %20 = load.64.seq_cst @g\n  %21 = icmp.eq.64 %20, 1\n  condbr %21, give, past\ngive:\n"
                     "  store.64.seq_cst @owner, %10\n  br past\npast:\n"),
              &SoundnessRules::ends_of_threads);
}

TEST(ExclusiveSearch, AnAccessBeforeALateDeclarationIsNoMover) {
  expect_rule(around(kOwner + worker("t", "  store.64.seq_cst @g, 1\n  store.64 @x, 1\n"), {"t"},
                     "  %20 = load.64.seq_cst @g\n  %21 = icmp.eq.64 %20, 1\n  condbr %21, late, past\nlate:\n"
                     "  %22 = service thread_self()\n  store.64.seq_cst @owner, %22\n" +
                         kDeclare + "  br past\npast:\n",
                     ""),
              &SoundnessRules::late_predicates);
}

TEST(ExclusiveSearch, AnAccessWithoutExclusiveAccessMayRace) {
  auto under = [](const std::string& lock) {
    return "  sync mutex_lock(" + lock + ")\n  store.64 @x, 1\n  sync mutex_unlock(" + lock + ")\n";
  };
  const std::string text = around(kNever + worker("t", under("@m")) + worker("u", under("@n")), {"t", "u"});
  auto found = agreement(text);
  ASSERT_TRUE(found);
  EXPECT_TRUE(has(*found, "race"));
  SoundnessRules without;
  without.safe_accesses = false;
  EXPECT_TRUE(findings(text, by_transactions(program(text), searching(without))).empty());
}

// -- the benefit of predicates

TEST(ExclusiveSearch, ExclusiveAccessesCostNoStates) {
  auto states = [](int touches, bool checks) {
    std::string section;
    for (int i = 0; i < touches; ++i) section += kTouch;
    const std::string t = worker("t", owning(section) + owning(section, 1));
    return by_transactions(program(around(kOwner + t, {"t", "t"})), searching(), checks).stats.states;
  };
  EXPECT_EQ(states(1, true), states(6, true));
  EXPECT_LT(states(1, true), states(1, false));
  EXPECT_LT(states(6, true) * 3, states(6, false));
}

TEST(ExclusiveSearch, ALockWordCostsNoMoreStatesThanAMutex) {
  auto states = [](const std::string& critical, size_t threads) {
    const std::string t = worker("t", critical);
    return by_transactions(program(around(kOwner + t, std::vector<std::string>(threads, "t"))), searching())
        .stats.states;
  };
  const std::string locked = "  sync mutex_lock(@m)\n" + kAtomicTouch + "  sync mutex_unlock(@m)\n";
  for (size_t threads : {2, 3, 4})
    EXPECT_LE(states(owning(kAtomicTouch) + owning(kAtomicTouch, 1), threads),
              states(locked + locked, threads) * 5 / 4);
}

TEST(ExclusiveSearch, APredicateThatIsNotCheckedIsNotReliedOn) {
  // The predicate gives every thread exclusive access. An assertion must still fail.
  const std::string text =
      around("func @p(0) {\n  ret.32 1\n}\n" +
                 worker("t", "  %4 = load.64.seq_cst @x\n  %5 = load.64.seq_cst @x\n  %6 = icmp.eq.64 %4, %5\n" +
                                 claim("%6")) +
                 worker("u", "  store.64.seq_cst @x, 1\n"),
             {"t", "u"});
  SearchOptions options = searching();
  options.checks.discipline = false;
  EXPECT_EQ(words(by_transactions(program(text), options, false)), "assertion");
}

TEST(ExclusiveSearch, ExclusiveAccessOneAfterTheOtherIsNotAlwaysOrdered) {
  // A failed trylock tells u that t no longer accesses x. It does not order the two accesses, so they race.
  const std::string t = worker("t", set_mine(1) + kTouch + set_mine(0) + "  sync mutex_lock(@m)\n");
  const std::string u =
      worker("u", "  %4 = sync mutex_trylock(@m)\n  %5 = icmp.ne.32 %4, 0\n  condbr %5, busy, past\nbusy:\n" +
                      set_mine(1) + kTouch + set_mine(0) + "  br past\npast:\n");
  const std::string text = around(kMine + t + u, {"t", "u"});
  auto found = agreement(text);
  ASSERT_TRUE(found);
  EXPECT_TRUE(has(*found, "race"));
  EXPECT_FALSE(has(*found, "discipline"));
}

}  // namespace
}  // namespace mover::test
