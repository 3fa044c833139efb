#include "terms/terms.h"

#include <unordered_set>

#include "support/check.h"
#include "terms/circuits.h"

namespace mover::terms {

size_t Terms::Hash::operator()(const Term& term) const {
  uint64_t h = static_cast<uint64_t>(term.kind) | static_cast<uint64_t>(term.op) << 8 |
               static_cast<uint64_t>(term.sub) << 16 | static_cast<uint64_t>(term.width) << 24;
  for (uint64_t part : {static_cast<uint64_t>(term.a), static_cast<uint64_t>(term.b), term.number}) {
    h = (h ^ part) * 0x9e3779b97f4a7c15ull;
    h ^= h >> 29;
  }
  return h;
}

TermId Terms::intern(const Term& term) {
  auto [entry, is_new] = ids_.try_emplace(term, static_cast<TermId>(terms_.size()));
  if (is_new) {
    terms_.push_back(term);
    not_modelled_.push_back(not_modelled_[term.a] || not_modelled_[term.b] || !has_circuit(term, terms_[term.a].width));
  }
  return entry->second;
}

TermId Terms::part(TermId a, unsigned from, unsigned width) {
  const Term term = terms_[a];
  MOVER_CHECK(from + width <= term.width, "a part lies inside its term");
  if (width == term.width) return a;
  switch (term.kind) {
    case Term::Kind::Constant:
      return constant(term.number >> from & (width >= 64 ? ~0ull : (1ull << width) - 1), width);
    case Term::Kind::Part:
      return part(term.a, static_cast<unsigned>(term.number) + from, width);
    case Term::Kind::Join: {
      const unsigned low = terms_[term.a].width;
      if (from + width <= low) return part(term.a, from, width);
      if (from >= low) return part(term.b, from - low, width);
      break;
    }
    default:
      break;
  }
  return intern({Term::Kind::Part, ir::Op::Mov, 0, static_cast<uint16_t>(width), a, 0, from});
}

TermId Terms::join(TermId low, TermId high) {
  const Term a = terms_[low], b = terms_[high];
  const unsigned width = a.width + b.width;
  if (a.kind == Term::Kind::Part && b.kind == Term::Kind::Part && a.a == b.a && b.number == a.number + a.width)
    return part(a.a, static_cast<unsigned>(a.number), width);
  if (a.kind == Term::Kind::Constant && b.kind == Term::Kind::Constant && width <= 64)
    return constant(a.number | b.number << a.width, width);
  return intern({Term::Kind::Join, ir::Op::Mov, 0, static_cast<uint16_t>(width), low, high, 0});
}

// The term as a sum of another term and a constant. It has no other term if it is a constant.
Terms::Sum Terms::as_sum(TermId id) const {
  const Term& term = terms_[id];
  if (term.kind == Term::Kind::Constant) return {0, term.number};
  const bool is_sum = term.kind == Term::Kind::Result && term.op == ir::Op::Add && term.width <= 64 &&
                      terms_[term.b].kind == Term::Kind::Constant;
  return is_sum ? Sum{term.a, terms_[term.b].number} : Sum{id, 0};
}

TermId Terms::of_sum(const Sum& sum, unsigned width) {
  const TermId number = constant(sum.number & (width >= 64 ? ~0ull : (1ull << width) - 1), width);
  if (sum.term == 0) return number;
  return terms_[number].number == 0
             ? sum.term
             : intern({Term::Kind::Result, ir::Op::Add, 0, static_cast<uint16_t>(width), sum.term, number, 0});
}

// Sums of a term and constants have one form, so that counting from an unknown value does not make a term that grows.
// Returns 0 if nothing is simpler.
TermId Terms::simplified(ir::Op op, uint8_t sub, unsigned width, TermId a, TermId b) {
  const unsigned operands = terms_[a].width;
  if (b == 0 || operands > 64) return 0;
  const Sum x = as_sum(a), y = as_sum(b);
  if (op == ir::Op::Add && (x.term == 0 || y.term == 0))
    return of_sum({x.term != 0 ? x.term : y.term, x.number + y.number}, width);
  if (op == ir::Op::Sub && (y.term == 0 || y.term == x.term))
    return of_sum({y.term == 0 ? x.term : 0, x.number - y.number}, width);
  const bool is_equality = op == ir::Op::ICmp && (sub == static_cast<uint8_t>(ir::Predicate::Eq) ||
                                                  sub == static_cast<uint8_t>(ir::Predicate::Ne));
  if (!is_equality) return 0;
  if (x.term == y.term) {
    const bool equal = terms_[of_sum({0, x.number - y.number}, operands)].number == 0;
    return constant(equal == (sub == static_cast<uint8_t>(ir::Predicate::Eq)) ? 1 : 0, 1);
  }
  if (y.term != 0 || x.number == 0) return 0;
  return intern({Term::Kind::Result, op, sub, static_cast<uint16_t>(width), x.term,
                 of_sum({0, y.number - x.number}, operands), 0});
}

TermId Terms::result(ir::Op op, uint8_t sub, unsigned width, TermId a, TermId b) {
  if (const TermId simple = simplified(op, sub, width, a, b); simple != 0) return simple;
  return intern({Term::Kind::Result, op, sub, static_cast<uint16_t>(width), a, b, 0});
}

// Neither traversal is recursive: a term may be as deep as an execution is long. Each visits a shared operand once.
std::vector<uint32_t> Terms::variables(TermId id) const {
  std::vector<uint32_t> result;
  std::unordered_set<TermId> visited{0};
  std::vector<TermId> work{id};
  while (!work.empty()) {
    const TermId next = work.back();
    work.pop_back();
    if (!visited.insert(next).second) continue;
    const Term& term = terms_[next];
    if (term.kind == Term::Kind::Variable) result.push_back(static_cast<uint32_t>(term.number));
    work.push_back(term.b);
    work.push_back(term.a);
  }
  return result;
}

TermId Terms::renamed(TermId id, Renamed& known, const std::function<uint32_t(uint32_t)>& name) {
  known[0] = 0;
  std::vector<TermId> work{id};
  while (!work.empty()) {
    const TermId next = work.back();
    Term term = terms_[next];
    if (known.contains(next)) {
      work.pop_back();
    } else if (term.kind == Term::Kind::Variable) {
      term.number = name(static_cast<uint32_t>(term.number));
      known[next] = intern(term);
    } else if (!known.contains(term.a)) {
      work.push_back(term.a);
    } else if (!known.contains(term.b)) {
      work.push_back(term.b);
    } else {
      term.a = known[term.a];
      term.b = known[term.b];
      known[next] = intern(term);
    }
  }
  return known[id];
}

}  // namespace mover::terms
