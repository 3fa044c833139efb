#include "ir/shape.h"

#include "ir/ops_text.h"

namespace mover::ir {

namespace {

using Part = Shape::Part;

// Converts imm to a width. A value out of range becomes 255: the verifier rejects this width, and treats the operand as
// two registers.
uint8_t width_from(int64_t imm) { return imm >= 0 && imm < 255 ? static_cast<uint8_t>(imm) : 255; }

void operands(Shape& s, std::initializer_list<Part> parts) {
  for (const Part& p : parts) s.operands[s.num_operands++] = p;
}

void result(Shape& s, Part part) {
  s.may_have_dst = s.must_have_dst = true;
  s.result = part;
}

void arithmetic(Shape& s, const Instr& i, bool is_float, int count) {
  s.uses_width = true;
  for (int k = 0; k < count; ++k) operands(s, {{i.width, is_float}});
  result(s, {i.width, is_float});
}

void conversion(Shape& s, const Instr& i, bool from_float, bool to_float) {
  s.uses_width = s.converts = true;
  operands(s, {{width_from(i.imm), from_float}});
  result(s, {i.width, to_float});
}

void math(Shape& s, const Instr& i) {
  auto op = static_cast<MathOp>(i.sub);
  arithmetic(s, i, is_float_math(op), static_cast<int>(arity(op)));
  if (op != MathOp::IsFPClass) return;
  s.operands[1] = {32, false};  // the mask of classes
  s.result = {1, false};
}

void memory(Shape& s, const Instr& i) {
  Part address, value{i.width, i.is_float};
  s.uses_width = true;
  switch (i.op) {
    case Op::Load:
      operands(s, {address});
      result(s, value);
      break;
    case Op::Store:
      operands(s, {address, value});
      break;
    case Op::Rmw:
      value.is_float |= i.sub == static_cast<uint8_t>(RmwOp::FAdd) || i.sub == static_cast<uint8_t>(RmwOp::FSub);
      operands(s, {address, value});
      result(s, value);
      break;
    default:  // CmpXchg
      operands(s, {address, value, value});
      result(s, value);
      break;
  }
}

void control(Shape& s, const Instr& i) {
  switch (i.op) {
    case Op::Br:
      s.num_targets = 1;
      break;
    case Op::CondBr:
      operands(s, {{1, false}});
      s.num_targets = 2;
      break;
    case Op::Switch:
      s.uses_width = true;
      operands(s, {{i.width, false}});
      break;
    case Op::Ret:
      s.has_args = true;
      s.uses_width = i.a != kNoOperand;
      if (i.a != kNoOperand) operands(s, {{i.width, i.is_float}});
      break;
    case Op::CallInd:
      operands(s, {{}});
      [[fallthrough]];
    default:  // Call, Sync, Service, Unreachable
      s.has_args = s.may_have_dst = i.op != Op::Unreachable;
      break;
  }
}

void fill(Shape& s, const Instr& i) {
  const Part bit{1, false}, word;
  switch (i.op) {
    case Op::Mov:
      return arithmetic(s, i, i.is_float, 1);
    case Op::Add:
    case Op::Sub:
    case Op::Mul:
    case Op::UDiv:
    case Op::SDiv:
    case Op::URem:
    case Op::SRem:
    case Op::And:
    case Op::Or:
    case Op::Xor:
    case Op::Shl:
    case Op::LShr:
    case Op::AShr:
      return arithmetic(s, i, false, 2);
    case Op::FAdd:
    case Op::FSub:
    case Op::FMul:
    case Op::FDiv:
    case Op::FRem:
      return arithmetic(s, i, true, 2);
    case Op::FNeg:
      return arithmetic(s, i, true, 1);
    case Op::ICmp:
    case Op::FCmp:
    case Op::Overflow:
      arithmetic(s, i, i.op == Op::FCmp, 2);
      return result(s, bit);
    case Op::Select:
      s.uses_width = true;
      operands(s, {bit, {i.width, i.is_float}, {i.width, i.is_float}});
      return result(s, {i.width, i.is_float});
    case Op::Trunc:
    case Op::ZExt:
    case Op::SExt:
      return conversion(s, i, false, false);
    case Op::FPConv:
      return conversion(s, i, true, true);
    case Op::FPToSI:
    case Op::FPToUI:
      return conversion(s, i, true, false);
    case Op::SIToFP:
    case Op::UIToFP:
      return conversion(s, i, false, true);
    case Op::Math:
      return math(s, i);
    case Op::PtrAdd:
      operands(s, {word, word});
      return result(s, word);
    case Op::MemCpy:
      return operands(s, {word, word, word});
    case Op::MemSet:
      return operands(s, {word, {8, false}, word});
    case Op::StrLen:
    case Op::Alloca:
      operands(s, {word});
      return result(s, word);
    case Op::TlsAddr:
      return result(s, word);
    case Op::Load:
    case Op::Store:
    case Op::Rmw:
    case Op::CmpXchg:
      return memory(s, i);
    case Op::Fence:
      return;
    default:
      return control(s, i);
  }
}

uint32_t defs(const Shape& s, const Instr& i) {
  if (!s.may_have_dst || i.dst < 0) return 0;
  if (is_call(i.op)) return i.num_results == 0 ? 1 : i.num_results;
  return (s.result.wide() ? 2 : 1) + (i.op == Op::CmpXchg ? 1 : 0);
}

}  // namespace

Shape shape_of(const Instr& i) {
  Shape s;
  fill(s, i);
  s.num_defs = defs(s, i);
  return s;
}

bool falls_through(Op op) {
  return op != Op::Br && op != Op::CondBr && op != Op::Switch && op != Op::Ret && op != Op::Unreachable;
}

bool may_be_atomic(Op op) {
  switch (op) {
    case Op::Load:
    case Op::Store:
    case Op::MemCpy:
    case Op::MemSet:
    case Op::Rmw:
    case Op::CmpXchg:
    case Op::Fence:
      return true;
    default:
      return false;
  }
}

// The functions on integers come first in the list. (FShl and FShr are funnel shifts of integers.)
bool is_float_math(MathOp op) { return op >= MathOp::FAbs; }
bool is_float_predicate(Predicate p) { return p >= Predicate::FFalse; }

}  // namespace mover::ir
