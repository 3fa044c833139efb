// The part of FunctionTranslator that translates intrinsics of arithmetic; those on vectors are translated lane by
// lane.
#include "frontend/translate.h"

namespace mover::frontend {

using ir::MathOp;
using ir::Op;
using ir::OverflowOf;

namespace {

struct MathIntrinsic {
  llvm::Intrinsic::ID id;
  MathOp op;
  unsigned num_operands;  // the number of relevant operands of the intrinsic
};

constexpr MathIntrinsic kMath[] = {
    {llvm::Intrinsic::ctpop, MathOp::CtPop, 1},
    {llvm::Intrinsic::ctlz, MathOp::Ctlz, 1},
    {llvm::Intrinsic::cttz, MathOp::Cttz, 1},
    {llvm::Intrinsic::bswap, MathOp::BSwap, 1},
    {llvm::Intrinsic::bitreverse, MathOp::BitReverse, 1},
    {llvm::Intrinsic::abs, MathOp::Abs, 1},
    {llvm::Intrinsic::smin, MathOp::SMin, 2},
    {llvm::Intrinsic::smax, MathOp::SMax, 2},
    {llvm::Intrinsic::umin, MathOp::UMin, 2},
    {llvm::Intrinsic::umax, MathOp::UMax, 2},
    {llvm::Intrinsic::fshl, MathOp::FShl, 3},
    {llvm::Intrinsic::fshr, MathOp::FShr, 3},
    {llvm::Intrinsic::fabs, MathOp::FAbs, 1},
    {llvm::Intrinsic::sqrt, MathOp::FSqrt, 1},
    {llvm::Intrinsic::floor, MathOp::FFloor, 1},
    {llvm::Intrinsic::ceil, MathOp::FCeil, 1},
    {llvm::Intrinsic::trunc, MathOp::FTrunc, 1},
    {llvm::Intrinsic::rint, MathOp::FRint, 1},
    {llvm::Intrinsic::nearbyint, MathOp::FRint, 1},
    {llvm::Intrinsic::roundeven, MathOp::FRint, 1},
    {llvm::Intrinsic::round, MathOp::FRound, 1},
    {llvm::Intrinsic::sin, MathOp::FSin, 1},
    {llvm::Intrinsic::cos, MathOp::FCos, 1},
    {llvm::Intrinsic::exp, MathOp::FExp, 1},
    {llvm::Intrinsic::log, MathOp::FLog, 1},
    {llvm::Intrinsic::exp2, MathOp::FExp2, 1},
    {llvm::Intrinsic::log2, MathOp::FLog2, 1},
    {llvm::Intrinsic::log10, MathOp::FLog10, 1},
    {llvm::Intrinsic::pow, MathOp::FPow, 2},
    {llvm::Intrinsic::minnum, MathOp::FMin, 2},
    {llvm::Intrinsic::maxnum, MathOp::FMax, 2},
    {llvm::Intrinsic::copysign, MathOp::FCopySign, 2},
    {llvm::Intrinsic::fma, MathOp::FMulAdd, 3},
    {llvm::Intrinsic::is_fpclass, MathOp::IsFPClass, 2},
};

}  // namespace

bool FunctionTranslator::math_intrinsic(const llvm::IntrinsicInst& next, Operands& result) {
  for (const auto& known : kMath) {
    if (known.id != next.getIntrinsicID()) continue;
    result = lanewise_math(next, known.op, known.num_operands);
    return true;
  }
  switch (next.getIntrinsicID()) {
    case llvm::Intrinsic::lround:
    case llvm::Intrinsic::llround:
      result = rounded_to_integer(next, MathOp::FRound);
      return true;
    case llvm::Intrinsic::lrint:
    case llvm::Intrinsic::llrint:
      result = rounded_to_integer(next, MathOp::FRint);
      return true;
    case llvm::Intrinsic::fmuladd:
      result = multiply_add(next);
      return true;
    case llvm::Intrinsic::canonicalize:
      result = operands(next.getArgOperand(0));
      return true;
    default:
      return false;
  }
}

Operands FunctionTranslator::lanewise_math(const llvm::IntrinsicInst& next, MathOp op, unsigned num_operands) {
  const Layout& shape = layout(next.getArgOperand(0));
  std::vector<Operands> inputs;
  for (unsigned i = 0; i < num_operands; ++i) inputs.push_back(operands(next.getArgOperand(i)));
  Operands result;
  for (size_t lane = 0; lane < shape.leaves.size(); ++lane) {
    auto input = [&](unsigned i) {
      if (i >= inputs.size()) return ir::kNoOperand;
      return inputs[i][inputs[i].size() > lane ? lane : 0];  // one mask of classes for all lanes
    };
    result.push_back(math(op, shape.leaves[lane].width, input(0), input(1), input(2)));
  }
  return result;
}

Operands FunctionTranslator::rounded_to_integer(const llvm::IntrinsicInst& next, MathOp op) {
  const Layout& from = layout(next.getArgOperand(0));
  const Layout& to = layout(&next);
  Operands inputs = operands(next.getArgOperand(0)), result;
  for (size_t i = 0; i < inputs.size(); ++i) {
    uint32_t width = from.leaves[i].width;
    result.push_back(convert(Op::FPToSI, width, to.leaves[i].width, math(op, width, inputs[i])));
  }
  return result;
}

// llvm.fmuladd permits a fused operation but does not require it. x86-64 without FMA does not fuse, and neither does
// this.
Operands FunctionTranslator::multiply_add(const llvm::IntrinsicInst& next) {
  const Layout& shape = layout(&next);
  Operands a = operands(next.getArgOperand(0)), b = operands(next.getArgOperand(1));
  Operands c = operands(next.getArgOperand(2)), result;
  for (size_t i = 0; i < a.size(); ++i) {
    uint32_t width = shape.leaves[i].width;
    result.push_back(compute(Op::FAdd, width, compute(Op::FMul, width, a[i], b[i]), c[i]));
  }
  return result;
}

bool FunctionTranslator::arithmetic_intrinsic(const llvm::IntrinsicInst& next, Operands& result) {
  switch (next.getIntrinsicID()) {
    case llvm::Intrinsic::sadd_with_overflow:
      return result = with_overflow(next, Op::Add, OverflowOf::SAdd), true;
    case llvm::Intrinsic::uadd_with_overflow:
      return result = with_overflow(next, Op::Add, OverflowOf::UAdd), true;
    case llvm::Intrinsic::ssub_with_overflow:
      return result = with_overflow(next, Op::Sub, OverflowOf::SSub), true;
    case llvm::Intrinsic::usub_with_overflow:
      return result = with_overflow(next, Op::Sub, OverflowOf::USub), true;
    case llvm::Intrinsic::smul_with_overflow:
      return result = with_overflow(next, Op::Mul, OverflowOf::SMul), true;
    case llvm::Intrinsic::umul_with_overflow:
      return result = with_overflow(next, Op::Mul, OverflowOf::UMul), true;
    case llvm::Intrinsic::sadd_sat:
      return result = saturating(next, Op::Add, OverflowOf::SAdd), true;
    case llvm::Intrinsic::uadd_sat:
      return result = saturating(next, Op::Add, OverflowOf::UAdd), true;
    case llvm::Intrinsic::ssub_sat:
      return result = saturating(next, Op::Sub, OverflowOf::SSub), true;
    case llvm::Intrinsic::usub_sat:
      return result = saturating(next, Op::Sub, OverflowOf::USub), true;
    default:
      return reduction(next, result);
  }
}

// Translates reductions of all lanes of a vector to one value, which occur at the end of vectorised loops.
bool FunctionTranslator::reduction(const llvm::IntrinsicInst& next, Operands& result) {
  auto with = [&](auto combine) {
    Operands lanes = operands(next.getArgOperand(0));
    Operand whole = lanes[0];
    for (size_t i = 1; i < lanes.size(); ++i) whole = combine(layout(&next).leaves[0].width, whole, lanes[i]);
    result = {whole};
    return true;
  };
  auto with_op = [&](Op op) {
    return with([&](uint32_t width, Operand a, Operand b) { return compute(op, width, a, b); });
  };
  auto with_math = [&](MathOp op) {
    return with([&](uint32_t width, Operand a, Operand b) { return math(op, width, a, b); });
  };
  switch (next.getIntrinsicID()) {
    case llvm::Intrinsic::vector_reduce_add:
      return with_op(Op::Add);
    case llvm::Intrinsic::vector_reduce_mul:
      return with_op(Op::Mul);
    case llvm::Intrinsic::vector_reduce_and:
      return with_op(Op::And);
    case llvm::Intrinsic::vector_reduce_or:
      return with_op(Op::Or);
    case llvm::Intrinsic::vector_reduce_xor:
      return with_op(Op::Xor);
    case llvm::Intrinsic::vector_reduce_smin:
      return with_math(MathOp::SMin);
    case llvm::Intrinsic::vector_reduce_smax:
      return with_math(MathOp::SMax);
    case llvm::Intrinsic::vector_reduce_umin:
      return with_math(MathOp::UMin);
    case llvm::Intrinsic::vector_reduce_umax:
      return with_math(MathOp::UMax);
    default:
      return false;
  }
}

// Returns the results of all lanes, then whether each of them overflowed.
Operands FunctionTranslator::with_overflow(const llvm::IntrinsicInst& next, Op op, OverflowOf overflow) {
  const Layout& shape = layout(next.getArgOperand(0));
  Operands a = operands(next.getArgOperand(0)), b = operands(next.getArgOperand(1)), result, flags;
  for (size_t i = 0; i < a.size(); ++i) {
    uint32_t width = shape.leaves[i].width;
    result.push_back(compute(op, width, a[i], b[i]));
    ir::Instr test;
    test.op = Op::Overflow;
    test.sub = static_cast<uint8_t>(overflow);
    test.width = static_cast<uint8_t>(width);
    test.a = a[i];
    test.b = b[i];
    flags.push_back(define(test));
  }
  result.insert(result.end(), flags.begin(), flags.end());
  return result;
}

Operands FunctionTranslator::saturating(const llvm::IntrinsicInst& next, Op op, OverflowOf overflow) {
  const Layout& shape = layout(&next);
  Operands a = operands(next.getArgOperand(0));
  Operands both = with_overflow(next, op, overflow), result;
  for (size_t i = 0; i < a.size(); ++i) {
    const Leaf& leaf = shape.leaves[i];
    auto extreme = [&](const llvm::APInt& value) {
      llvm::APInt bits = value.zext(128);
      uint64_t low = bits.extractBitsAsZExtValue(64, 0), high = bits.extractBitsAsZExtValue(64, 64);
      return leaf.wide() ? wide_constant(low, high) : constant(low);
    };
    Operand limit;
    if (overflow == OverflowOf::UAdd) {
      limit = extreme(llvm::APInt::getMaxValue(leaf.width));
    } else if (overflow == OverflowOf::USub) {
      limit = number(0, leaf.width);
    } else {  // signed: towards the sign of the first operand
      Operand is_negative = compare(ir::Predicate::Slt, leaf.width, a[i], number(0, leaf.width));
      limit = select(is_negative, leaf, extreme(llvm::APInt::getSignedMinValue(leaf.width)),
                     extreme(llvm::APInt::getSignedMaxValue(leaf.width)));
    }
    result.push_back(select(both[a.size() + i], leaf, limit, both[i]));
  }
  return result;
}

}  // namespace mover::frontend
