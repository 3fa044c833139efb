// Tests the synchronisation rules: they are complete for every operation, and their results over numbers and over sets
// of numbers are consistent.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "sync/numbers.h"
#include "sync/table.h"

namespace mover::sync {
namespace {

using ir::SyncOp;

// A domain of sets of numbers: a word may be any number of its set. It over-approximates, because relations between
// words are lost.
struct Sets {
  struct Bool {
    bool may_hold = false, may_fail = false;
    Bool() = default;
    Bool(bool value) : may_hold(value), may_fail(!value) {}  // NOLINT: constants are written as in C++
    friend Bool operator&(Bool a, Bool b) { return make(a.may_hold && b.may_hold, a.may_fail || b.may_fail); }
    friend Bool operator|(Bool a, Bool b) { return make(a.may_hold || b.may_hold, a.may_fail && b.may_fail); }
    friend Bool operator!(Bool a) { return make(a.may_fail, a.may_hold); }
    static Bool make(bool hold, bool fail) {
      Bool result;
      result.may_hold = hold, result.may_fail = fail;
      return result;
    }
  };
  struct Word {
    std::set<uint32_t> values;
    explicit Word(uint32_t value) : values{value} {}
    template <typename F>
    static Bool compare(const Word& a, const Word& b, F holds) {
      Bool result;
      for (uint32_t x : a.values)
        for (uint32_t y : b.values) (holds(x, y) ? result.may_hold : result.may_fail) = true;
      return result;
    }
    template <typename F>
    static Word combine(const Word& a, const Word& b, F f) {
      Word result(0);
      result.values.clear();
      for (uint32_t x : a.values)
        for (uint32_t y : b.values) result.values.insert(f(x, y));
      return result;
    }
    friend Bool operator==(const Word& a, const Word& b) { return compare(a, b, std::equal_to<>()); }
    friend Bool operator!=(const Word& a, const Word& b) { return compare(a, b, std::not_equal_to<>()); }
    friend Bool operator<(const Word& a, const Word& b) { return compare(a, b, std::less<>()); }
    friend Word operator+(const Word& a, const Word& b) { return combine(a, b, std::plus<>()); }
    friend Word operator-(const Word& a, const Word& b) { return combine(a, b, std::minus<>()); }
  };
  static Word select(Bool condition, const Word& yes, const Word& no) {
    Word result(0);
    result.values.clear();
    if (condition.may_hold) result.values.insert(yes.values.begin(), yes.values.end());
    if (condition.may_fail) result.values.insert(no.values.begin(), no.values.end());
    return result;
  }
};

// Calls f(word) for every word of a view, in the same order in both domains.
template <typename V, typename F>
void for_each_word(V& view, F f) {
  for (auto* o : {&view.object, &view.mutex}) for_each_word_of(*o, f);
  f(view.me), f(view.argument), f(view.robust), f(view.read_held), f(view.queued), f(view.waiters), f(view.other_mutex);
  f(view.retaken_by), f(view.users), f(view.may_end), f(view.timed_out);
}

template <typename O, typename F>
void for_each_word_of(O& o, F f) {
  f(o.owner), f(o.count), f(o.kind), f(o.robust), f(o.state), f(o.threshold), f(o.destroyed);
}

template <typename O>
std::vector<std::remove_cvref_t<decltype(O::owner)>> words_of(O& o) {
  std::vector<std::remove_cvref_t<decltype(O::owner)>> words;
  for_each_word_of(o, [&](auto& word) { words.push_back(word); });
  return words;
}

// Small numbers, so that owners and threads coincide, and counts reach thresholds.
View<Numbers> random_view(std::mt19937& random) {
  View<Numbers> view;
  for_each_word(view, [&](uint32_t& word) { word = random() % 4; });
  view.me = 1 + random() % 2;
  return view;
}

TEST(SyncRules, LastGuardAlwaysHolds) {
  std::mt19937 random(1);
  for (auto [op, phase] : operations_with_rules())
    for (int i = 0; i < 300; ++i) {
      bool last = false;
      Rules<Numbers>::of(op, phase, random_view(random), [&](const Rule&, bool guard, auto) { last = guard; });
      EXPECT_TRUE(last) << static_cast<int>(op);
    }
}

TEST(SyncRules, OnlyFailuresHaveAMessageAndBlockingChangesNothing) {
  std::mt19937 random(2);
  for (auto [op, phase] : operations_with_rules())
    for (int i = 0; i < 300; ++i) {
      const View<Numbers> view = random_view(random);
      Rules<Numbers>::of(op, phase, view, [&](const Rule& rule, bool, auto effect) {
        EXPECT_EQ(rule.outcome == Outcome::Fails, rule.failure != nullptr) << rule.when;
        if (rule.outcome != Outcome::Fails && rule.outcome != Outcome::Blocks) return;
        Object<uint32_t> object = view.object, mutex = view.mutex;
        effect(object, mutex);
        EXPECT_EQ(words_of(object), words_of(view.object)) << rule.when;
        EXPECT_EQ(words_of(mutex), words_of(view.mutex)) << rule.when;
      });
    }
}

struct Possible {
  std::vector<bool> rules;
  std::vector<std::vector<Sets::Word>> objects, mutexes;
};

Possible over_sets(SyncOp op, Phase phase, const View<Sets>& view) {
  Possible possible;
  Sets::Bool earlier = false;
  Rules<Sets>::of(op, phase, view, [&](const Rule&, Sets::Bool guard, auto effect) {
    possible.rules.push_back((guard & !earlier).may_hold);
    earlier = earlier | guard;
    Object<Sets::Word> object = view.object, mutex = view.mutex;
    effect(object, mutex);
    possible.objects.push_back(words_of(object));
    possible.mutexes.push_back(words_of(mutex));
  });
  return possible;
}

bool contains(const std::vector<Sets::Word>& sets, const std::vector<uint32_t>& numbers) {
  for (size_t i = 0; i < numbers.size(); ++i)
    if (sets[i].values.count(numbers[i]) == 0) return false;
  return true;
}

TEST(SyncRules, SetsOfNumbersCoverEveryNumber) {
  std::mt19937 random(3);
  for (auto [op, phase] : operations_with_rules())
    for (int i = 0; i < 60; ++i) {
      std::vector<View<Numbers>> members;
      for (int k = 0; k < 3; ++k) members.push_back(random_view(random));
      View<Sets> sets;
      std::vector<Sets::Word*> words;
      for_each_word(sets, [&](Sets::Word& word) { word.values.clear(), words.push_back(&word); });
      for (View<Numbers>& member : members) {
        size_t at = 0;
        for_each_word(member, [&](uint32_t word) { words[at++]->values.insert(word); });
      }
      const Possible possible = over_sets(op, phase, sets);
      for (const View<Numbers>& member : members) {
        size_t at = 0, applied = possible.rules.size();
        Rules<Numbers>::of(op, phase, member, [&](const Rule&, bool guard, auto effect) {
          if (guard && applied == possible.rules.size()) {
            applied = at;
            EXPECT_TRUE(possible.rules[at]);
            Object<uint32_t> object = member.object, mutex = member.mutex;
            effect(object, mutex);
            EXPECT_TRUE(contains(possible.objects[at], words_of(object)));
            EXPECT_TRUE(contains(possible.mutexes[at], words_of(mutex)));
          }
          ++at;
        });
      }
    }
}

TEST(SyncRules, SetsOfOneNumberAreThatNumber) {
  std::mt19937 random(4);
  for (auto [op, phase] : operations_with_rules())
    for (int i = 0; i < 100; ++i) {
      View<Numbers> view = random_view(random);
      View<Sets> sets;
      std::vector<uint32_t> numbers;
      for_each_word(view, [&](uint32_t word) { numbers.push_back(word); });
      size_t at = 0;
      for_each_word(sets, [&](Sets::Word& word) { word = Sets::Word(numbers[at++]); });
      const Possible possible = over_sets(op, phase, sets);
      EXPECT_EQ(std::count(possible.rules.begin(), possible.rules.end(), true), 1);
    }
}

TEST(SyncRules, DocumentHasTheTable) {
  std::ifstream file(MOVER_DOCS "synchronisation.md");
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_NE(text.str().find(table_of_rules()), std::string::npos) << "mover table prints what belongs there";
}

}  // namespace
}  // namespace mover::sync
