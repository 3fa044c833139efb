// Tests the visited set and its parts: no two different tuples are confused.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <string>

#include "store/state_numbers.h"
#include "store/state_store.h"
#include "support/persistent_tree.h"

namespace mover::store {
namespace {

using Tuple = std::vector<uint32_t>;

TEST(ChunkTable, EqualBytesHaveEqualNumbersAndOnlyThen) {
  ChunkTable table;
  std::map<std::string, uint32_t> numbers;
  std::mt19937_64 random(1);
  for (int i = 0; i < 30000; ++i) {
    std::string bytes(random() % 9, '\0');
    for (char& c : bytes) c = static_cast<char>(random() % 3);
    if (i == 5000) bytes.assign(200'000, 'x');  // larger than a block
    size_t known_before = numbers.size();
    uint32_t number = table.intern(bytes);
    auto [known, fresh] = numbers.emplace(bytes, number);
    ASSERT_EQ(known->second, number);
    ASSERT_EQ(table.bytes(number), bytes);
    ASSERT_EQ(fresh, number == known_before);
  }
  EXPECT_EQ(table.size(), numbers.size());
  for (const auto& [bytes, number] : numbers) EXPECT_EQ(table.bytes(number), bytes);
  EXPECT_GT(table.memory(), 200'000u);
}

TEST(ChunkTable, TellsApartWhatDiffersInZerosAtTheEndOnly) {
  ChunkTable table;
  uint32_t none = table.intern("");
  uint32_t one = table.intern(std::string_view("\0", 1));
  EXPECT_NE(none, one);
  EXPECT_NE(one, table.intern(std::string_view("\0\0", 2)));
  EXPECT_EQ(none, table.intern({}));
}

TEST(PairTable, NumbersEachPairOnceInTheOrderOfArrival) {
  PairTable table;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> numbers;
  std::mt19937_64 random(2);
  for (int i = 0; i < 50000; ++i) {
    auto left = static_cast<uint32_t>(random() % 300), right = static_cast<uint32_t>(random() % 300);
    if (i % 100 == 0) left = UINT32_MAX;
    PairTable::Found found = table.insert(left, right);
    auto [known, fresh] = numbers.emplace(std::pair(left, right), static_cast<uint32_t>(numbers.size()));
    ASSERT_EQ(found.fresh, fresh);
    ASSERT_EQ(found.number, known->second);
    ASSERT_EQ(table.get(found.number), std::pair(left, right));
  }
  EXPECT_EQ(table.size(), numbers.size());
}

TEST(RootSet, IsASet) {
  RootSet set;
  std::set<uint64_t> model;
  std::mt19937_64 random(3);
  for (int i = 0; i < 30000; ++i) {
    uint64_t key = i % 3 == 0 ? random() % 1000 : random() % 20000 << 32;
    ASSERT_EQ(set.insert(key), model.insert(key).second);
  }
  EXPECT_EQ(set.size(), model.size());
  std::set<uint64_t> all;
  set.for_each([&](uint64_t key) { EXPECT_TRUE(all.insert(key).second); });
  EXPECT_EQ(all, model);
}

// Expects that a shape uses every node once and ends in one root.
void expect_tree(const TreeShape& shape) {
  ASSERT_EQ(shape.merges.size() + 2, shape.length);
  std::vector<int> used(shape.length + shape.merges.size(), 0);
  for (size_t i = 0; i < shape.merges.size(); ++i)
    for (uint32_t node : {shape.merges[i].left, shape.merges[i].right}) {
      ASSERT_LT(node, shape.length + i);
      ++used[node];
    }
  ++used[shape.root.left], ++used[shape.root.right];
  for (int times : used) EXPECT_EQ(times, 1);
}

TEST(TreeShape, IsATreeOverAllColumnsAtEveryLength) {
  std::mt19937_64 random(4);
  for (uint32_t length = 2; length < 40; ++length) {
    expect_tree(TreeShape::balanced(length));
    std::vector<Tuple> sample(50, Tuple(length));
    for (Tuple& tuple : sample)
      for (uint32_t& value : tuple) value = static_cast<uint32_t>(random() % 4);
    expect_tree(TreeShape::learn(length, sample));
  }
}

TEST(TreeShape, LearnsToMergeWhatChangesTogether) {
  // Columns 0 and 3 are always equal, and so are 1 and 2. The two pairs are independent.
  std::vector<Tuple> sample;
  for (uint32_t a = 0; a < 20; ++a)
    for (uint32_t b = 0; b < 20; ++b) sample.push_back({a, b, b, a});
  TreeShape learned = TreeShape::learn(4, sample);
  EXPECT_EQ(learned.cost(sample), 40u);
  EXPECT_EQ(TreeShape::balanced(4).cost(sample), 800u);
}

TEST(StateStore, IsASetOfTuplesOfAnyLength) {
  StateStore store;
  std::set<Tuple> model;
  std::mt19937_64 random(5);
  for (int i = 0; i < 60000; ++i) {
    Tuple tuple(2 + random() % 9);
    for (uint32_t& value : tuple) value = static_cast<uint32_t>(random() % 3);
    if (random() % 10 == 0) tuple[random() % (tuple.size() - 1)] = UINT32_MAX;  // an absent thread
    ASSERT_EQ(store.insert(tuple), model.insert(tuple).second) << i;
    ASSERT_EQ(store.size(), model.size());
  }
}

TEST(StateStore, IsStillASetWhenItHasFoldedItsTreesAnew) {
  // Successive tuples are similar, as in a search, and the initial shape of the tree does not suit them.
  for (uint32_t length : {4u, 5u, 13u, 32u}) {
    StateStore store;
    std::set<Tuple> model;
    std::mt19937_64 random(length);
    Tuple tuple(length, 0);
    for (int i = 0; i < 40000; ++i) {
      size_t k = random() % (length / 2);
      tuple[k] = static_cast<uint32_t>(random() % 50);
      tuple[length - 1 - k] = tuple[k] * 3;
      if (random() % 20 == 0) tuple[random() % length] = static_cast<uint32_t>(random() % 5);
      ASSERT_EQ(store.insert(tuple), model.insert(tuple).second) << "length " << length << " tuple " << i;
    }
    ASSERT_EQ(store.size(), model.size());
    for (const Tuple& old : model) ASSERT_FALSE(store.insert(old));
  }
}

TEST(StateStore, TuplesThatAreTooLongToLearnFromAreStoredAllTheSame) {
  StateStore store;
  std::set<Tuple> model;
  std::mt19937_64 random(6);
  Tuple tuple(500, 7);
  for (int i = 0; i < 6000; ++i) {
    tuple[random() % tuple.size()] = static_cast<uint32_t>(random() % 4);
    ASSERT_EQ(store.insert(tuple), model.insert(tuple).second);
  }
}

TEST(StateStore, StatesThatDifferInOneColumnCostLittleMoreThanTheirRoot) {
  StateStore store;
  Tuple tuple(16, 0);
  for (uint32_t i = 0; i < 100'000; ++i) {
    for (size_t k = 0; k < 5; ++k)
      tuple[k * 3] = i / (k == 0 ? 1u : k == 1 ? 10u : k == 2 ? 100u : k == 3 ? 1000u : 10000u) % 10;
    ASSERT_TRUE(store.insert(tuple));
  }
  EXPECT_LT(store.memory() / 100'000, 20u);
}

TEST(StateNumbers, StatesAreNumberedAsTheyComeAndReadBack) {
  StateNumbers store;
  std::map<Tuple, uint32_t> model;
  std::mt19937_64 random(7);
  for (int i = 0; i < 5000; ++i) {
    Tuple tuple(2 + random() % 5);
    for (uint32_t& chunk : tuple) chunk = static_cast<uint32_t>(random() % 4);
    const auto known = model.find(tuple);
    ASSERT_EQ(store.find(tuple).has_value(), known != model.end());
    const auto [number, fresh] = store.insert(tuple);
    ASSERT_EQ(fresh, known == model.end());
    ASSERT_EQ(number, model.try_emplace(tuple, static_cast<uint32_t>(model.size())).first->second);
  }
  ASSERT_EQ(store.size(), model.size());
  for (const auto& [tuple, number] : model) ASSERT_EQ(store.tuple(number), tuple);
}

// Compares a tree and its copies with multimaps.
TEST(PersistentTree, CopiesKeepTheirEntries) {
  using Tree = support::PersistentTree<int, int>;
  using Entries = std::multimap<int, int>;
  using List = std::vector<std::pair<int, int>>;
  std::mt19937_64 random(1);
  auto below = [&](size_t n) { return static_cast<int>(random() % n); };
  std::vector<std::pair<Tree, Entries>> all(5);
  auto any = [&]() -> std::pair<Tree, Entries>& { return all[static_cast<size_t>(below(all.size()))]; };
  for (int i = 0; i < 20'000; ++i) {
    const int key = below(100), end = key + below(10);
    if (below(16) == 0) any() = std::pair(any());
    auto& [tree, entries] = any();
    if (below(4) == 0) {
      const int digit = below(10);
      tree.erase_if(key, end, [&](int value) { return value % 10 == digit; });
      for (auto at = entries.lower_bound(key); at != entries.lower_bound(end);)
        at = at->second % 10 == digit ? entries.erase(at) : std::next(at);
    } else {
      tree.insert(key, i);
      entries.emplace(key, i);
    }
    const auto& [seen, expected] = any();
    List found;
    seen.for_each(key, end, [&](int at, int value) { found.emplace_back(at, value); });
    ASSERT_EQ(found, List(expected.lower_bound(key), expected.lower_bound(end)));
    ASSERT_EQ(seen.size(), expected.size());
    const int* next = seen.lower_bound(end);
    ASSERT_EQ(next == nullptr, expected.lower_bound(end) == expected.end());
    if (next != nullptr) {
      ASSERT_EQ(*next, expected.lower_bound(end)->first);
    }
  }
}

}  // namespace
}  // namespace mover::store
