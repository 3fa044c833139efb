// Formulas of linear temporal logic and their automata. The automata of random formulas are compared, on random
// ultimately periodic words, with an evaluation of the semantics of LTL that knows neither automata nor
// simplifications.
#include <gtest/gtest.h>

#include <random>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "ltl/automaton.h"
#include "ltl/parser.h"
#include "unit/ltl_patterns.h"
#include "unit/ltl_text.h"

namespace mover::ltl {
namespace {

// The word letters[0] … letters[n-1], of which the part from `loop` on is repeated for ever.
struct Lasso {
  std::vector<uint64_t> letters;
  size_t loop = 0;
  size_t size() const { return letters.size(); }
  size_t after(size_t i) const { return i + 1 == letters.size() ? loop : i + 1; }
};

// The positions at which the formula holds.
std::vector<bool> positions(const Formula& f, const Lasso& word) {
  using Op = Formula::Op;
  std::vector<bool> result(word.size(), f.op() == Op::True);
  if (f.op() == Op::True || f.op() == Op::False) return result;
  if (f.op() == Op::Atom) {
    for (size_t i = 0; i < word.size(); ++i) result[i] = (word.letters[i] >> f.number() & 1) != 0;
    return result;
  }
  const std::vector<bool> left = positions(f.left(), word);
  const std::vector<bool> right = f.op() == Op::Not || f.op() == Op::Next ? left : positions(f.right(), word);
  for (size_t i = 0; i < word.size(); ++i) {
    std::vector<size_t> suffix;  // every position that follows, in order
    for (size_t j = i; suffix.size() < 2 * word.size(); j = word.after(j)) suffix.push_back(j);
    bool until = false, release = true, past_left = true, left_seen = false;
    for (size_t j : suffix) {
      until = until || (past_left && right[j]);
      past_left = past_left && left[j];
      release = release && (left_seen || right[j]);
      left_seen = left_seen || left[j];
    }
    switch (f.op()) {
      case Op::Not:
        result[i] = !left[i];
        break;
      case Op::And:
        result[i] = left[i] && right[i];
        break;
      case Op::Or:
        result[i] = left[i] || right[i];
        break;
      case Op::Next:
        result[i] = left[word.after(i)];
        break;
      case Op::Until:
        result[i] = until;
        break;
      default:
        result[i] = release;
        break;
    }
  }
  return result;
}

bool satisfies(const Lasso& word, const Formula& f) { return positions(f, word)[0]; }

// Whether a cycle of the product of word and automaton has edges of all acceptance sets.
bool accepts(const Automaton& automaton, const Lasso& word) {
  const size_t states = automaton.states.size(), nodes = states * word.size();
  std::vector<std::vector<bool>> reach(nodes, std::vector<bool>(nodes, false));
  struct Move {
    size_t from, to;
    uint64_t accepting;
  };
  std::vector<Move> moves;
  for (size_t i = 0; i < word.size(); ++i)
    for (size_t s = 0; s < states; ++s)
      for (const Edge& edge : automaton.states[s])
        if (edge.label.holds(word.letters[i]))
          moves.push_back({i * states + s, word.after(i) * states + edge.target, edge.accepting});
  std::vector<std::vector<size_t>> next(nodes);
  for (const Move& move : moves) next[move.from].push_back(move.to);
  for (size_t start = 0; start < nodes; ++start) {
    std::vector<size_t> open{start};
    while (!open.empty()) {
      const size_t node = open.back();
      open.pop_back();
      for (size_t to : next[node])
        if (!reach[start][to]) reach[start][to] = true, open.push_back(to);
    }
  }
  const uint64_t all = (1ull << automaton.acceptance_sets) - 1;
  for (size_t node = 0; node < nodes; ++node) {
    if (!reach[node][node] || (node != automaton.initial && !reach[automaton.initial][node])) continue;
    uint64_t seen = 0;
    for (const Move& move : moves)
      if (reach[node][move.from] && reach[move.to][node]) seen |= move.accepting;
    for (const Move& move : moves)
      if (move.from == node && (move.to == node || reach[move.to][node])) seen |= move.accepting;
    for (const Move& move : moves)
      if (move.to == node && reach[node][move.from]) seen |= move.accepting;
    if ((seen & all) == all) return true;
  }
  return false;
}

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  unsigned below(unsigned n) { return std::uniform_int_distribution<unsigned>(0, n - 1)(engine_); }

  Formula formula(unsigned operators, unsigned atoms) {
    if (operators == 0) {
      const unsigned kind = below(12);
      return kind == 0 ? Formula::truth() : kind == 1 ? Formula::falsity() : Formula::atom(below(atoms));
    }
    const unsigned left = below(operators);
    auto one = [&] { return formula(operators - 1, atoms); };
    auto first = formula(left, atoms), second = formula(operators - 1 - left, atoms);
    switch (below(9)) {
      case 0:
        return Formula::negation(one());
      case 1:
        return Formula::next(one());
      case 2:
        return Formula::eventually(one());
      case 3:
        return Formula::always(one());
      case 4:
        return Formula::conjunction(first, second);
      case 5:
        return Formula::disjunction(first, second);
      case 6:
        return Formula::until(first, second);
      case 7:
        return Formula::release(first, second);
      default:
        return Formula::disjunction(Formula::negation(first), second);
    }
  }

  Lasso word(unsigned atoms) {
    Lasso word;
    const unsigned size = 1 + below(6);
    for (unsigned i = 0; i < size; ++i) word.letters.push_back(below(1u << atoms));
    word.loop = below(size);
    return word;
  }

 private:
  std::mt19937 engine_;
};

TEST(Translation, accepts_exactly_the_words_that_satisfy_a_random_formula) {
  Random random(1);
  for (unsigned round = 0; round < 1500; ++round) {
    const unsigned atoms = 1 + random.below(3);
    const Formula f = random.formula(1 + random.below(9), atoms);
    const Automaton yes = translate(f), no = translate(Formula::negation(f));
    for (unsigned i = 0; i < 25; ++i) {
      const Lasso word = random.word(atoms);
      const bool expected = satisfies(word, f);
      ASSERT_EQ(accepts(yes, word), expected) << text(f);
      ASSERT_EQ(accepts(no, word), !expected) << "the negation of " << text(f);
    }
  }
}

// Edges that differ only in the label count once.
size_t edges_of(const Automaton& automaton) {
  std::set<std::tuple<size_t, uint32_t, uint64_t>> edges;
  for (size_t state = 0; state < automaton.states.size(); ++state)
    for (const Edge& edge : automaton.states[state]) edges.insert({state, edge.target, edge.accepting});
  return edges.size();
}

void expect_sizes(std::span<const Pattern> patterns) {
  for (const Pattern& pattern : patterns) {
    const auto parsed = parse(pattern.formula);
    ASSERT_TRUE(std::holds_alternative<Specification>(parsed)) << std::get<std::string>(parsed);
    const Formula& formula = std::get<Specification>(parsed).formula;
    const Automaton yes = translate(formula), no = translate(Formula::negation(formula));
    EXPECT_EQ(yes.states.size(), pattern.states) << pattern.formula;
    EXPECT_EQ(edges_of(yes), pattern.edges) << pattern.formula;
    EXPECT_EQ(no.states.size(), pattern.negated_states) << pattern.formula;
    EXPECT_EQ(edges_of(no), pattern.negated_edges) << pattern.formula;
    Random random(7);
    for (unsigned i = 0; i < 10; ++i) {
      const Lasso word = random.word(7);
      EXPECT_EQ(accepts(yes, word), satisfies(word, formula)) << pattern.formula;
      EXPECT_NE(accepts(no, word), satisfies(word, formula)) << pattern.formula;
    }
  }
}

TEST(Translation, is_small_on_the_patterns_of_dwyer) { expect_sizes(kPatternsOfDwyer); }
TEST(Translation, is_small_on_the_formulas_of_etessami_and_holzmann) { expect_sizes(kPatternsOfEtessami); }

TEST(Translation, needs_one_state_for_any_number_of_fairness_conditions) {
  const Automaton automaton = translate(std::get<Specification>(parse("G F a && G F b && G F c")).formula);
  EXPECT_EQ(automaton.states.size(), 1u);
  EXPECT_EQ(automaton.acceptance_sets, 3u);
}

TEST(Translation, is_not_exponential_in_the_number_of_equivalences) {
  std::string formula = "a0";
  for (int i = 1; i < 58; ++i) formula += " <-> a" + std::to_string(i % 3);
  EXPECT_EQ(translate(std::get<Specification>(parse("F (" + formula + ")")).formula).states.size(), 2u);
}

TEST(Translation, finds_the_smallest_automaton_of_two_independent_sequences) {  // [CCJ09]
  const char* formula = "F (a && F (b && F c)) && F (d && F (e && F f))";
  EXPECT_EQ(translate(std::get<Specification>(parse(formula)).formula).states.size(), 16u);
}

TEST(Translation, of_a_formula_that_no_word_satisfies_has_no_edge) {
  for (const char* formula : {"false", "a && !a", "F a && G !a", "G F a && F G !a"}) {
    const Automaton automaton = translate(std::get<Specification>(parse(formula)).formula);
    EXPECT_EQ(automaton.states.size(), 1u) << formula;
    EXPECT_TRUE(automaton.states[0].empty()) << formula;
  }
}

}  // namespace
}  // namespace mover::ltl
