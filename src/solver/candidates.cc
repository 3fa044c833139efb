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

constexpr size_t kSteps = 4000, kSamples = 10'000, kCandidates = 5'000, kControlValues = 256;

// Reachable states, as values of the words.
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
      if (step > last_new + 200 || (step > 100 && std::chrono::steady_clock::now() > enough)) break;
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

// The samples in which a control word has some value; all samples.
struct Group {
  Literal where;
  std::string text;  // of the contrary
  std::vector<const Sample*> samples;
  std::vector<bool> is_constant;  // per word: it has the same value in all of the samples
};

// Guesses: relations that hold in all samples of a group.
class Guesses {
 public:
  Guesses(Circuit& circuit, const std::vector<NamedWord>& words, const Samples& samples, const Limits& limits)
      : circuit_(circuit), words_(words), limits_(limits) {
    Group all{circuit::kTrue, {}, {}, {}};
    for (const Sample& sample : samples.all()) all.samples.push_back(&sample);
    add_group(all);
    for (size_t w = 0; w < words.size(); ++w) {
      if (!words[w].control || is_constant(w)) continue;
      std::map<uint64_t, std::vector<const Sample*>> by_value;
      for (const Sample* sample : all.samples) by_value[(*sample)[w]].push_back(sample);
      if (by_value.size() < 2 || by_value.size() > kControlValues) continue;
      for (auto& [value, some] : by_value)
        add_group({circuit::eq(circuit, words[w].bits, value),
                   words[w].name + " != " + std::to_string(value) + " || ",
                   std::move(some),
                   {}});
    }
  }

  std::vector<Known> make() {
    for (size_t a = 0; a < words_.size(); ++a) {
      if (limits_.expired()) return {};
      for (size_t b = a + 1; b < words_.size(); ++b) guess_difference(a, b);
    }
    for (const Group& group : groups_)
      for (size_t w = 0; w < words_.size(); ++w)
        if (words_[w].control && group.is_constant[w]) guess_constant(group, w);
    for (const Group& group : groups_)
      for (size_t w = 0; w < words_.size(); ++w)
        if (!words_[w].control && group.is_constant[w]) guess_constant(group, w);
    return std::move(guesses_);
  }

 private:
  template <typename Value>
  static bool same(const std::vector<const Sample*>& samples, Value value) {
    uint64_t first = value(*samples[0]);
    return std::all_of(samples.begin(), samples.end(), [&](const Sample* s) { return value(*s) == first; });
  }

  void add_group(Group group) {
    for (size_t w = 0; w < words_.size(); ++w)
      group.is_constant.push_back(same(group.samples, [&](const Sample& s) { return s[w]; }));
    groups_.push_back(std::move(group));
  }

  bool is_constant(size_t w) const {
    return std::all_of(words_[w].bits.begin(), words_[w].bits.end(), circuit::is_constant);
  }

  // Two words are related if their difference is constant where they are not. Then it is guessed in the other groups as
  // well, in which both may be constant: their values may change in executions that were not sampled.
  void guess_difference(size_t a, size_t b) {
    if (words_[a].bits.size() != words_[b].bits.size() || words_[a].bits.size() < 2) return;
    if (is_constant(a) || is_constant(b)) return;
    uint64_t mask = mask_of(words_[a]);
    auto difference = [&](const Sample& s) { return (s[a] - s[b]) & mask; };
    std::vector<const Group*> constant;
    bool related = false;
    for (const Group& group : groups_) {
      if (!same(group.samples, difference)) continue;
      related |= !group.is_constant[a] && !group.is_constant[b];
      constant.push_back(&group);
      if (group.where == circuit::kTrue) break;  // everywhere
    }
    if (!related) return;
    for (const Group* group : constant) {
      auto width = static_cast<unsigned>(words_[a].bits.size());
      Word sum = circuit::add(circuit_, words_[b].bits, circuit::constant_word(difference(*group->samples[0]), width));
      guess(*group, circuit::eq(circuit_, words_[a].bits, sum),
            words_[a].name + " == " + words_[b].name + offset(difference(*group->samples[0]), width));
    }
  }

  void guess_constant(const Group& group, size_t w) {
    if (is_constant(w) || guesses_.size() >= kCandidates) return;
    uint64_t value = (*group.samples[0])[w];
    guess(group, circuit::eq(circuit_, words_[w].bits, value), words_[w].name + " == " + std::to_string(value));
  }

  // A difference as a number that is added, or subtracted where that is shorter.
  static std::string offset(uint64_t difference, unsigned width) {
    uint64_t negative = (~difference + 1) & (width >= 64 ? ~0ull : (1ull << width) - 1);
    if (difference == 0) return "";
    return difference <= negative ? " + " + std::to_string(difference) : " - " + std::to_string(negative);
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
  for (const NamedWord& word : circuit.words())
    if (word.bits.size() <= 64 && !word.bits.empty() && seen.insert(word.bits).second) words.push_back(word);
  std::vector<Known> result;
  for (Literal suggestion : circuit.suggestions()) result.push_back({suggestion, {}});
  if (!words.empty()) {
    Samples samples(circuit, words, limits);
    std::vector<Known> guesses = Guesses(circuit, words, samples, limits).make();
    result.insert(result.end(), guesses.begin(), guesses.end());
  }
  return result;
}

// Drops guesses that do not hold initially, then those that a step from a state in which all hold makes false.
class Houdini {
 public:
  Houdini(Circuit& circuit, std::vector<Known> guesses, const Limits& limits)
      : limits_(limits),
        guesses_(std::move(guesses)),
        now_(literals_of(guesses_)),
        next_(circuit::after_a_step(circuit, now_)),
        circuit_(circuit),
        left_(now_.size()) {
    std::iota(left_.begin(), left_.end(), 0);
  }

  std::vector<Known> run() {
    if (!drop_initially_false() || !drop_not_inductive()) return {};
    std::vector<Known> result;
    for (size_t i : left_) result.push_back(guesses_[i]);
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
    Sat sat(limits_, Sat::Questions::ManyEasy);
    Encoder encoder(circuit_, sat);
    for (Literal constraint : circuit_.constraints()) encoder.add(constraint);
    return drop(sat, encoder, next_, now_);
  }

  // Until no model falsifies one of the literals that are left, all of `assumed` being true. False: the limits came
  // first.
  bool drop(Sat& sat, Encoder& encoder, const std::vector<Literal>& literals, const std::vector<Literal>& assumed) {
    for (size_t i : left_) encoder.literal(literals[i]);
    for (;;) {
      std::vector<int> assumptions, some_false;
      for (size_t i : left_) {
        if (!assumed.empty()) assumptions.push_back(encoder.literal(assumed[i]));
        some_false.push_back(-encoder.literal(literals[i]));
      }
      if (left_.empty()) return true;
      Sat::Result result = sat.solve(assumptions, some_false);
      if (result == Sat::Result::Stopped) return false;
      if (result == Sat::Result::Unsatisfiable) return true;
      std::erase_if(left_, [&](size_t i) { return !encoder.value(literals[i]); });
    }
  }

  const Limits& limits_;
  std::vector<Known> guesses_;
  std::vector<Literal> now_, next_;  // the guesses, and the guesses after a step
  Circuit& circuit_;
  std::vector<size_t> left_;
};

// Leaves out those that follow from others.
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
