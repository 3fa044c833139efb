#include "terms/operations.h"

#include "terms/extremes.h"

namespace mover::terms {

using ir::MathOp;
using ir::Op;
using ir::Predicate;

Literal compares(Circuit& c, Predicate predicate, const Word& a, const Word& b) {
  switch (predicate) {
    case Predicate::Eq:
      return circuit::eq(c, a, b);
    case Predicate::Ne:
      return circuit::ne(c, a, b);
    case Predicate::Ult:
      return circuit::ult(c, a, b);
    case Predicate::Ule:
      return circuit::ule(c, a, b);
    case Predicate::Ugt:
      return circuit::ugt(c, a, b);
    case Predicate::Uge:
      return circuit::uge(c, a, b);
    case Predicate::Slt:
      return circuit::slt(c, a, b);
    case Predicate::Sle:
      return circuit::sle(c, a, b);
    case Predicate::Sgt:
      return circuit::sgt(c, a, b);
    default:
      return circuit::sge(c, a, b);
  }
}

Literal overflows(Circuit& c, ir::OverflowOf op, const Word& a, const Word& b) {
  switch (op) {
    case ir::OverflowOf::SAdd:
      return circuit::sadd_overflows(c, a, b);
    case ir::OverflowOf::UAdd:
      return circuit::uadd_overflows(c, a, b);
    case ir::OverflowOf::SSub:
      return circuit::ssub_overflows(c, a, b);
    case ir::OverflowOf::USub:
      return circuit::usub_overflows(c, a, b);
    case ir::OverflowOf::SMul:
      return circuit::smul_overflows(c, a, b);
    default:
      return circuit::umul_overflows(c, a, b);
  }
}

circuit::FloatFormat format_of(unsigned width) { return width == 32 ? circuit::kSingle : circuit::kDouble; }

Literal compares_floats(Circuit& c, Predicate predicate, const Word& a, const Word& b) {
  const circuit::FloatFormat format = format_of(static_cast<unsigned>(a.size()));
  const Literal unordered = circuit::float_unordered(c, format, a, b), equal = circuit::float_eq(c, format, a, b);
  const Literal less = circuit::float_lt(c, format, a, b), greater = circuit::float_lt(c, format, b, a);
  switch (predicate) {
    case Predicate::FOeq:
      return equal;
    case Predicate::FOgt:
      return greater;
    case Predicate::FOge:
      return c.disjunction(greater, equal);
    case Predicate::FOlt:
      return less;
    case Predicate::FOle:
      return c.disjunction(less, equal);
    case Predicate::FOne:
      return c.disjunction(less, greater);
    case Predicate::FOrd:
      return circuit::negate(unordered);
    case Predicate::FUno:
      return unordered;
    case Predicate::FUeq:
      return circuit::negate(c.disjunction(less, greater));
    case Predicate::FUgt:
      return circuit::negate(c.disjunction(less, equal));
    case Predicate::FUge:
      return circuit::negate(less);
    case Predicate::FUlt:
      return circuit::negate(c.disjunction(greater, equal));
    case Predicate::FUle:
      return circuit::negate(greater);
    case Predicate::FUne:
      return circuit::negate(equal);
    default:
      return circuit::constant(predicate == Predicate::FTrue);
  }
}

namespace {

std::optional<Word> math_result(Circuit& c, MathOp op, const Word& a, const Word& b) {
  switch (op) {
    case MathOp::CtPop:
      return circuit::popcount(c, a);
    case MathOp::Ctlz:
      return circuit::leading_zeros(c, a);
    case MathOp::Cttz:
      return circuit::trailing_zeros(c, a);
    case MathOp::BSwap:
      return circuit::byte_swap(a);
    case MathOp::BitReverse:
      return circuit::bit_reverse(a);
    case MathOp::Abs:
      return circuit::ite(c, a.back(), circuit::neg(c, a), a);
    case MathOp::SMin:
      return minimum(c, a, b, true);
    case MathOp::SMax:
      return maximum(c, a, b, true);
    case MathOp::UMin:
      return minimum(c, a, b, false);
    case MathOp::UMax:
      return maximum(c, a, b, false);
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<Word> integer_result(Circuit& c, Op op, uint8_t sub, const Word& a, const Word& b) {
  switch (op) {
    case Op::Add:
      return circuit::add(c, a, b);
    case Op::Sub:
      return circuit::sub(c, a, b);
    case Op::Mul:
      return circuit::mul(c, a, b);
    case Op::And:
      return circuit::bit_and(c, a, b);
    case Op::Or:
      return circuit::bit_or(c, a, b);
    case Op::Xor:
      return circuit::bit_xor(c, a, b);
    case Op::Shl:
      return circuit::shl(c, a, b);
    case Op::LShr:
      return circuit::lshr(c, a, b);
    case Op::AShr:
      return circuit::ashr(c, a, b);
    case Op::UDiv:
      return circuit::udiv(c, a, b);
    case Op::SDiv:
      return circuit::sdiv(c, a, b);
    case Op::URem:
      return circuit::urem(c, a, b);
    case Op::SRem:
      return circuit::srem(c, a, b);
    case Op::Overflow:
      return Word{overflows(c, static_cast<ir::OverflowOf>(sub), a, b)};
    case Op::Math:
      return math_result(c, static_cast<MathOp>(sub), a, b);
    default:
      return std::nullopt;
  }
}

}  // namespace mover::terms
