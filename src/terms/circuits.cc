#include "terms/circuits.h"

#include <algorithm>
#include <set>
#include <string>

#include "support/check.h"
#include "terms/operations.h"

namespace mover::terms {

using circuit::Word;
using ir::MathOp;
using ir::Op;

namespace {

bool is_float_width(unsigned width) { return width == 32 || width == 64; }

}  // namespace

bool has_circuit(const Term& term, unsigned operand_width) {
  if (term.kind != Term::Kind::Result) return true;
  switch (term.op) {
    case Op::Math:
      return static_cast<MathOp>(term.sub) < MathOp::FShl;
    case Op::FAdd:
    case Op::FSub:
    case Op::FMul:
    case Op::FNeg:
    case Op::FPConv:
    case Op::FCmp:
      return is_float_width(operand_width) && (term.width == 1 || is_float_width(term.width));
    case Op::SIToFP:
    case Op::UIToFP:
      return operand_width <= 64 && is_float_width(term.width);
    case Op::FDiv:
    case Op::FRem:
    case Op::FPToSI:
    case Op::FPToUI:
      return false;
    default:
      return true;
  }
}

const std::vector<uint32_t>& Satisfiability::variables(TermId id) {
  auto [entry, is_new] = variables_.try_emplace(id);
  if (is_new) entry->second = terms_.variables(id);
  return entry->second;
}

// The condition, and the earlier ones that restrict its variables, directly or through further conditions.
std::vector<Condition> Satisfiability::connected(const std::vector<Condition>& earlier, const Condition& condition) {
  std::vector<Condition> result{condition}, rest = earlier;
  std::set<uint32_t> reached(variables(condition.term).begin(), variables(condition.term).end());
  auto is_connected = [&](const Condition& next) {
    const std::vector<uint32_t>& own = variables(next.term);
    if (std::ranges::none_of(own, [&](uint32_t v) { return reached.contains(v); })) return false;
    reached.insert(own.begin(), own.end());
    result.push_back(next);
    return true;
  };
  while (std::erase_if(rest, is_connected) != 0) {
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

Satisfiability::Answer Satisfiability::satisfiable(const std::vector<Condition>& earlier, const Condition& condition) {
  const std::vector<Condition> conditions = connected(earlier, condition);
  auto [known, is_new] = known_.try_emplace(conditions, Answer::Unknown);
  if (!is_new) return known->second;
  std::vector<int> assumptions;
  for (const Condition& next : conditions) {
    MOVER_CHECK(!terms_.is_not_modelled(next.term), "every operation of the term has a circuit");
    const circuit::Literal literal = word(next.term)[0];
    assumptions.push_back(encoder_.literal(next.value ? literal : circuit::negate(literal)));
  }
  sat_.set_most_conflicts(kMostConflicts);
  switch (sat_.solve(assumptions)) {
    case solver::Sat::Result::Satisfiable:
      return known->second = Answer::Yes;
    case solver::Sat::Result::Unsatisfiable:
      return known->second = Answer::No;
    default:
      return Answer::Unknown;
  }
}

// The word of a term. Those of its operands, whose numbers are smaller, are computed first, without recursion: a term
// may be as deep as an execution is long.
const Word& Satisfiability::word(TermId id) {
  if (words_.size() <= id) words_.resize(id + 1);
  std::vector<TermId> work{id};
  while (!work.empty()) {
    const TermId next = work.back();
    if (!words_[next].empty()) {
      work.pop_back();
      continue;
    }
    const Term& term = terms_[next];
    const size_t before = work.size();
    for (TermId operand : {term.a, term.b})
      if (operand != 0 && words_[operand].empty()) work.push_back(operand);
    if (work.size() == before) words_[next] = compute(next);
  }
  return words_[id];
}

Word Satisfiability::compute(TermId id) {
  const Term& term = terms_[id];
  switch (term.kind) {
    case Term::Kind::Variable:
      return circuit::input_word(circuit_, "unknown " + std::to_string(term.number), term.width);
    case Term::Kind::Constant:
      return circuit::constant_word(term.number, term.width);
    case Term::Kind::Part:
      return circuit::extract(words_[term.a], static_cast<unsigned>(term.number), term.width);
    case Term::Kind::Join:
      return circuit::concat(words_[term.b], words_[term.a]);
    case Term::Kind::Result:
      return result(id);
  }
  MOVER_UNREACHABLE("every kind of term has a case");
}

Word Satisfiability::result(TermId id) {
  const Term& term = terms_[id];
  const Word& a = words_[term.a];
  const Word b = term.b != 0 ? words_[term.b] : circuit::constant_word(0, static_cast<unsigned>(a.size()));
  switch (term.op) {
    case Op::Trunc:
    case Op::ZExt:
      return circuit::zero_extend(a, term.width);
    case Op::SExt:
      return circuit::sign_extend(a, term.width);
    case Op::ICmp:
      return {compares(circuit_, static_cast<ir::Predicate>(term.sub), a, b)};
    case Op::FCmp:
      return {compares_floats(circuit_, static_cast<ir::Predicate>(term.sub), a, b)};
    default:
      break;
  }
  if (std::optional<Word> integer = integer_result(circuit_, term.op, term.sub, a, b)) return *integer;
  return float_result(id);
}

// The bits of a NaN depend on the machine, apart from the exponent and the bit that makes it quiet.
Word Satisfiability::float_result(TermId id) {
  const Term& term = terms_[id];
  const Word &a = words_[term.a], &b = words_[term.b];
  const circuit::FloatFormat format = format_of(term.width);
  circuit::FloatResult result;
  switch (term.op) {
    case Op::FNeg:
      return circuit::float_negate(a);
    case Op::SIToFP:
    case Op::UIToFP:
      return circuit::float_from_integer(circuit_, format, a, term.op == Op::SIToFP);
    case Op::FAdd:
    case Op::FSub:
      result = circuit::float_add(circuit_, format, a, term.op == Op::FSub ? circuit::float_negate(b) : b);
      break;
    case Op::FMul:
      result = circuit::float_mul(circuit_, format, a, b);
      break;
    case Op::FPConv:
      result = circuit::float_convert(circuit_, format_of(static_cast<unsigned>(a.size())), format, a);
      break;
    default:
      MOVER_UNREACHABLE("has_circuit() excludes other operations");
  }
  Word nan = circuit::input_word(circuit_, "nan " + std::to_string(id), term.width);
  for (unsigned i = format.fraction - 1; i < format.fraction + format.exponent; ++i) nan[i] = circuit::kTrue;
  return circuit::ite(circuit_, result.is_nan, nan, result.bits);
}

}  // namespace mover::terms
