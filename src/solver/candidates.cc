// Samples random executions, guesses relations that hold in all samples, and proves them by Houdini [FL01].
#include "solver/candidates.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <unordered_map>

#include "circuit/reduce.h"
#include "circuit/simulate.h"
#include "circuit/word.h"
#include "solver/encoder.h"

namespace mover::solver {

using circuit::Known;
using circuit::NamedWord;
using circuit::negate;
using circuit::Simulation;

namespace {

// Upper bounds: simulated steps, samples, candidates, values of a control word, control words that are combined in
// pairs, groups, differences of two words in a group, values of a small word, and small words.
constexpr size_t kSteps = 4000, kSamples = 10'000, kCandidates = 5'000, kControlValues = 256, kJointControls = 4,
                 kGroups = 3'000, kDifferences = 2, kSmallValues = 4, kSmallWords = 6;

// A reachable state, as the values of the words.
using Sample = std::vector<uint64_t>;

uint64_t mask_of(const NamedWord& word) { return word.bits.size() >= 64 ? ~0ull : (1ull << word.bits.size()) - 1; }

class Samples {
 public:
  Samples(const Circuit& circuit, const std::vector<NamedWord>& words, const Limits& limits) : words_(words) {
    Simulation simulation(circuit);
    auto enough = std::chrono::steady_clock::now() + std::chrono::milliseconds(500);
    take(simulation, ~0ull);
    size_t last_new = 0;
    for (size_t step = 0; step < kSteps && samples_.size() < kSamples && !limits.expired(); ++step) {
      if (step > last_new + 200 || (step > 400 && std::chrono::steady_clock::now() > enough)) break;
      simulation.step();
      size_t before = samples_.size();
      take(simulation, simulation.advanced());
      if (samples_.size() > before) last_new = step;
    }
  }

  const std::vector<Sample>& all() const { return samples_; }

 private:
  void take(Simulation& simulation, uint64_t lanes) {
    simulation.evaluate();
    for (unsigned lane = 0; lane < Simulation::kLanes; ++lane) {
      if (!((lanes >> lane) & 1)) continue;
      Sample sample;
      for (const NamedWord& word : words_) {
        uint64_t value = 0;
        for (size_t i = 0; i < word.bits.size(); ++i) value |= ((simulation.value(word.bits[i]) >> lane) & 1) << i;
        sample.push_back(value);
      }
      if (seen_.insert(sample).second) samples_.push_back(std::move(sample));
    }
  }

  const std::vector<NamedWord>& words_;
  std::vector<Sample> samples_;
  std::set<Sample> seen_;
};

// A set of samples: all samples, or those in which one or two control words have given values.
struct Group {
  Literal where;
  std::string text;  // the negation of `where`, followed by " || "
  std::vector<const Sample*> samples;
  std::vector<bool> is_constant;  // by word: it has the same value in all samples of the group
  std::vector<size_t> within;     // the indices of larger groups that contain this group
};

// Guesses relations that hold in all samples of a group.
class Guesses {
 public:
  Guesses(Circuit& circuit, const std::vector<NamedWord>& words, const Samples& samples, const Limits& limits)
      : circuit_(circuit), words_(words), limits_(limits) {
    std::vector<const Sample*> all;
    for (const Sample& sample : samples.all()) all.push_back(&sample);
    std::map<std::pair<size_t, uint64_t>, size_t> single;  // the group of a control word and its value
    add_group({circuit::kTrue, {}, all, {}, {}});
    std::vector<std::pair<size_t, size_t>> controls;  // number of values, word
    std::vector<size_t> small;  // words with few values: indices and sizes of data structures, on which others depend
    for (size_t w = 0; w < words.size(); ++w) {
      if (is_constant(w)) continue;
      const size_t most = words[w].is_control() ? kControlValues : small.size() < kSmallWords ? kSmallValues : 0;
      std::map<uint64_t, std::vector<const Sample*>> by_value;
      for (const Sample* sample : all) {
        by_value[(*sample)[w]].push_back(sample);
        if (by_value.size() > most) break;
      }
      if (by_value.size() < 2 || by_value.size() > most) continue;
      if (words[w].is_control()) {
        controls.emplace_back(by_value.size(), w);
      } else {
        small.push_back(w);
        guess_values(w, by_value);
      }
      if (words[w].bits.size() <= 8)  // guesses that values that occur in no sample never occur
        for (uint64_t value = 0; value <= mask_of(words[w]); ++value)
          if (!by_value.count(value)) never(circuit::eq(circuit, words[w].bits, value), differs(w, value));
      for (auto& [value, some] : by_value) {
        single[{w, value}] = groups_.size();
        add_group({circuit::eq(circuit, words[w].bits, value), differs(w, value), std::move(some), {}, {0}});
      }
    }
    // Groups of pairs of control words: of those with the most values, which are usually program counters.
    std::sort(controls.rbegin(), controls.rend());
    if (controls.size() > kJointControls) controls.resize(kJointControls);
    for (size_t i = 0; i < controls.size(); ++i)
      for (size_t j = i + 1; j < controls.size(); ++j)
        add_joint_groups(all, controls[i].second, controls[j].second, single);
    for (size_t i = 0; i < small.size(); ++i)
      for (size_t j = i + 1; j < small.size(); ++j) add_joint_groups(all, small[i], small[j], single);
  }

  std::vector<Known> make() {
    for (size_t a = 0; a < words_.size(); ++a) {
      if (limits_.expired()) return {};
      for (size_t b = a + 1; b < words_.size(); ++b) guess_difference(a, b);
    }
    for (bool control : {true, false})
      for (const Group& group : groups_)
        for (size_t w = 0; w < words_.size(); ++w)
          if (words_[w].is_control() == control && group.is_constant[w] && group.within.size() < 2)
            guess_constant(group, w);
    return std::move(guesses_);
  }

 private:
  template <typename Value>
  static bool same(const std::vector<const Sample*>& samples, Value value) {
    uint64_t first = value(*samples[0]);
    return std::all_of(samples.begin(), samples.end(), [&](const Sample* s) { return value(*s) == first; });
  }

  std::string differs(size_t w, uint64_t value) const {
    return words_[w].name + " != " + std::to_string(value) + " || ";
  }

  void add_joint_groups(const std::vector<const Sample*>& all, size_t a, size_t b,
                        const std::map<std::pair<size_t, uint64_t>, size_t>& single) {
    std::map<std::pair<uint64_t, uint64_t>, std::vector<const Sample*>> by_values;
    for (const Sample* sample : all) by_values[{(*sample)[a], (*sample)[b]}].push_back(sample);
    if (groups_.size() + by_values.size() > kGroups) return;
    for (const auto& [first, i] : single) {  // guesses that pairs of values that occur in no sample never occur
      for (const auto& [second, j] : single) {
        if (first.first != a || second.first != b || by_values.count({first.second, second.second})) continue;
        never(circuit_.conjunction(groups_[i].where, groups_[j].where), groups_[i].text + groups_[j].text);
      }
    }
    for (auto& [values, some] : by_values) {
      size_t first = single.at({a, values.first}), second = single.at({b, values.second});
      Literal where = circuit_.conjunction(groups_[first].where, groups_[second].where);
      add_group({where, differs(a, values.first) + differs(b, values.second), std::move(some), {}, {0, first, second}});
    }
  }

  void add_group(Group group) {
    for (size_t w = 0; w < words_.size(); ++w)
      group.is_constant.push_back(same(group.samples, [&](const Sample& s) { return s[w]; }));
    groups_.push_back(std::move(group));
  }

  // Guesses that the word has no other values than these.
  void guess_values(size_t w, const std::map<uint64_t, std::vector<const Sample*>>& by_value) {
    Known one_of{circuit::kFalse, {}};
    for (const auto& [value, samples] : by_value) {
      one_of.literal = circuit_.disjunction(one_of.literal, circuit::eq(circuit_, words_[w].bits, value));
      one_of.text += (one_of.text.empty() ? "" : " || ") + words_[w].name + " == " + std::to_string(value);
    }
    if (!circuit::is_constant(one_of.literal)) guesses_.push_back(std::move(one_of));
  }

  bool is_constant(size_t w) const {
    return std::all_of(words_[w].bits.begin(), words_[w].bits.end(), circuit::is_constant);
  }

  // Two words are related if, in some group, their difference has fewer values than each of the words. Then the
  // differences are guessed in all groups, even if both words are constant there, because their values may differ in
  // executions that were not sampled.
  void guess_difference(size_t a, size_t b) {
    if (words_[a].bits.size() != words_[b].bits.size() || words_[a].bits.size() < 2) return;
    if (is_constant(a) || is_constant(b)) return;
    uint64_t mask = mask_of(words_[a]);
    auto difference = [&](const Sample& s) { return (s[a] - s[b]) & mask; };
    std::vector<std::set<uint64_t>> few(groups_.size());  // by group: the differences; empty: more than kDifferences
    bool related = false;
    for (size_t g = 0; g < groups_.size(); ++g) {
      const Group& group = groups_[g];
      for (const Sample* sample : group.samples) {
        few[g].insert(difference(*sample));
        if (few[g].size() > kDifferences) break;
      }
      if (few[g].size() > kDifferences) few[g].clear();
      related |=
          !few[g].empty() && has_more_values(group, a, few[g].size()) && has_more_values(group, b, few[g].size());
    }
    if (!related) return;
    for (size_t g = 0; g < groups_.size(); ++g) {
      auto implies = [&](size_t larger) { return few[larger] == few[g]; };
      const std::vector<size_t>& within = groups_[g].within;
      if (few[g].empty() || std::any_of(within.begin(), within.end(), implies)) continue;
      guess_differences(groups_[g], a, b, few[g]);
    }
  }

  // Whether the word has enough values in a group to make a guess about its difference to another word worthwhile: more
  // than one if the difference is constant, otherwise more than a small word has.
  bool has_more_values(const Group& group, size_t w, size_t differences) const {
    if (group.is_constant[w]) return false;
    std::set<uint64_t> values;
    const size_t wanted = differences == 1 ? 2 : kSmallValues + 1;
    for (const Sample* sample : group.samples)
      if (values.insert((*sample)[w]).second && values.size() >= wanted) return true;
    return false;
  }

  void guess_differences(const Group& group, size_t a, size_t b, const std::set<uint64_t>& differences) {
    auto width = static_cast<unsigned>(words_[a].bits.size());
    Literal one_of = circuit::kFalse;
    std::string text;
    for (uint64_t d : differences) {
      Word sum = circuit::add(circuit_, words_[b].bits, circuit::constant_word(d, width));
      one_of = circuit_.disjunction(one_of, circuit::eq(circuit_, words_[a].bits, sum));
      text += (text.empty() ? "" : " || ") + words_[a].name + " == " + words_[b].name + offset(d, width);
    }
    guess(group, one_of, text);
  }

  void guess_constant(const Group& group, size_t w) {
    if (is_constant(w) || guesses_.size() >= kCandidates) return;
    uint64_t value = (*group.samples[0])[w];
    guess(group, circuit::eq(circuit_, words_[w].bits, value), words_[w].name + " == " + std::to_string(value));
  }

  // A difference as a text that adds a number, or subtracts a number if that is smaller.
  static std::string offset(uint64_t difference, unsigned width) {
    uint64_t negative = (~difference + 1) & (width >= 64 ? ~0ull : (1ull << width) - 1);
    if (difference == 0) return "";
    return difference <= negative ? " + " + std::to_string(difference) : " - " + std::to_string(negative);
  }

  // Guesses that `where` never holds. `text`: the negation of `where`, followed by " || ".
  void never(Literal where, const std::string& text) {
    if (where != circuit::kFalse) guesses_.push_back({negate(where), text.substr(0, text.size() - 4)});
  }

  void guess(const Group& group, Literal what, const std::string& text) {
    Literal where = group.where;
    Literal l = circuit_.implies(where, what);
    if (circuit::is_constant(l) || everywhere_.count(what) || guesses_.size() >= kCandidates) return;
    if (where == circuit::kTrue) everywhere_.insert(what);
    guesses_.push_back({l, group.text + text});
  }

  Circuit& circuit_;
  const std::vector<NamedWord>& words_;
  const Limits& limits_;
  std::vector<Group> groups_;
  std::vector<Known> guesses_;
  std::set<Literal> everywhere_;
};

std::vector<Known> guess(Circuit& circuit, const Limits& limits) {
  std::vector<NamedWord> words;
  std::set<Word> seen;
  for (NamedWord word : circuit.words()) {
    // A number of 32 bits in a register of 64 bits is comparable with one in memory.
    if (word.bits.size() == 64 &&
        std::all_of(word.bits.begin() + 32, word.bits.end(), [](Literal l) { return l == circuit::kFalse; }))
      word.bits.resize(32);
    if (word.bits.size() <= 64 && !word.bits.empty() && seen.insert(word.bits).second) words.push_back(std::move(word));
  }
  std::vector<Known> result;
  for (Literal suggestion : circuit.suggestions()) result.push_back({suggestion, {}});
  if (!words.empty()) {
    Samples samples(circuit, words, limits);
    std::vector<Known> guesses = Guesses(circuit, words, samples, limits).make();
    result.insert(result.end(), guesses.begin(), guesses.end());
  }
  return result;
}

// Drops guesses that do not hold initially. Then it repeatedly drops guesses that are false after a step from a state
// in which all remaining guesses hold.
class Houdini {
 public:
  Houdini(Circuit& circuit, std::vector<Known> guesses, const Limits& limits)
      : limits_(limits),
        guesses_(std::move(guesses)),
        now_(literals_of(guesses_)),
        next_(circuit::after_a_step(circuit, now_)),
        circuit_(circuit),
        remaining_(now_.size()) {
    std::iota(remaining_.begin(), remaining_.end(), 0);
  }

  std::vector<Known> run() {
    if (!drop_initially_false() || !drop_not_inductive()) return {};
    std::vector<Known> result;
    for (size_t i : remaining_) result.push_back(guesses_[i]);
    return result;
  }

 private:
  static std::vector<Literal> literals_of(const std::vector<Known>& guesses) {
    std::vector<Literal> literals;
    for (const Known& guess : guesses) literals.push_back(guess.literal);
    return literals;
  }

  bool drop_initially_false() {
    Sat sat(limits_, Sat::Questions::ManyEasy);
    Encoder encoder(circuit_, sat);
    for (const circuit::Latch& latch : circuit_.latches())
      if (latch.initial != circuit::Initial::Free)
        encoder.add(2 * latch.node ^ (latch.initial == circuit::Initial::Zero ? 1 : 0));
    return drop(sat, encoder, now_, {});
  }

  bool drop_not_inductive() {
    Sat sat(limits_);
    Encoder encoder(circuit_, sat);
    for (Literal constraint : circuit_.constraints()) encoder.add(constraint);
    return drop(sat, encoder, next_, now_);
  }

  // Drops guesses until every model in which all of `assumed` are true makes the remaining `literals` true. Returns
  // false if a limit was reached before.
  bool drop(Sat& sat, Encoder& encoder, const std::vector<Literal>& literals, const std::vector<Literal>& assumed) {
    for (size_t i : remaining_) encoder.literal(literals[i]);
    for (;;) {
      std::vector<int> assumptions, some_false;
      for (size_t i : remaining_) {
        if (!assumed.empty()) assumptions.push_back(encoder.literal(assumed[i]));
        some_false.push_back(-encoder.literal(literals[i]));
      }
      if (remaining_.empty()) return true;
      Sat::Result result = sat.solve(assumptions, some_false);
      if (result == Sat::Result::Stopped) return false;
      if (result == Sat::Result::Unsatisfiable) return true;
      std::erase_if(remaining_, [&](size_t i) { return !encoder.value(literals[i]); });
    }
  }

  const Limits& limits_;
  std::vector<Known> guesses_;
  std::vector<Literal> now_, next_;  // the guesses, and the guesses after a step
  Circuit& circuit_;
  std::vector<size_t> remaining_;
};

// Removes relations that follow from the ones before them.
std::vector<Known> without_implied(const Circuit& circuit, std::vector<Known> proved, const Limits& limits) {
  Sat sat(limits, Sat::Questions::ManyEasy);
  Encoder encoder(circuit, sat);
  std::vector<Known> result;
  for (Known& one : proved) {
    if (sat.solve({-encoder.literal(one.literal)}) == Sat::Result::Unsatisfiable) continue;
    encoder.add(one.literal);
    result.push_back(std::move(one));
  }
  return result;
}

}  // namespace

std::vector<Known> prove_candidates(Circuit& circuit, const Limits& limits) {
  std::vector<Known> guesses = guess(circuit, limits);
  if (guesses.empty()) return {};
  return without_implied(circuit, Houdini(circuit, std::move(guesses), limits).run(), limits);
}

}  // namespace mover::solver
