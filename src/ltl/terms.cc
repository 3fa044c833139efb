// Simplification of formulas, with the rules of Somenzi and Bloem [SB00] and of Etessami and Holzmann [EH00].
//
// A formula is *suspendable* if it is a pure eventuality and a pure universality (G F a): it has the same value at all
// positions of a word, so it can be moved out of temporal operators.
#include "ltl/terms.h"

#include <algorithm>

namespace mover::ltl {

Terms::Terms() { nodes_.push_back({Op::Constant, 0, {}, true, true}); }

Term Terms::intern(Op op, uint32_t number, std::vector<Term> operands) {
  auto [known, fresh] = known_.try_emplace({{op, number}, operands}, static_cast<Term>(2 * nodes_.size()));
  if (!fresh) return known->second;
  Node node{op, number, std::move(operands), false, false};
  auto all = [&](auto property) { return std::all_of(node.operands.begin(), node.operands.end(), property); };
  auto eventual = [&](Term t) { return is_eventual(t); };
  auto universal = [&](Term t) { return is_universal(t); };
  if (op == Op::Next || op == Op::And) {
    node.eventual = all(eventual);
    node.universal = all(universal);
  } else if (op == Op::Until) {
    node.eventual = node.operands[0] == kTrue || is_eventual(node.operands[1]);
    node.universal = is_universal(node.operands[1]);
  }
  nodes_.push_back(std::move(node));
  return known->second;
}

Terms::View Terms::view(Term t) const {
  const Node& node = nodes_[t / 2];
  View view{node.op, node.number, (t & 1) == 0, node.operands};
  if (view.positive) return view;
  if (node.op == Op::And) view.op = Op::Or;
  if (node.op == Op::Until) view.op = Op::Release;
  for (Term& operand : view.operands) operand = negation(operand);
  return view;
}

std::vector<Term> Terms::conjuncts(Term t) const {
  if (t == kTrue) return {};
  return is(t, Op::And) ? nodes_[t / 2].operands : std::vector<Term>{t};
}

Term Terms::without_eventually(Term t) const {
  return is(t, Op::Until) && nodes_[t / 2].operands[0] == kTrue ? nodes_[t / 2].operands[1] : t;
}

Term Terms::add(const Formula& f) {
  auto known = added_.find(&f);
  if (known == added_.end()) known = added_.emplace(&f, add_operators(f)).first;
  return known->second;
}

Term Terms::add_operators(const Formula& f) {
  switch (f.op()) {
    case Formula::Op::True:
      return kTrue;
    case Formula::Op::False:
      return kFalse;
    case Formula::Op::Atom:
      return intern(Op::Atom, f.number(), {});
    case Formula::Op::Not:
      return negation(add(f.operand()));
    case Formula::Op::Next:
      return next(add(f.operand()));
    case Formula::Op::And:
      return conjunction({add(f.left()), add(f.right())});
    case Formula::Op::Or:
      return disjunction({add(f.left()), add(f.right())});
    case Formula::Op::Until:
      return until(add(f.left()), add(f.right()));
    case Formula::Op::Release:
      return release(add(f.left()), add(f.right()));
  }
  return kTrue;
}

Term Terms::disjunction(std::vector<Term> operands) {
  for (Term& operand : operands) operand = negation(operand);
  return negation(conjunction(std::move(operands)));
}

// Flattens and sorts the operands of a conjunction. Returns false if one of them is false or two are opposite.
bool Terms::is_consistent(std::vector<Term>& operands) const {
  std::vector<Term> flat;
  for (Term operand : operands)
    for (Term part : conjuncts(operand)) flat.push_back(part);
  std::sort(flat.begin(), flat.end());
  flat.erase(std::unique(flat.begin(), flat.end()), flat.end());
  operands = std::move(flat);
  for (size_t i = 0; i < operands.size(); ++i)
    if (operands[i] == kFalse || (i > 0 && operands[i] == negation(operands[i - 1]))) return false;
  return true;
}

// Removes operands that other operands imply. Returns false if two operands exclude each other.
bool Terms::absorb(std::vector<Term>& operands) {
  for (size_t i = 0; i < operands.size(); ++i)
    for (size_t j = 0; j < operands.size();) {
      if (i == j || !implies(operands[i], operands[j])) {
        if (i != j && implies(operands[i], negation(operands[j]))) return false;
        ++j;
        continue;
      }
      operands.erase(operands.begin() + static_cast<std::ptrdiff_t>(j));
      if (j < i) --i;
    }
  return true;
}

// A term that is equivalent to t wherever `given` holds.
Term Terms::restricted(Term t, Term given) {
  const View v = view(t);
  if (v.op == Op::Or) {
    std::vector<Term> kept;
    for (Term operand : v.operands)
      if (!implies(given, negation(operand))) kept.push_back(operand);
    return kept.size() == v.operands.size() ? t : disjunction(kept);
  }
  if (v.op == Op::Until && implies(given, negation(v.operands[0]))) return v.operands[1];
  if (v.op == Op::Release && implies(given, v.operands[0])) return v.operands[1];
  return t;
}

bool Terms::restrict_operands(std::vector<Term>& operands) {
  for (Term& operand : operands)
    for (Term given : operands) {
      const Term simpler = given == operand ? operand : restricted(operand, given);
      if (simpler == operand) continue;
      operand = simpler;
      return true;
    }
  return false;
}

// One term that is equivalent to a && b, or kTrue if no rule merges them.
Term Terms::merged(Term a, Term b) {
  const View u = view(a), v = view(b);
  if (u.op != v.op || is_suspendable(a) != is_suspendable(b)) return kTrue;
  if (u.op == Op::Next) return next(conjunction({u.operands[0], v.operands[0]}));
  if (u.op == Op::Release && u.operands[0] == v.operands[0])
    return release(u.operands[0], conjunction({u.operands[1], v.operands[1]}));
  if (u.op != Op::Until) return kTrue;
  if (u.operands[1] == v.operands[1]) return until(conjunction({u.operands[0], v.operands[0]}), u.operands[1]);
  if (u.operands[0] == kTrue && v.operands[0] == kTrue && is_universal(u.operands[1]) && is_universal(v.operands[1]))
    return until(kTrue, conjunction({u.operands[1], v.operands[1]}));
  return kTrue;
}

bool Terms::merge_operands(std::vector<Term>& operands) {
  for (size_t i = 0; i < operands.size(); ++i)
    for (size_t j = i + 1; j < operands.size(); ++j) {
      const Term one = merged(operands[i], operands[j]);
      if (one == kTrue) continue;
      operands[i] = one;
      operands.erase(operands.begin() + static_cast<std::ptrdiff_t>(j));
      return true;
    }
  return false;
}

Term Terms::conjunction(std::vector<Term> operands) {
  do {
    if (!is_consistent(operands) || !absorb(operands)) return kFalse;
  } while (restrict_operands(operands) || merge_operands(operands));
  if (operands.empty()) return kTrue;
  return operands.size() == 1 ? operands[0] : intern(Op::And, 0, std::move(operands));
}

Term Terms::next(Term a) {
  if ((a & 1) != 0) return negation(next(negation(a)));
  if (a == kTrue || is_suspendable(a)) return a;
  if (!is(a, Op::And)) return intern(Op::Next, 0, {a});
  std::vector<Term> suspended, rest;
  for (Term part : conjuncts(a)) (is_suspendable(part) ? suspended : rest).push_back(part);
  if (suspended.empty()) return intern(Op::Next, 0, {a});
  suspended.push_back(next(conjunction(rest)));
  return conjunction(suspended);
}

// The term F b.
Term Terms::eventually(Term b) {
  const View v = view(b);
  if (v.op == Op::Next) return next(until(kTrue, v.operands[0]));
  if (v.op == Op::Until) return until(kTrue, v.operands[1]);
  if (v.op == Op::Or) {  // F (c || F d) is F (c || d)
    std::vector<Term> operands = v.operands;
    for (Term& operand : operands) operand = without_eventually(operand);
    if (operands != v.operands) return until(kTrue, disjunction(operands));
  }
  return intern(Op::Until, 0, {kTrue, b});
}

// A simpler left operand for a U b. It has to agree with a only where b is false.
Term Terms::stripped_left(Term a, Term b) {
  const View v = view(a);
  std::vector<Term> kept;
  if (v.op == Op::Or) {
    for (Term operand : v.operands)
      if (!implies(operand, b)) kept.push_back(operand);
    return kept.size() == v.operands.size() ? a : disjunction(kept);
  }
  if (v.op == Op::And) {
    for (Term operand : v.operands)
      if (!implies(negation(operand), b)) kept.push_back(operand);
    return kept.size() == v.operands.size() ? a : conjunction(kept);
  }
  return a;
}

Term Terms::until(Term a, Term b) {
  if (is_eventual(b) || a == kFalse || implies(a, b)) return b;  // true and false are pure eventualities
  if (implies(negation(a), b)) a = kTrue;
  a = stripped_left(a, b);
  const View v = view(b);
  if (v.op == Op::And || v.op == Op::Or) {
    std::vector<Term> suspended, rest;
    for (Term operand : v.operands) (is_suspendable(operand) ? suspended : rest).push_back(operand);
    if (!suspended.empty()) {
      suspended.push_back(until(a, v.op == Op::And ? conjunction(rest) : disjunction(rest)));
      return v.op == Op::And ? conjunction(suspended) : disjunction(suspended);
    }
  }
  if (a == kTrue) return eventually(b);
  const View u = view(a);
  if (u.op == Op::Next && v.op == Op::Next) return next(until(u.operands[0], v.operands[0]));
  if (u.op == Op::Until && u.operands[1] == b) return a;
  if (v.op == Op::Until) {
    if (implies(a, v.operands[0])) return b;
    if (implies(v.operands[0], a)) return until(a, v.operands[1]);
  }
  return intern(Op::Until, 0, {a, b});
}

bool Terms::implies(Term a, Term b) {
  if (a == b || a == kFalse || b == kTrue) return true;
  if (a == kTrue || b == kFalse || a == negation(b)) return false;
  auto [known, fresh] = implied_.try_emplace({a, b}, false);
  if (!fresh) return known->second;
  const bool result = implies_by_rules(a, b);
  implied_[{a, b}] = result;
  return result;
}

bool Terms::implies_by_rules(Term a, Term b) {
  const View u = view(a), v = view(b);
  auto to_b = [&](Term t) { return implies(t, b); };
  auto from_a = [&](Term t) { return implies(a, t); };
  if (u.op == Op::Or) return std::all_of(u.operands.begin(), u.operands.end(), to_b);
  if (v.op == Op::And) return std::all_of(v.operands.begin(), v.operands.end(), from_a);
  if (u.op == Op::And && std::any_of(u.operands.begin(), u.operands.end(), to_b)) return true;
  if (v.op == Op::Or && std::any_of(v.operands.begin(), v.operands.end(), from_a)) return true;
  if (u.op == v.op && (u.op == Op::Next || u.op == Op::Until || u.op == Op::Release)) {
    bool each = true;
    for (size_t i = 0; i < u.operands.size(); ++i) each = each && implies(u.operands[i], v.operands[i]);
    if (each) return true;
  }
  // The rules for the form of a; then, for the form of b, the same rules applied to !b and !a (contraposition).
  return implies_from_left(a, b) || implies_from_left(negation(b), negation(a));
}

bool Terms::implies_from_left(Term a, Term b) {
  const View u = view(a);
  if (u.op == Op::Next) return is_eventual(b) && implies(u.operands[0], b);
  if (u.op == Op::Release) return implies(u.operands[1], b);
  if (u.op == Op::Until) return implies(u.operands[1], b) && (is_eventual(b) || implies(u.operands[0], b));
  return false;
}

}  // namespace mover::ltl
