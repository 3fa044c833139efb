// Tests races and deadlocks: races in one state, along a path by vector clocks, and along a path by ordering sets,
// which must agree.
#include <gtest/gtest.h>

#include <random>

#include "property/deadlock.h"
#include "property/ordering_sets.h"
#include "property/race.h"
#include "property/vector_clocks.h"
#include "unit/congruence.h"
#include "unit/random_sync.h"
#include "unit/rounds.h"
#include "unit/small_programs.h"

namespace mover::test {
namespace {

const std::string kGlobals = kBoom +
                             "global @x size 16\nglobal @f size 8\nglobal @m size 40\nglobal @rw size 56\nglobal @s "
                             "size 32\nglobal @b size 32\nglobal @c size 48\nglobal @o size 4\n";

std::string pair_of(const std::string& a, const std::string& b) {
  return kGlobals + thread("a1", a + "  ret 0") + thread("a2", b + "  ret 0") + main_with({"a1", "a2"});
}

TEST(Conflict, NeedsOverlapAWriteAndSomethingPlain) {
  const Access read{100, 4, false, false}, write{100, 4, true, false}, atomic_read{100, 4, false, true},
      atomic_write{100, 4, true, true};
  EXPECT_TRUE(conflict(read, write));
  EXPECT_TRUE(conflict(write, write));
  EXPECT_FALSE(conflict(read, read));
  EXPECT_TRUE(conflict(atomic_read, write));
  EXPECT_TRUE(conflict(read, atomic_write));
  EXPECT_FALSE(conflict(atomic_read, atomic_write));
  EXPECT_FALSE(conflict(read, Access{104, 4, true, false}));
  EXPECT_TRUE(conflict(read, Access{103, 1, true, false}));
  EXPECT_TRUE(conflict(read, Access{96, 5, true, false}));
  EXPECT_FALSE(conflict(read, Access{96, 4, true, false}));
}

struct Case {
  const char* name;
  const char* first;
  const char* second;
  const char* verdict;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

class TwoThreads : public ::testing::TestWithParam<Case> {};

TEST_P(TwoThreads, RaceOrDoNot) {
  EXPECT_EQ(verdict(pair_of(GetParam().first, GetParam().second)), GetParam().verdict);
}

#define LOCK "  sync mutex_lock(@m)\n"
#define UNLOCK "  sync mutex_unlock(@m)\n"
#define READ "  %5 = load.32 @x\n"
#define WRITE "  store.32 @x, 1\n"
// Executes `then` only if the condition (a bit in %6) holds.
#define IF(lines, then) lines "  condbr %6, yes, no\nyes:\n" then "no:\n"

INSTANTIATE_TEST_SUITE_P(
    Each, TwoThreads,
    ::testing::Values(
        Case{"reads only", READ, READ, "safe"}, Case{"write and read", WRITE, READ, "race"},
        Case{"under one lock", LOCK WRITE UNLOCK, LOCK READ UNLOCK, "safe"},
        Case{"one without the lock", LOCK WRITE UNLOCK, READ, "race"},
        Case{"each after its lock", LOCK UNLOCK WRITE, LOCK UNLOCK READ, "race"},
        Case{"atomics", "  store.32.relaxed @x, 1\n", "  %5 = load.32.relaxed @x\n", "safe"},
        Case{"atomic and plain", "  store.32.seq_cst @x, 1\n", READ, "race"},
        Case{"atomic read and plain read", "  %5 = load.32.seq_cst @x\n", READ, "safe"},
        Case{"neighbours", WRITE, "  %5 = load.32 @x+4\n", "safe"},
        Case{"overlapping widths", "  store.8 @x+3, 1\n", READ, "race"},
        Case{"copies", "  memcpy @x, @x+8, 8\n", "  store.8 @x+8, 1\n", "race"},
        Case{"a fill", "  memset @x, 0, 16\n", "  %5 = load.8 @x+15\n", "race"},
        Case{"a string", "  %5 = strlen @x\n", "  store.8 @x, 0\n", "race"},
        Case{"output", "  service write(1, @x, 2)\n", "  store.8 @x+1, 0\n", "race"},
        Case{"published by an atomic flag", WRITE "  store.32.release @f, 1\n",
             IF("  %5 = load.32.acquire @f\n  %6 = icmp.eq.32 %5, 1\n", READ), "safe"},
        Case{"published by a plain flag", WRITE "  store.32 @f, 1\n",
             IF("  %5 = load.32 @f\n  %6 = icmp.eq.32 %5, 1\n", READ), "race"},
        Case{"a flag that was not seen set", WRITE "  store.32.release @f, 1\n",
             IF("  %5 = load.32.acquire @f\n  %6 = icmp.eq.32 %5, 0\n", READ), "race"},
        Case{"published by an increment", WRITE "  %5 = rmw.add.32.seq_cst @f, 1\n",
             IF("  %5 = rmw.add.32.seq_cst @f, 1\n  %6 = icmp.eq.32 %5, 1\n", READ), "safe"},
        Case{"a compare-and-swap that failed has read", WRITE "  store.32.release @f, 1\n",
             IF("  %7 = cmpxchg.32.seq_cst @f, 5, 6\n  %6 = icmp.eq.32 %7, 1\n", READ), "safe"},
        Case{"a flag of one byte read as four", WRITE "  store.8.release @f+1, 1\n",
             IF("  %5 = load.32.acquire @f\n  %6 = icmp.ne.32 %5, 0\n", READ), "safe"},
        Case{"post and wait", WRITE "  sync sem_post(@s)\n", "  sync sem_wait(@s)\n" READ, "safe"},
        Case{"the wrong way round", "  sync sem_post(@s)\n" WRITE, "  sync sem_wait(@s)\n" READ, "race"},
        Case{"readers together", "  sync rw_rdlock(@rw)\n" READ "  sync rw_unlock(@rw)\n",
             "  sync rw_rdlock(@rw)\n" READ "  sync rw_unlock(@rw)\n", "safe"},
        Case{"a reader that writes", "  sync rw_rdlock(@rw)\n" WRITE "  sync rw_unlock(@rw)\n",
             "  sync rw_rdlock(@rw)\n" READ "  sync rw_unlock(@rw)\n", "race"},
        Case{"reader and writer", "  sync rw_rdlock(@rw)\n" READ "  sync rw_unlock(@rw)\n",
             "  sync rw_wrlock(@rw)\n" WRITE "  sync rw_unlock(@rw)\n", "safe"},
        Case{"a spin lock", "  sync spin_lock(@o)\n" WRITE "  sync spin_unlock(@o)\n",
             "  sync spin_lock(@o)\n" WRITE "  sync spin_unlock(@o)\n", "safe"},
        Case{"once", IF("  %5 = sync once_begin(@o)\n  %6 = icmp.eq.32 %5, 1\n", WRITE "  sync once_end(@o)\n") READ,
             IF("  %5 = sync once_begin(@o)\n  %6 = icmp.eq.32 %5, 1\n", WRITE "  sync once_end(@o)\n") READ, "safe"},
        Case{"atomic sections", "  sync atomic_begin()\n" WRITE "  sync atomic_end()\n",
             "  sync atomic_begin()\n" READ "  sync atomic_end()\n", "safe"},
        Case{"an atomic section and none", "  sync atomic_begin()\n" WRITE "  sync atomic_end()\n", READ, "race"},
        // Observations without ordering. (If the trylock succeeds, the lock is not released, which is a deadlock.)
        Case{"a failed trylock observes the lock without ordering", WRITE LOCK UNLOCK,
             IF("  %5 = sync mutex_trylock(@m)\n  %6 = icmp.ne.32 %5, 0\n", READ), "deadlock race"},
        Case{"a trylock that went through orders", LOCK WRITE UNLOCK,
             IF("  %5 = sync mutex_trylock(@m)\n  %6 = icmp.eq.32 %5, 0\n", READ UNLOCK), "safe"},
        Case{"sem_getvalue sees and orders nothing", WRITE "  sync sem_post(@s)\n",
             IF("  %5 = sync sem_getvalue(@s)\n  %6 = icmp.eq.32 %5, 1\n", READ), "race"},
        Case{"a failed tryrdlock", WRITE "  sync rw_wrlock(@rw)\n",
             IF("  %5 = sync rw_tryrdlock(@rw)\n  %6 = icmp.ne.32 %5, 0\n", READ), "deadlock race"},
        Case{"a failed spin_trylock", WRITE "  sync spin_lock(@o)\n",
             IF("  %5 = sync spin_trylock(@o)\n  %6 = icmp.ne.32 %5, 0\n", READ), "deadlock race"},
        Case{"a failed sem_trywait tells nothing", WRITE "  sync sem_post(@s)\n",
             IF("  %5 = sync sem_trywait(@s)\n  %6 = icmp.eq.32 %5, 0\n", READ), "safe"},
        Case{"an atomic read orders what sem_getvalue has shown",
             WRITE "  store.32.seq_cst @x, 2\n  sync sem_post(@s)\n",
             IF("  %5 = sync sem_getvalue(@s)\n  %6 = icmp.eq.32 %5, 1\n", "  %5 = load.32.seq_cst @x\n"), "safe"},
        // A compare-and-swap that will fail only reads, at every width.
        Case{"compare-and-swap of 1 byte",
             IF("  %7 = cmpxchg.8.seq_cst @x, 0, 1\n  %6 = mov.1 %8\n", "  %5 = load.8 @x\n"),
             "  %7 = cmpxchg.8.seq_cst @x, 0, 1\n", "safe"},
        Case{"compare-and-swap of 8 bytes",
             IF("  %7 = cmpxchg.64.seq_cst @x, 0, 1\n  %6 = mov.1 %8\n", "  %5 = load.64 @x\n"),
             "  %7 = cmpxchg.64.seq_cst @x, 0, 1\n", "safe"},
        Case{"compare-and-swap of 16 bytes",
             IF("  %7 = cmpxchg.128.seq_cst @x, 0, 1\n  %6 = mov.1 %9\n", "  %5 = load.64 @x\n"),
             "  %7 = cmpxchg.128.seq_cst @x, 0, 1\n", "safe"},
        Case{"compare-and-swap that may succeed", "  %5 = load.64 @x\n", "  %7 = cmpxchg.64.seq_cst @x, 0, 1\n",
             "race"}));

TEST(Race, CreationAndJoinOrder) {
  EXPECT_EQ(
      verdict(
          kGlobals + thread("t", WRITE "  ret 0") +
          "func @main(0) regs 20 {\n" WRITE
          "  %0 = alloca 8\n  sync thread_create(%0, @t, 0, 0, 0)\n  %10 = load.64 %0\n  sync thread_join(%10)\n" READ
          "  ret\n}\n"),
      "safe");
  EXPECT_EQ(verdict(kGlobals + thread("t", WRITE "  ret 0") + main_with({"t"}, READ)), "race");
  EXPECT_EQ(verdict(kGlobals + thread("t", WRITE "  ret 0") +
                    main_with({"t"},
                              "  sync thread_join(%10)\n  sync thread_create(%0, @t, 0, 0, 0)\n  %11 = load.64 %0\n  "
                              "sync thread_join(%11)\n",
                              false)),
            "safe");
}

TEST(Race, AThreadThatTookOverANumberIsNotTheOneThatHadIt) {
  // Thread 1 is detached and ends; another thread 1 then writes the same bytes. The two writes are not ordered.
  const std::string text = kGlobals + thread("t", WRITE "  ret 0") +
                           "func @main(0) regs 20 {\n  %0 = alloca 8\n  sync thread_create(%0, @t, 0, 0, 1)\n  sync "
                           "thread_create(%0, @t, 0, 0, 1)\n  sync thread_exit(0)\n  ret\n}\n";
  EXPECT_EQ(verdict(text), "race");
  // On a path that reuses the number, both vector clocks and ordering sets find the race.
  Lab lab(text);
  lab->record_events(true);
  lab.reset();
  VectorClocks clocks;
  LocksetTable table;
  OrderingSets sets(table);
  clocks.step(*lab, 0, lab->happened());
  sets.step(*lab, 0, lab->happened());
  size_t by_clocks = 0, by_sets = 0;
  for (ThreadId t : {0, 1, 1, 1, 0, 1, 1}) {
    lab.step(t);
    by_clocks += clocks.step(*lab, t, lab->happened()).size();
    by_sets += sets.step(*lab, t, lab->happened()).size();
  }
  EXPECT_EQ(by_clocks, 1u);
  EXPECT_EQ(by_sets, 1u);
}

TEST(Race, MemoryThatIsGivenOutAgainStartsAnew) {
  // Both threads allocate, write and free memory. The blocks may have the same address, but are never the same object.
  EXPECT_EQ(verdict(pair_of("  %2 = service malloc(8, 8)\n  %3 = rmw.xchg.64.seq_cst @f, %2\n  store.64 %2, 1\n",
                            "  %2 = service malloc(8, 8)\n  store.64 %2, 1\n  service free(%2)\n")),
            "safe");
  EXPECT_EQ(verdict(pair_of("  %2 = service malloc(8, 8)\n  store.64.seq_cst @f, %2\n  store.64 %2, 1\n",
                            IF("  %5 = load.64.seq_cst @f\n  %6 = icmp.ne.64 %5, 0\n", "  service free(%5)\n"))),
            "memory race");
}

TEST(Race, OfASignalWithoutTheMutexIsSeenByBothSearches) {
  const std::string waiter = thread("w", LOCK "  store.32 @f, 1\n  sync cond_wait(@c, @m)\n" UNLOCK READ "  ret 0");
  const std::string until_it_waits =
      "again:\n" LOCK "  %20 = load.32 @f\n" UNLOCK "  %21 = icmp.eq.32 %20, 1\n  condbr %21, on, again\non:\n";
  EXPECT_EQ(verdict(kGlobals + waiter + main_with({"w"}, until_it_waits + WRITE "  sync cond_signal(@c)\n")), "race");
  EXPECT_EQ(
      verdict(kGlobals + waiter + main_with({"w"}, until_it_waits + LOCK WRITE "  sync cond_signal(@c)\n" UNLOCK)),
      "safe");
}

TEST(Race, NamesBothAccessesTheSmallerPlaceFirst) {
  SearchResult result = stateful(pair_of(WRITE, READ));
  ASSERT_EQ(result.violations.size(), 1u);
  const Finding& race = result.violations[0].finding;
  EXPECT_EQ(race.message, "data race on x: write by T1 (a1) and read by T2 (a2), with nothing to order them");
  EXPECT_EQ(race.thread, 1u);
  EXPECT_EQ(race.other_thread, 2u);
  EXPECT_LT(race.loc, race.other_loc);
}

TEST(Deadlock, NeedsABlockedThreadAndNoEnabledOne) {
  Lab lab(kGlobals + thread("t", LOCK "  ret 0") + main_with({"t"}, LOCK));
  EXPECT_FALSE(is_deadlock(*lab));
  lab.steps({0, 0});
  EXPECT_FALSE(is_deadlock(*lab));
  lab.step(1);
  EXPECT_TRUE(is_deadlock(*lab));  // main holds the lock and joins; the thread waits for the lock
}

// ---- Vector clocks and ordering sets on random paths of random programs.

using Place = std::tuple<ir::LocId, ir::LocId>;
std::set<Place> places(const std::vector<Finding>& races) {
  std::set<Place> all;
  for (const Finding& race : races) all.insert({race.loc, race.other_loc});
  return all;
}

TEST(Random, OrderingSetsAndVectorClocksSeeRacesAtTheSameSteps) {
  size_t races = 0, steps = 0;
  for (uint64_t seed = 0; seed < rounds(3000); ++seed) {
    const std::string text = RandomSync(seed).make();
    Lab lab(text);
    lab->record_events(true);
    lab.reset();
    std::mt19937_64 random(seed);
    VectorClocks clocks;
    LocksetTable table;
    OrderingSets sets(table);
    ThreadId t = 0;
    for (int i = 0; i < 150; ++i) {
      const auto by_clocks = places(clocks.step(*lab, t, lab->happened())),
                 by_sets = places(sets.step(*lab, t, lab->happened()));
      ASSERT_EQ(by_clocks.empty(), by_sets.empty()) << "seed " << seed << " step " << i << "\n" << text;
      for (const Place& race : by_sets) ASSERT_TRUE(by_clocks.count(race)) << "seed " << seed << " step " << i;
      races += by_sets.size();
      if (lab.last().kind != StepResult::Kind::Running) break;
      // The canonical form omits accesses that cannot race any more. It must not omit others.
      lab.state();
      sets.canonical(*lab);
      std::vector<ThreadId> enabled;
      for (ThreadId u = 0; u < lab->num_threads(); ++u)
        if (lab->enabled(u)) enabled.push_back(u);
      if (enabled.empty()) break;
      t = enabled[random() % enabled.size()];
      lab.step(t, static_cast<uint32_t>(random() % lab->choices(t)));
      ++steps;
    }
  }
  EXPECT_GT(steps, rounds(5000));
  EXPECT_GT(races, rounds(500));
}

TEST(Random, ARaceInAStateIsARaceOnThePathThatGoesOnWithIt) {
  // If two threads are parked at conflicting accesses, then after both accesses, in either order, there is a race.
  size_t checked = 0;
  for (uint64_t seed = 0; seed < rounds(3000); ++seed) {
    Lab lab(RandomSync(seed).make());
    lab->record_events(true);
    lab.reset();
    std::mt19937_64 random(seed);
    VectorClocks clocks;
    clocks.step(*lab, 0, lab->happened());
    for (int i = 0; i < 100 && lab.last().kind == StepResult::Kind::Running; ++i) {
      for (const Finding& race : races_in(*lab)) {
        if (!lab->enabled(race.thread) || !lab->enabled(race.other_thread)) continue;
        auto here = lab->snapshot();
        VectorClocks ahead = clocks;
        bool seen = false;
        for (ThreadId t : {race.thread, race.other_thread}) {
          if (!lab->enabled(t)) continue;
          lab->step(t, 0);
          for (const Finding& found : ahead.step(*lab, t, lab->happened()))
            seen |= found.loc == race.loc && found.other_loc == race.other_loc;
        }
        EXPECT_TRUE(seen) << "seed " << seed << " " << race.message;
        lab->restore(*here);
        ++checked;
      }
      std::vector<ThreadId> enabled;
      for (ThreadId u = 0; u < lab->num_threads(); ++u)
        if (lab->enabled(u)) enabled.push_back(u);
      if (enabled.empty()) break;
      ThreadId t = enabled[random() % enabled.size()];
      lab.step(t, static_cast<uint32_t>(random() % lab->choices(t)));
      clocks.step(*lab, t, lab->happened());
    }
  }
  EXPECT_GT(checked, rounds(200));
}

// The ordering sets of a state, as the stateful search keeps them.
struct Order {
  inline static LocksetTable table;
  OrderingSets sets{table};
  std::string step(Machine& machine, ThreadId t) {
    std::string seen;
    for (const auto& [one, other] : places(sets.step(machine, t, machine.happened())))
      seen += " race " + std::to_string(one) + "/" + std::to_string(other);
    return seen;
  }
  std::string canonical(Machine& machine) { return sets.canonical(machine); }
};

TEST(Random, StatesWithEqualOrderingSetsHaveTheSameRacesAhead) {
  size_t compared = 0;
  for (uint64_t seed = 0; seed < rounds(60); ++seed) {
    const std::string text = RandomSync(seed).make();
    Congruence<Order> congruence(text, 500);
    ASSERT_EQ(congruence.check(), "") << "seed " << seed << "\n" << text;
    compared += congruence.compared();
  }
  EXPECT_GT(compared, rounds(2000));
}

TEST(OrderingSets, HaveFinitelyManyFormsOnALoop) {
  // A loop under a lock: the canonical form repeats, and the search with order terminates.
  const std::string text =
      kGlobals +
      thread("t", "again:\n" LOCK READ WRITE UNLOCK
                  "  %5 = sync mutex_trylock(@m)\n  %6 = icmp.eq.32 %5, 0\n  condbr %6, got, again\ngot:\n" UNLOCK
                  "  br again") +
      main_with({"t"}, LOCK WRITE UNLOCK);
  SearchResult result = stateful(text);
  EXPECT_EQ(result.stop, Stop::Finished);
  EXPECT_EQ(words(result), "safe");
}

TEST(Properties, EachKindHasItsRowAndItsName) {
  std::set<std::string> names;
  for (size_t i = 0; i < properties().size(); ++i) {
    const Property& property = properties()[i];
    EXPECT_EQ(static_cast<size_t>(property.kind), i);
    EXPECT_EQ(&property_of(property.kind), &property);
    EXPECT_TRUE(names.insert(property.name).second) << property.name;
    Checks none{.assertion = false, .deadlock = false, .race = false, .memory = false};
    none.*property.asked = true;
    for (const Property& other : properties()) EXPECT_EQ(none.*other.asked, &other == &property);
  }
  EXPECT_EQ(static_cast<size_t>(FindingKind::Exit), properties().size() - 1);
}

TEST(Properties, EachRowCanRecogniseTheFindingsOfItsObservers) {
  for (const Property& property : properties()) {
    EXPECT_EQ(&property_of(property.kind), &property);
    EXPECT_NE(property.shows, nullptr) << property.name;
    EXPECT_EQ(property.along_path == nullptr, property.is_same == nullptr) << property.name;
  }
}

}  // namespace
}  // namespace mover::test
