// Formulas in negation normal form, hash-consed and simplified. A term and its negation differ in the lowest bit, so
// each rule for conjunction and U also serves as the dual rule for disjunction and R.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "ltl/formula.h"

namespace mover::ltl {

using Term = uint32_t;
constexpr Term kTrue = 0, kFalse = 1;
inline Term negation(Term t) { return t ^ 1; }

class Terms {
 public:
  enum class Op : uint8_t { Constant, Atom, Next, And, Or, Until, Release };
  // A term in negation normal form; its negation, if any, has been moved to the operands.
  struct View {
    Op op = Op::Constant;
    uint32_t number = 0;   // Atom
    bool positive = true;  // Constant, Atom
    std::vector<Term> operands;
  };

  Terms();
  Term add(const Formula& formula);  // REQUIRES: the formula outlives the terms
  View view(Term t) const;
  std::vector<Term> conjuncts(Term t) const;  // the operands of a conjunction; none for true; else the term itself

  Term without_eventually(Term t) const;  // a for F a, otherwise the term itself

  // Pure eventuality [EH00]: if a suffix of a word satisfies the term, the word does. F a is one.
  bool is_eventual(Term t) const { return (t & 1) != 0 ? nodes_[t / 2].universal : nodes_[t / 2].eventual; }
  // Pure universality [EH00]: if a word satisfies the term, all of its suffixes do. G a is one.
  bool is_universal(Term t) const { return (t & 1) != 0 ? nodes_[t / 2].eventual : nodes_[t / 2].universal; }

  Term conjunction(std::vector<Term> operands);
  Term disjunction(std::vector<Term> operands);
  Term next(Term a);
  Term until(Term a, Term b);
  Term release(Term a, Term b) { return negation(until(negation(a), negation(b))); }

  // Whether the rules of [SB00] and those for pure eventualities prove that a implies b.
  bool implies(Term a, Term b);

 private:
  struct Node {
    Op op = Op::Constant;  // Constant (true), Atom, Next, And, Until
    uint32_t number = 0;
    std::vector<Term> operands;
    bool eventual = false, universal = false;
  };
  Term intern(Op op, uint32_t number, std::vector<Term> operands);
  bool is(Term t, Op op) const { return (t & 1) == 0 && nodes_[t / 2].op == op; }
  bool is_suspendable(Term t) const { return is_eventual(t) && is_universal(t); }
  bool implies_by_rules(Term a, Term b);
  bool implies_from_left(Term a, Term b);
  bool is_consistent(std::vector<Term>& operands) const;
  bool absorb(std::vector<Term>& operands);
  bool restrict_operands(std::vector<Term>& operands);
  bool merge_operands(std::vector<Term>& operands);
  Term merged(Term a, Term b);
  Term restricted(Term t, Term given);
  Term eventually(Term b);
  Term stripped_left(Term a, Term b);

  Term add_operators(const Formula& formula);

  std::vector<Node> nodes_;
  std::map<const Formula*, Term> added_;  // shared subformulas are added once
  std::map<std::pair<std::pair<Op, uint32_t>, std::vector<Term>>, Term> known_;
  std::map<std::pair<Term, Term>, bool> implied_;
};

}  // namespace mover::ltl
