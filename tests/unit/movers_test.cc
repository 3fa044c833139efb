// Tests the data on which the classification of movers is based: locksets, facts that can be refuted, the protection of
// bytes, and the lock-order graph.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "movers/facts.h"
#include "movers/lock_order.h"
#include "movers/protection.h"
#include "property/locksets.h"

namespace mover {
namespace {

LockName lock(uint32_t object) { return {LockName::Kind::Place, object, 0}; }
LockName thread(uint32_t number) { return {LockName::Kind::Thread, 0, number}; }

// -- sets of locks

TEST(Locksets, AreStoredOnceWhateverTheOrderOfTheirNames) {
  Locksets sets;
  const LocksetId one = sets.intern({lock(1), lock(2)});
  EXPECT_EQ(sets.intern({lock(2), lock(1), lock(2)}), one);
  EXPECT_NE(sets.intern({lock(1)}), one);
  EXPECT_EQ(sets.intern({}), Locksets::kNothing);
}

TEST(Locksets, MeetLikeSets) {
  std::mt19937 random(1);
  Locksets sets;
  for (int round = 0; round < 200; ++round) {
    std::set<LockName> a, b, common;
    for (uint32_t i = 0; i < 6; ++i) {
      if (random() % 2 != 0) a.insert(lock(i));
      if (random() % 2 != 0) b.insert(lock(i));
    }
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::inserter(common, common.end()));
    const LocksetId met = sets.meet(sets.intern({a.begin(), a.end()}), sets.intern({b.begin(), b.end()}));
    EXPECT_EQ(sets.names(met), std::vector<LockName>(common.begin(), common.end()));
  }
  EXPECT_LE(sets.size(), 2u + 64u) << "there are no more subsets of six";
}

TEST(Locksets, EverythingIsWhatMeetingLeavesAlone) {
  Locksets sets;
  const LocksetId some = sets.intern({lock(1)});
  EXPECT_EQ(sets.meet(Locksets::kEverything, some), some);
  EXPECT_EQ(sets.meet(some, Locksets::kEverything), some);
  EXPECT_EQ(sets.meet(some, Locksets::kNothing), Locksets::kNothing);
  EXPECT_EQ(sets.without(Locksets::kEverything, [](const LockName&) { return true; }), Locksets::kEverything);
  EXPECT_EQ(sets.without(some, [](const LockName&) { return true; }), Locksets::kNothing);
}

// -- facts

TEST(Facts, BreakEverySetTheyAreInAndNoOther) {
  Facts facts;
  const Fact a = facts.add(), b = facts.add(), c = facts.add();
  const FactSet ab = facts.intern({b, a, b}), bc = facts.intern({b, c}), only_c = facts.intern({c});
  EXPECT_EQ(facts.intern({a, b}), ab);
  facts.refute(a);
  facts.refute(a);
  EXPECT_EQ(facts.refutations(), 1u) << "a fact is refuted once";
  const std::vector<bool> broken = facts.contain_refuted();
  EXPECT_TRUE(broken[ab]);
  EXPECT_FALSE(broken[bc] || broken[only_c] || broken[Facts::kNone]);
}

// -- protection

class ProtectionTest : public testing::Test {
 protected:
  // `exclusive`: the held locks that also exclude readers.
  bool access(bool write, uint32_t offset, uint64_t size, const std::vector<LockName>& held,
              const std::vector<LockName>& exclusive) {
    AccessSite site;
    site.write = write;
    site.held = sets_.intern(held);
    return !facts_.is_refuted(protection_.access({1, offset, true}, size, sets_.intern(exclusive), site));
  }
  bool reads(uint32_t offset, uint64_t size, const std::vector<LockName>& held) {
    return access(false, offset, size, held, held);
  }
  bool writes(uint32_t offset, uint64_t size, const std::vector<LockName>& held) {
    return access(true, offset, size, held, held);
  }

  Facts facts_;
  Locksets sets_;
  Protection protection_{facts_, sets_};
};

TEST_F(ProtectionTest, IsByWhatAllAccessesHaveInCommon) {
  EXPECT_TRUE(writes(0, 4, {lock(1), lock(2), thread(0)}));
  EXPECT_TRUE(reads(0, 4, {lock(1), lock(3), thread(1)}));
  EXPECT_TRUE(writes(0, 4, {lock(1), thread(1)}));
  EXPECT_FALSE(writes(0, 4, {lock(2), thread(0)}));
  EXPECT_FALSE(writes(0, 4, {lock(1), thread(0)})) << "lost is lost";
}

TEST_F(ProtectionTest, ReadersNeedNothingInCommonWithEachOther) {
  EXPECT_TRUE(writes(0, 4, {lock(1), lock(2), thread(0)}));
  EXPECT_TRUE(reads(0, 4, {lock(1), thread(1)}));
  EXPECT_FALSE(reads(0, 4, {lock(2), thread(2)})) << "but one lock must be in all reads and all writes";
}

TEST_F(ProtectionTest, MemoryWithoutWritesIsProtected) {
  EXPECT_TRUE(reads(0, 4, {thread(1)}));
  EXPECT_TRUE(reads(0, 4, {thread(2)}));
  EXPECT_FALSE(writes(0, 4, {thread(1)}));
}

TEST_F(ProtectionTest, TheReadSideOfALockDoesNotProtectWrites) {
  EXPECT_TRUE(access(false, 0, 4, {lock(1), thread(1)}, {thread(1)}));
  EXPECT_TRUE(access(true, 0, 4, {lock(1), thread(2)}, {lock(1), thread(2)}));
  EXPECT_TRUE(access(false, 0, 4, {lock(1), thread(2)}, {thread(2)}));
  EXPECT_FALSE(access(true, 0, 4, {lock(1), thread(2)}, {thread(2)}));
}

TEST_F(ProtectionTest, IsByTheByte) {
  EXPECT_TRUE(writes(0, 8, {lock(1), thread(0)}));
  EXPECT_TRUE(writes(0, 4, {lock(1), thread(1)}));
  EXPECT_FALSE(writes(4, 1, {lock(2), thread(1)})) << "byte 4 belongs to the first range";
  EXPECT_FALSE(writes(0, 8, {lock(1), thread(0)}));
  EXPECT_TRUE(writes(0, 4, {lock(1), thread(0)}));
  EXPECT_TRUE(writes(5, 3, {lock(1), thread(0)}));
  EXPECT_FALSE(writes(2, 4, {lock(1), thread(0)})) << "a new range over a lost byte is lost from the start";
}

TEST_F(ProtectionTest, IsByTheByteFarFromTheBeginningAndAcrossLongRanges) {
  const uint32_t far = 3'000'000'000;
  EXPECT_TRUE(writes(far, 4, {lock(1)}));
  EXPECT_TRUE(writes(far - 1000, 2000, {lock(1)}));
  EXPECT_FALSE(writes(far + 999, 1, {lock(2)}));
  EXPECT_FALSE(writes(far - 1000, 2000, {lock(1)}));
  EXPECT_TRUE(writes(far, 4, {lock(1)}));
}

TEST_F(ProtectionTest, GoesWithTheLocksThatGaveIt) {
  EXPECT_TRUE(writes(0, 4, {lock(1), lock(2)}));
  EXPECT_TRUE(writes(8, 4, {lock(2)}));
  protection_.remove_locks([](uint32_t, const LockName& name) { return name == lock(2); });
  EXPECT_TRUE(writes(0, 4, {lock(1), lock(2)}));
  EXPECT_FALSE(writes(8, 4, {lock(1), lock(2)}));
}

TEST_F(ProtectionTest, ALocksStateThatIsWrittenMakesNoMovers) {
  const Fact moves = facts_.add(), others = facts_.add();
  protection_.belongs_to_lock({1, 0, true}, 40, moves);
  protection_.belongs_to_lock({1, 64, true}, 40, others);
  EXPECT_FALSE(reads(36, 4, {lock(1)}));
  EXPECT_TRUE(facts_.is_refuted(moves));
  EXPECT_FALSE(protection_.has_overwritten()) << "a read observes the lock, but does not overwrite it";
  EXPECT_FALSE(writes(64, 1, {lock(1)}));
  EXPECT_TRUE(facts_.is_refuted(others));
  EXPECT_EQ(protection_.take_overwritten(), std::vector<Fact>{others});
}

TEST_F(ProtectionTest, TwoLocksThatOverlapAreNoLocks) {
  const Fact one = facts_.add(), two = facts_.add();
  protection_.belongs_to_lock({1, 0, true}, 40, one);
  protection_.belongs_to_lock({1, 39, true}, 40, two);
  EXPECT_TRUE(facts_.is_refuted(one) && facts_.is_refuted(two));
}

// -- the lock-order graph

std::set<LockKey> hiding_deadlocks(const LockOrder& order) {
  const std::vector<LockKey> locks = order.locks_hiding_deadlocks();
  return {locks.begin(), locks.end()};
}

TEST(LockOrder, LocksInOneOrderHideNothing) {
  LockOrder order;
  EXPECT_TRUE(order.add_edges({}, {1}, 2));
  EXPECT_TRUE(order.add_edges({}, {1, 2}, 3));
  EXPECT_FALSE(order.add_edges({}, {1, 2}, 3)) << "nothing new";
  EXPECT_TRUE(hiding_deadlocks(order).empty());
}

TEST(LockOrder, LocksOfACircleHideDeadlocksAndSoDoThoseThatLeadToIt) {
  LockOrder order;
  order.add_edges({}, {1}, 2);
  order.add_edges({}, {2}, 1);
  order.add_edges({}, {5}, 1);
  order.add_edges({}, {6}, 7);
  EXPECT_EQ(hiding_deadlocks(order), (std::set<LockKey>{1, 2, 5}));
}

TEST(LockOrder, LocksOfCommittedTransactionsHideNothing) {
  LockOrder order;
  order.add_edges({1}, {}, 2);
  order.add_edges({2}, {}, 1);
  EXPECT_TRUE(hiding_deadlocks(order).empty()) << "each has its boundary between the two";
  order.add_edges({}, {2}, 1);
  EXPECT_EQ(hiding_deadlocks(order), (std::set<LockKey>{2}));
}

TEST(LockOrder, WaitingForWhatNoHolderProvidesIsDangerous) {
  LockOrder order;
  order.add_edges({}, {1}, LockOrder::kNowhere);
  order.add_edges({}, {2}, 1);
  order.add_edges({}, {3}, 4);
  EXPECT_EQ(hiding_deadlocks(order), (std::set<LockKey>{1, 2}));
}

TEST(LockOrder, AHolderThatWaitsForItsOwnLockIsACycle) {
  LockOrder order;
  order.add_edges({}, {1}, 1);
  EXPECT_EQ(hiding_deadlocks(order), (std::set<LockKey>{1}));
}

}  // namespace
}  // namespace mover
