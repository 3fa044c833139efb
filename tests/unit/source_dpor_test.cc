// Tests source-set DPOR: the explored executions, and the findings.
#include <gtest/gtest.h>

#include "property/lockset_table.h"
#include "search/dependence.h"
#include "unit/agreement.h"

namespace mover::test {
namespace {

SearchResult locksets(const std::string& text) {
  ir::Program p = program(text);
  return search_source_dpor([&] { return vm::make_machine(p, {}); }, all_findings());
}

// The findings of the reference search. Expects that source-set DPOR has the same, and so many executions.
std::set<std::string> follows(const std::string& text, uint64_t executions) {
  const SearchResult result = locksets(text);
  EXPECT_EQ(result.stop, Stop::Finished);
  EXPECT_EQ(findings(text, result), findings(text, stateful(text))) << text;
  EXPECT_EQ(result.stats.executions, executions) << text;
  return findings(text, result);
}

const std::string kGlobals = kBoom +
                             "global @x size 4\nglobal @y size 4\nglobal @a size 40\nglobal @b size 40\n"
                             "global @c size 48\nglobal @s size 32\nglobal @w size 56\n";

std::string under(const std::string& lock, const std::string& body) {
  return "  sync mutex_lock(" + lock + ")\n" + body + "  sync mutex_unlock(" + lock + ")\n";
}
std::string writes(const std::string& variable) { return "  store.32.seq_cst " + variable + ", 1\n"; }
std::string reads(const std::string& variable) { return "  %5 = load.32.seq_cst " + variable + "\n"; }
std::string two(const std::string& one, const std::string& other) {
  return kGlobals + thread("one", one + "  ret 0") + thread("two", other + "  ret 0") + main_with({"one", "two"});
}

TEST(SourceDpor, ThreadsThatDoNotMeetAreFollowedOnce) {
  EXPECT_TRUE(follows(two(writes("@x") + writes("@x"), writes("@y") + writes("@y")), 1).empty());
  EXPECT_TRUE(follows(two(under("@a", writes("@x")), under("@b", writes("@y"))), 1).empty());
  EXPECT_TRUE(follows(two(reads("@x") + reads("@y"), reads("@y") + reads("@x")), 1).empty());
}

TEST(SourceDpor, EachOrderOfTwoDependentStepsIsFollowedOnce) {
  EXPECT_TRUE(follows(two(writes("@x"), writes("@x")), 2).empty());
  EXPECT_TRUE(follows(two(reads("@x"), writes("@x")), 2).empty());
  EXPECT_TRUE(follows(two(under("@a", writes("@x")), under("@a", writes("@x"))), 2).empty());
  EXPECT_TRUE(follows(two(reads("@x") + writes("@y"), reads("@y") + writes("@x")), 3).empty());
}

TEST(SourceDpor, ReadLocksAreFollowedOnce) {
  const std::string reader = "  sync rw_rdlock(@w)\n" + reads("@x") + "  sync rw_unlock(@w)\n";
  const std::string writer = "  sync rw_wrlock(@w)\n" + writes("@x") + "  sync rw_unlock(@w)\n";
  EXPECT_TRUE(follows(two(reader, reader), 1).empty());
  EXPECT_TRUE(follows(two(reader, writer), 2).empty());
}

TEST(SourceDpor, ADeadlockIsFoundThoughItsLastStepIsNeverExecuted) {
  EXPECT_TRUE(has(follows(two(under("@a", under("@b", "")), under("@b", under("@a", ""))), 3), "deadlock"));
}

TEST(SourceDpor, OthersAreFollowedOnAfterAFailure) {
  // r = x; assert(r != 0) against x = 1: an execution in which the writer comes first must be explored.
  const std::string checks = reads("@x") + "  %6 = icmp.ne.32 %5, 0\n" + claim("%6") + writes("@y");
  const std::string text = two(checks, writes("@x") + reads("@y"));
  EXPECT_EQ(findings(text, locksets(text)), findings(text, reference(text)));
  EXPECT_TRUE(has(findings(text, locksets(text)), "assertion"));
}

TEST(SourceDpor, APostWithoutAWaitMayComeLater) {
  const std::string text =
      kGlobals + thread("posts", "  sync sem_post(@s)\n  sync sem_post(@s)\n  ret 0") +
      main_with({"posts"},
                "  sync sem_wait(@s)\n  %20 = sync sem_trywait(@s)\n  %21 = icmp.eq.32 %20, 0\n" + claim("%21"));
  EXPECT_TRUE(has(findings(text, locksets(text)), "assertion"));
}

TEST(SourceDpor, EveryPairOfLinesThatRacesIsReported) {
  const std::string text = two("  %5 = load.32 @x\n  store.32 @x, 1\n", "  store.32 @x, 2\n");
  EXPECT_EQ(locksets(text).violations.size(), 2u);
}

TEST(SourceDpor, TwoThatFreeTheSameRaceThoughOneOfThemFails) {
  const std::string frees = "  %5 = load.64.seq_cst @p\n  service free(%5)\n";
  const std::string text = "global @p size 8\n" + kGlobals + thread("one", frees + "  ret 0") +
                           thread("two", frees + "  ret 0") +
                           "func @main(0) regs 40 {\n  %0 = alloca 8\n  %1 = service calloc(8)\n"
                           "  store.64.seq_cst @p, %1\n  sync thread_create(%0, @one, 0, 0, 0)\n"
                           "  sync thread_create(%0, @two, 0, 0, 0)\n  sync thread_exit(0)\n  unreachable\n}\n"
                           "entry @main\n";
  const std::set<std::string> found = findings(text, locksets(text));
  EXPECT_EQ(found, findings(text, reference(text)));
  EXPECT_TRUE(has(found, "race") && has(found, "memory"));
}

TEST(SourceDpor, EndsOnCyclicStateSpaces) {
  const std::string text = two("again:\n" + reads("@x") + "  %6 = icmp.eq.32 %5, 0\n  condbr %6, again, done\ndone:\n",
                               writes("@y") + writes("@x"));
  EXPECT_TRUE(locksets(text).violations.empty());
  EXPECT_EQ(locksets(text).stop, Stop::Finished);
}

TEST(SourceDpor, LongPathsFindTheirPastAgain) {
  // The backtrack point is hundreds of steps before the step that races.
  std::string long_way;
  for (int i = 0; i < 700; ++i) long_way += writes("@y");
  EXPECT_TRUE(follows(two(writes("@x") + long_way, "  sync mutex_lock(@a)\n" + reads("@x")), 2).empty());
}

// -- parts

TEST(Dependence, IsWhatDoesNotCommute) {
  using Kind = Touch::Kind;
  auto touch = [](Kind kind, Address object = 100, uint64_t size = 4) { return Touch{kind, object, size}; };
  EXPECT_FALSE(dependent(touch(Kind::Read), touch(Kind::Read)));
  EXPECT_TRUE(dependent(touch(Kind::Read), touch(Kind::Write)));
  EXPECT_TRUE(dependent(touch(Kind::Write, 100, 4), touch(Kind::Read, 103, 1)));
  EXPECT_FALSE(dependent(touch(Kind::Write, 100, 4), touch(Kind::Write, 104, 4)));
  EXPECT_FALSE(dependent(touch(Kind::AcquireShared), touch(Kind::AcquireShared)));
  EXPECT_TRUE(dependent(touch(Kind::Operate), touch(Kind::Operate)));
  EXPECT_FALSE(dependent(touch(Kind::Leave), touch(Kind::Operate)));
  EXPECT_FALSE(dependent(touch(Kind::Leave), touch(Kind::Leave)));
  EXPECT_TRUE(dependent(touch(Kind::Leave), touch(Kind::Write)));
  EXPECT_TRUE(may_race(touch(Kind::Acquire), touch(Kind::Acquire)));
  EXPECT_TRUE(dependent(touch(Kind::Release), touch(Kind::Acquire)));
  EXPECT_FALSE(may_race(touch(Kind::Release), touch(Kind::Acquire))) << "its owner blocks the other thread";
}

TEST(Clocks, KnowWhatTheyHaveJoinedHoweverManyThreadsThereAre) {
  Clocks clocks;
  const Clocks::Clock one = clocks.copy(Clocks::kBeginning);
  clocks.set(one, 0, 7);
  const Clocks::Clock two = clocks.copy(Clocks::kBeginning);
  clocks.set(two, 63, 9);
  EXPECT_TRUE(clocks.contains(one, 0, 7) && clocks.contains(one, 0, 3) && !clocks.contains(one, 0, 8));
  EXPECT_FALSE(clocks.contains(two, 0, 0) || clocks.contains(one, 63, 0));
  clocks.join(two, one);
  EXPECT_TRUE(clocks.contains(two, 0, 7) && clocks.contains(two, 63, 9));
  clocks.shrink_to(two);
  EXPECT_EQ(clocks.size(), two);
}

TEST(LocksetTable, StoresEachSetOnceAndChangesAllAlike) {
  using Kind = LocksetTable::Change::Kind;
  LocksetTable table;
  const LocksetTable::Set one = table.singleton(1);
  const LocksetTable::Set both = table.changed(one, {Kind::Pass, 1, 20, 1, 3});
  EXPECT_EQ(table.elements(both), (std::vector<LocksetTable::Element>{1, 20, 21, 22}));
  EXPECT_EQ(table.changed(one, {Kind::Pass, 2, 20}), one) << "a set without 2 gets nothing";
  EXPECT_EQ(table.changed(both, {Kind::Drop, 0, 20, 1, 3}), one);
  EXPECT_EQ(table.elements(table.changed(both, {Kind::Replace, 5, 21})),
            (std::vector<LocksetTable::Element>{1, 20, 22}));
  EXPECT_EQ(table.elements(table.changed(both, {Kind::Pass, 21, 5, 2})),
            (std::vector<LocksetTable::Element>{1, 5, 20, 21, 22}));
}

}  // namespace
}  // namespace mover::test
