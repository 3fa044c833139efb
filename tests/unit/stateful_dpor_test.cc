// Tests DPOR with stored states: the number of states with single steps and with transactions, and the soundness rules.
#include <gtest/gtest.h>

#include "search/footprint_table.h"
#include "unit/agreement.h"

namespace mover::test {
namespace {

SearchResult optimistic(const std::string& text, bool transactions,
                        ExploredThreads explored_threads = ExploredThreads::Dpor) {
  ir::Program p = program(text);
  SearchOptions options = all_findings();
  options.explored_threads = explored_threads;
  options.transactions = transactions;
  return search_transactions([&] { return vm::make_machine(p, with_names()); }, options);
}

std::string locked(const std::string& lock, const std::string& body) {
  return "  sync mutex_lock(" + lock + ")\n" + body + "  sync mutex_unlock(" + lock + ")\n";
}

// Each thread increments its own variable under its own lock.
std::string each_on_its_own(size_t threads) {
  std::string text = kBoom, body;
  std::vector<std::string> names;
  for (size_t i = 0; i < threads; ++i) {
    const std::string n = std::to_string(i);
    text += "global @x" + n + " size 4\nglobal @m" + n + " size 40\n";
    body = "  %5 = load.32 @x" + n + "\n  %5 = add.32 %5, 1\n  store.32 @x" + n + ", %5\n";
    text += thread("t" + n, locked("@m" + n, body) + "  ret 0");
    names.push_back("t" + n);
  }
  return text + main_with(names);
}

TEST(StatefulDpor, ThreadsOnLocksOfTheirOwnAreASinglePath) {
  for (size_t threads : {2u, 5u, 13u}) {
    const std::string text = each_on_its_own(threads);
    const SearchResult both = optimistic(text, true);
    EXPECT_EQ(both.stats.executions, 1u);
    EXPECT_EQ(both.stats.states, threads + 2);
    EXPECT_EQ(both.stats.visited_again, 0u);
    const SearchResult single = optimistic(text, false);
    EXPECT_EQ(single.stats.executions, 1u);
    EXPECT_EQ(single.stats.states, single.stats.transitions);
  }
  EXPECT_GE(transactions(each_on_its_own(5)).stats.states, 32u);  // 2^n states with transactions alone
}

// The two threads of each pair store which of them was first. If no thread reads that value, the later states match.
std::string pairs_with_first(size_t pairs) {
  std::string text = kBoom;
  std::vector<std::string> names;
  for (size_t i = 0; i < pairs; ++i) {
    const std::string n = std::to_string(i);
    text += "global @first" + n + " size 4\nglobal @m" + n + " size 40\n";
    for (const char* number : {"1", "2"}) {
      const std::string name = "t" + n + "_" + number, end = "L" + n + number;
      text += thread(name, "  sync mutex_lock(@m" + n + ")\n  %5 = load.32 @first" + n +
                               "\n  %6 = icmp.ne.32 %5, 0\n  condbr.1 %6, " + end + ", M\nM:\n  store.32 @first" + n +
                               ", " + number + "\n" + end + ":\n  sync mutex_unlock(@m" + n + ")\n  ret 0");
      names.push_back(name);
    }
  }
  return text + main_with(names);
}

TEST(StatefulDpor, StatesThatDifferInUnreadGlobalsMatch) {
  const uint64_t one = optimistic(pairs_with_first(1), true).stats.states;
  const uint64_t two = optimistic(pairs_with_first(2), true).stats.states;
  const uint64_t four = optimistic(pairs_with_first(4), true).stats.states;
  EXPECT_GT(two, one);
  EXPECT_EQ(four - two, 2 * (two - one)) << "each pair adds as many states as the one before";
  EXPECT_TRUE(findings(pairs_with_first(2), optimistic(pairs_with_first(2), true)).empty());
}

TEST(StatefulDpor, GlobalsThatAreReadLaterDistinguishStates) {
  const std::string text = kBoom +
                           "global @x size 4\nglobal @y size 4\n"
                           "global @m size 40\n" +
                           thread("one", locked("@m", "  store.32 @x, 1\n") + "  ret 0") +
                           thread("two", locked("@m", "  store.32 @x, 2\n") + "  ret 0");
  const std::string asks =
      "func @main(0) regs 40 {\n  %0 = alloca 8\n"
      "  sync thread_create(%0, @one, 0, 0, 0)\n  %10 = load.64 %0\n"
      "  sync thread_create(%0, @two, 0, 0, 0)\n  %11 = load.64 %0\n"
      "  sync thread_join(%10)\n  sync thread_join(%11)\n"
      "  %5 = load.32 @x\n  %6 = icmp.eq.32 %5, 1\n  condbr.1 %6, BAD, GOOD\n"
      "BAD:\n  %7 = service.32 assert_fail(@boom)\n  unreachable.32\n"
      "GOOD:\n  ret\n}\nentry @main\n";
  for (bool transactions : {false, true})
    EXPECT_TRUE(has(findings(text + asks, optimistic(text + asks, transactions)), "assertion")) << transactions;
}

TEST(StatefulDpor, RacesWithTheFutureOfARevisitedStateAreFound) {
  // The third thread is explored once, after both orders of the others. Its write races with their reads.
  const std::string text =
      kBoom + "global @x size 4\nglobal @y size 4\nglobal @z size 4\n" +
      thread("one", "  store.32.seq_cst @y, 1\n  %5 = load.32.seq_cst @x\n  store.32.seq_cst @z, 1\n  ret 0") +
      thread("two",
             "  store.32.seq_cst @y, 1\n  %5 = load.32.seq_cst @x\n  %6 = icmp.eq.32 %5, 1\n"
             "  condbr.1 %6, BAD, GOOD\nBAD:\n  %7 = load.32.seq_cst @z\n  %8 = icmp.eq.32 %7, 0\n"
             "  condbr.1 %8, WORSE, GOOD\nWORSE:\n  %9 = service.32 assert_fail(@boom)\n  unreachable.32\n"
             "GOOD:\n  ret 0") +
      thread("three", "  store.32.seq_cst @x, 1\n  ret 0") + main_with({"one", "two", "three"});
  for (bool transactions : {false, true})
    EXPECT_TRUE(has(findings(text, optimistic(text, transactions)), "assertion")) << transactions;
}

TEST(StatefulDpor, GivesUpWhereEveryOrderMatters) {
  std::string body, text = kBoom + "global @x size 4\n";
  for (int i = 0; i < 12; ++i) body += "  %5 = rmw.add.32.seq_cst @x, 1\n";
  text += thread("one", body + "  ret 0") + thread("two", body + "  ret 0") + thread("three", body + "  ret 0") +
          main_with({"one", "two", "three"});
  const SearchResult asked = optimistic(text, true), chosen = optimistic(text, true, ExploredThreads::DporIfWorthwhile);
  EXPECT_EQ(asked.explored_threads, ExploredThreads::Dpor);
  EXPECT_EQ(chosen.explored_threads, ExploredThreads::AllEnabled);
  EXPECT_EQ(chosen.stats.states, transactions(text).stats.states);
  const SearchResult worthwhile = optimistic(each_on_its_own(4), true, ExploredThreads::DporIfWorthwhile);
  EXPECT_NE(worthwhile.explored_threads, ExploredThreads::AllEnabled);
}

TEST(StatefulDpor, EndsOnCyclicStateSpaces) {
  const std::string text =
      kBoom + "global @x size 4\n" +
      thread("waits", "L:\n  %5 = load.32.seq_cst @x\n  %6 = icmp.eq.32 %5, 0\n  condbr.1 %6, L, M\nM:\n  ret 0") +
      thread("ends_it", "  store.32.seq_cst @x, 1\n  ret 0") + main_with({"waits", "waits", "ends_it"});
  for (bool transactions : {false, true}) {
    const SearchResult result = optimistic(text, transactions);
    EXPECT_EQ(result.stop, Stop::Finished);
    EXPECT_TRUE(result.violations.empty());
    EXPECT_GE(result.stats.executions, 1u);
  }
}

// One thread fills the box without a lock and publishes it, another thread acquires it and empties it without a lock.
std::string published_box(const std::string& publish) {
  return kBoom + "global @box size 8\nglobal @full size 4\nglobal @m size 40\n" +
         thread("fills", "  store.32 @box, 1\n  %5 = load.32 @box\n  store.32 @box+4, %5\n" + publish + "  ret 0") +
         thread("empties",
                "  sync mutex_lock(@m)\n  %5 = load.32 @full\n  sync mutex_unlock(@m)\n"
                "  %6 = icmp.eq.32 %5, 0\n  condbr.1 %6, L, M\nM:\n  %7 = load.32 @box\n"
                "  store.32 @box, 2\n  store.32 @box+4, 3\nL:\n  ret 0") +
         main_with({"fills", "empties"});
}

TEST(StatefulDpor, MemoryThatIsHandedOverMovesThoughNoLockProtectsIt) {
  const std::string text = published_box(locked("@m", "  store.32 @full, 1\n"));
  const SearchResult both = optimistic(text, true);
  EXPECT_TRUE(both.violations.empty());
  EXPECT_LT(both.stats.states, transactions(text).stats.states);
  const std::string racy = published_box("  store.32.seq_cst @full, 1\n");  // the reader does not acquire
  EXPECT_TRUE(has(findings(racy, optimistic(racy, true)), "race"));
  EXPECT_EQ(findings(racy, optimistic(racy, true)), findings(racy, stateful(racy)));
}

// Accesses under a common lock, or after a join, are not co-enabled.
TEST(FootprintTable, AccessesUnderACommonLockAreNotCoEnabled) {
  const std::string text = kBoom + "global @x size 4\nglobal @m size 40\n" +
                           thread("one", locked("@m", "  store.32 @x, 1\n") + "  ret 0") + main_with({"one", "one"});
  const ir::Program p = program(text);
  const auto machine = vm::make_machine(p, with_names());
  machine->reset();
  while (machine->num_threads() < 3) machine->step(0, 0);
  for (ThreadId t : {1u, 2u})
    while (machine->pending(t).kind == ActionKind::Start) machine->step(t, 0);
  FootprintTable table;
  machine->step(1, 0);  // thread 1 holds the lock
  const Footprint write = footprint(*machine, 1, machine->pending(1));
  ASSERT_EQ(write.size(), 1u);
  const uint32_t with = table.number(*machine, 1, 0, write[0], true);
  const uint32_t without = table.number(*machine, 2, 0, write[0], true);
  EXPECT_FALSE(table.racing(with).has(with));
  EXPECT_TRUE(table.racing(with).has(without));
  EXPECT_TRUE(table.racing(table.number(*machine, 1, 0, write[0], false)).has(with)) << "locks are not known";
  const uint32_t joined = table.after(without, bit(1), 0);
  EXPECT_FALSE(table.racing(with).has(joined)) << "thread 1 was over by then";
  EXPECT_TRUE(table.racing(table.by_former_thread(with)).has(joined)) << "not the thread that was joined";
  EXPECT_EQ(table.after(joined, 0, bit(1)), without) << "the one that was joined is created after this";
}

}  // namespace
}  // namespace mover::test
