// The translation of LTL to automata, after Couvreur [Cou99]. A state is a set of terms, all of which the rest of the
// word has to satisfy. A step of a term consists of literals that the current letter satisfies, terms that the word
// after it satisfies, and promises. The steps of a U b are those of b, and those of a with the additional term a U b,
// which they *promise*. Acceptance set i consists of the edges that do not promise the i-th promised term, so an
// accepting run does not postpone it for ever.
//
// The steps of a state are the products of the steps of its terms. A step is removed if another step of the same term
// or state demands no more of the letter, of the rest and of the promises [GO01]. Couvreur represents the steps by
// binary decision diagrams; here they are lists, which are short.
#include <algorithm>
#include <iterator>
#include <map>

#include "ltl/automaton.h"
#include "ltl/reduce.h"
#include "ltl/terms.h"
#include "support/check.h"

namespace mover::ltl {

namespace {

struct Step {
  Label label;
  std::vector<Term> rest;  // sorted
  uint64_t promised = 0;
};
using Steps = std::vector<Step>;

bool demands_no_more(const Step& a, const Step& b) {
  return b.label.implies(a.label) && (a.promised & ~b.promised) == 0 &&
         std::includes(b.rest.begin(), b.rest.end(), a.rest.begin(), a.rest.end());
}

void insert_minimal(Steps& steps, Step step) {
  auto better = [&](const Step& other) { return demands_no_more(other, step); };
  if (std::any_of(steps.begin(), steps.end(), better)) return;
  std::erase_if(steps, [&](const Step& other) { return demands_no_more(step, other); });
  steps.push_back(std::move(step));
}

class Tableau {
 public:
  Automaton build(const Formula& formula) {
    number_of(terms_.conjuncts(terms_.add(formula)));
    for (uint32_t state = 0; state < sets_.size(); ++state) {
      Steps steps{{}};
      for (Term t : std::vector<Term>(sets_[state])) steps = product(steps, steps_of(t));
      std::vector<Edge> edges;
      for (const Step& step : steps) edges.push_back({step.label, number_of(step.rest), step.promised});
      automaton_.states[state] = std::move(edges);
    }
    automaton_.acceptance_sets = static_cast<unsigned>(promises_.size());
    const uint64_t all = promises_.size() == 64 ? ~0ull : (1ull << promises_.size()) - 1;
    for (std::vector<Edge>& edges : automaton_.states)
      for (Edge& edge : edges) edge.accepting ^= all;
    return std::move(automaton_);
  }

 private:
  // The number of a state; a new state gets the next number.
  uint32_t number_of(const std::vector<Term>& set) {
    auto [known, fresh] = numbers_.try_emplace(set, static_cast<uint32_t>(sets_.size()));
    if (fresh) {
      sets_.push_back(set);
      automaton_.states.emplace_back();
    }
    return known->second;
  }

  Steps product(const Steps& left, const Steps& right) const {
    Steps result;
    for (const Step& a : left)
      for (const Step& b : right) {
        Step step{a.label & b.label, {}, a.promised | b.promised};
        if (!step.label.is_satisfiable()) continue;
        std::set_union(a.rest.begin(), a.rest.end(), b.rest.begin(), b.rest.end(), std::back_inserter(step.rest));
        if (!has_opposites(step.rest)) insert_minimal(result, std::move(step));
      }
    return result;
  }

  // A term and its negation are neighbours in a sorted set.
  static bool has_opposites(const std::vector<Term>& set) {
    auto opposite = [](Term a, Term b) { return b == negation(a); };
    return std::adjacent_find(set.begin(), set.end(), opposite) != set.end();
  }

  const Steps& steps_of(Term t) {
    auto known = steps_.find(t);
    if (known == steps_.end()) known = steps_.emplace(t, compute_steps(t)).first;
    return known->second;
  }

  Steps compute_steps(Term t) {
    const Terms::View v = terms_.view(t);
    Steps result;
    switch (v.op) {
      case Terms::Op::Constant:
        if (v.positive) result.push_back({});
        break;
      case Terms::Op::Atom:
        result.push_back({Label::literal(v.number, v.positive), {}, 0});
        break;
      case Terms::Op::Next:
        result.push_back(later(v.operands[0]));
        break;
      case Terms::Op::And:
        result.push_back({});
        for (Term operand : v.operands) result = product(result, steps_of(operand));
        break;
      case Terms::Op::Or:
        // A disjunction of pure eventualities F c || d is equivalent to F (c || d): it has one promise, not one for
        // each operand.
        if (terms_.is_eventual(t)) result.push_back(postponed(t));
        for (Term operand : v.operands)
          for (const Step& step : steps_of(terms_.is_eventual(t) ? terms_.without_eventually(operand) : operand))
            insert_minimal(result, step);
        break;
      case Terms::Op::Until: {
        result = product({postponed(t)}, steps_of(v.operands[0]));
        for (const Step& step : steps_of(v.operands[1])) insert_minimal(result, step);
        break;
      }
      case Terms::Op::Release: {
        Steps released = steps_of(v.operands[0]);
        insert_minimal(released, later(t));
        result = product(released, steps_of(v.operands[1]));
        break;
      }
    }
    return result;
  }

  Step later(Term t) const { return {{}, terms_.conjuncts(t), 0}; }

  Step postponed(Term t) { return {{}, terms_.conjuncts(t), promise(t)}; }

  uint64_t promise(Term until) {
    const auto bit = static_cast<unsigned>(promises_.try_emplace(until, promises_.size()).first->second);
    MOVER_CHECK(bit < 64, "a formula has at most 64 terms with U");
    return 1ull << bit;
  }

  Terms terms_;
  Automaton automaton_;
  std::vector<std::vector<Term>> sets_;  // by state
  std::map<std::vector<Term>, uint32_t> numbers_;
  std::map<Term, Steps> steps_;
  std::map<Term, size_t> promises_;
};

}  // namespace

Automaton translate(const Formula& formula) { return reduced(Tableau().build(formula)); }

}  // namespace mover::ltl
