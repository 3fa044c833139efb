// The part of FunctionTranslator that translates computation: arithmetic, comparisons, conversions, addresses, and the
// members of structs and vectors.
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/Support/raw_ostream.h>

#include "bitcode/addresses_as_numbers.h"
#include "bitcode/subscripts.h"
#include "frontend/link.h"
#include "frontend/translate.h"
#include "support/check.h"

namespace mover::frontend {

using ir::Op;

namespace {

Op binary_op(unsigned opcode) {
  switch (opcode) {
    case llvm::Instruction::Add:
      return Op::Add;
    case llvm::Instruction::Sub:
      return Op::Sub;
    case llvm::Instruction::Mul:
      return Op::Mul;
    case llvm::Instruction::UDiv:
      return Op::UDiv;
    case llvm::Instruction::SDiv:
      return Op::SDiv;
    case llvm::Instruction::URem:
      return Op::URem;
    case llvm::Instruction::SRem:
      return Op::SRem;
    case llvm::Instruction::And:
      return Op::And;
    case llvm::Instruction::Or:
      return Op::Or;
    case llvm::Instruction::Xor:
      return Op::Xor;
    case llvm::Instruction::Shl:
      return Op::Shl;
    case llvm::Instruction::LShr:
      return Op::LShr;
    case llvm::Instruction::AShr:
      return Op::AShr;
    case llvm::Instruction::FAdd:
      return Op::FAdd;
    case llvm::Instruction::FSub:
      return Op::FSub;
    case llvm::Instruction::FMul:
      return Op::FMul;
    case llvm::Instruction::FDiv:
      return Op::FDiv;
    case llvm::Instruction::FRem:
      return Op::FRem;
    case llvm::Instruction::FNeg:
      return Op::FNeg;
    default:
      MOVER_UNREACHABLE("every arithmetic opcode of LLVM 19 is listed");
  }
}

ir::Predicate predicate_of(llvm::CmpInst::Predicate predicate) {
  using ir::Predicate;
  switch (predicate) {
    case llvm::CmpInst::ICMP_EQ:
      return Predicate::Eq;
    case llvm::CmpInst::ICMP_NE:
      return Predicate::Ne;
    case llvm::CmpInst::ICMP_ULT:
      return Predicate::Ult;
    case llvm::CmpInst::ICMP_ULE:
      return Predicate::Ule;
    case llvm::CmpInst::ICMP_UGT:
      return Predicate::Ugt;
    case llvm::CmpInst::ICMP_UGE:
      return Predicate::Uge;
    case llvm::CmpInst::ICMP_SLT:
      return Predicate::Slt;
    case llvm::CmpInst::ICMP_SLE:
      return Predicate::Sle;
    case llvm::CmpInst::ICMP_SGT:
      return Predicate::Sgt;
    case llvm::CmpInst::ICMP_SGE:
      return Predicate::Sge;
    default:  // the float predicates are in LLVM's order
      MOVER_CHECK(predicate <= llvm::CmpInst::FCMP_TRUE, "what is not an integer predicate is a float one");
      return static_cast<Predicate>(static_cast<unsigned>(Predicate::FFalse) + predicate);
  }
}

}  // namespace

void FunctionTranslator::instruction(const llvm::Instruction& next) {
  if (const llvm::Type* type = unrepresentable_type(next)) {
    unsupported_type(*type);
    values_[&next] = undefined(layout(&next));
    return;
  }
  check_subscripts(next);
  note_addresses_as_numbers(next);
  Operands result = result_of(next);
  MOVER_CHECK(result.size() == layout(&next).leaves.size(), "an instruction gives as many scalars as its type has");
  values_[&next] = std::move(result);
}

// Addresses that the program computes with as numbers. (Where it orders addresses is seen when it runs.)
void FunctionTranslator::note_addresses_as_numbers(const llvm::Instruction& next) {
  if (out_.is_library) return;
  const auto* number = llvm::dyn_cast<llvm::PtrToIntInst>(&next);
  if (number != nullptr && !number->getType()->isVectorTy() && !bitcode::is_distance(*number))
    service(ir::ServiceOp::AddressAsNumber, {operand(number->getPointerOperand())}, false);
  if (const llvm::Constant* variable = bitcode::variable_as_number(next))
    service(ir::ServiceOp::AddressAsNumber, {operand(variable)}, false);
}

// The first type of an instruction that neither registers nor memory can hold; null if there is none.
const llvm::Type* FunctionTranslator::unrepresentable_type(const llvm::Instruction& next) {
  auto is_fine = [this](llvm::Type* type) {
    return type->isVoidTy() || type->isMetadataTy() || type->isLabelTy() || layout(type).supported;
  };
  if (!is_fine(next.getType())) return next.getType();
  for (const auto& used : next.operands())
    if (!is_fine(used->getType())) return used->getType();
  if (const auto* local = llvm::dyn_cast<llvm::AllocaInst>(&next))
    if (local->getAllocatedType()->isScalableTy()) return local->getAllocatedType();
  if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&next))
    if (address->getSourceElementType()->isScalableTy()) return address->getSourceElementType();
  return nullptr;
}

void FunctionTranslator::unsupported_type(const llvm::Type& type) {
  std::string name;
  llvm::raw_string_ostream out(name);
  type.print(out, /*IsForDebug=*/false, /*NoDetails=*/true);
  unsupported("a value of LLVM's type " + name);
}

Operands FunctionTranslator::result_of(const llvm::Instruction& next) {
  using namespace llvm;
  if (const auto* compare = dyn_cast<CmpInst>(&next)) return comparison(*compare);
  if (const auto* cast = dyn_cast<CastInst>(&next)) return this->cast(*cast);
  if (isa<BinaryOperator>(next) || isa<UnaryOperator>(next)) return binary(next);
  if (const auto* called = dyn_cast<CallBase>(&next)) return call(*called);
  switch (next.getOpcode()) {
    case Instruction::GetElementPtr:
      return element_address(llvm::cast<GEPOperator>(next));
    case Instruction::Select:
      return selection(llvm::cast<SelectInst>(next));
    case Instruction::Load:
      return load(llvm::cast<LoadInst>(next));
    case Instruction::Store:
      return store(llvm::cast<StoreInst>(next));
    case Instruction::AtomicRMW:
      return read_modify_write(llvm::cast<AtomicRMWInst>(next));
    case Instruction::AtomicCmpXchg:
      return compare_exchange(llvm::cast<AtomicCmpXchgInst>(next));
    case Instruction::Alloca:
      return stack_object(llvm::cast<AllocaInst>(next));
    case Instruction::ExtractValue:
      return extract_value(llvm::cast<ExtractValueInst>(next));
    case Instruction::InsertValue:
      return insert_value(llvm::cast<InsertValueInst>(next));
    case Instruction::ExtractElement:
      return extract_element(llvm::cast<ExtractElementInst>(next));
    case Instruction::InsertElement:
      return insert_element(llvm::cast<InsertElementInst>(next));
    case Instruction::ShuffleVector:
      return shuffle(llvm::cast<ShuffleVectorInst>(next));
    case Instruction::Freeze:
      return frozen(next, operands(next.getOperand(0)));
    case Instruction::Fence:
      return fence(llvm::cast<FenceInst>(next));
    default:
      unsupported(next.isEHPad() ? std::string("C++ exception handling")
                                 : "instruction " + std::string(next.getOpcodeName()));
      return undefined(layout(&next));
  }
}

// Checks the amount of a shift: a shift by at least the width is undefined behaviour. Optimised code is not checked,
// because an optimiser may add such a shift if its result is not used.
void FunctionTranslator::check_shift(const llvm::Instruction& next) {
  const auto* known = llvm::dyn_cast<llvm::ConstantInt>(next.getOperand(1));
  const bool is_vector = next.getType()->isVectorTy();
  const uint32_t width = layout(&next).leaves[0].width;
  if (is_vector || !next.getFunction()->hasFnAttribute(kAsWrittenAttribute)) return;
  if (known != nullptr && known->getValue().ult(width)) return;
  service(ir::ServiceOp::ShiftAmount, {operands(next.getOperand(1))[0], constant(width)}, false);
}

// Checks the subscripts of the arrays that the instruction accesses, in code that is not optimised: an optimiser may
// compute addresses in other ways.
void FunctionTranslator::check_subscripts(const llvm::Instruction& next) {
  if (!next.getFunction()->hasFnAttribute(kAsWrittenAttribute)) return;
  for (const bitcode::Subscript& subscript : bitcode::subscripts_of(next)) {
    const ir::Operand index = resize(operand(subscript.index), layout(subscript.index).leaves[0].width, 64, true);
    service(ir::ServiceOp::Subscript, {index, constant(subscript.length)}, false);
  }
}

Operands FunctionTranslator::binary(const llvm::Instruction& next) {
  const Layout& shape = layout(&next);
  Op op = binary_op(next.getOpcode());
  if (next.isShift()) check_shift(next);
  Operands a = operands(next.getOperand(0));
  Operands b = op == Op::FNeg ? Operands(a.size(), ir::kNoOperand) : operands(next.getOperand(1));
  Operands result;
  for (size_t i = 0; i < a.size(); ++i) result.push_back(compute(op, shape.leaves[i].width, a[i], b[i]));
  return result;
}

Operands FunctionTranslator::comparison(const llvm::CmpInst& next) {
  const Layout& shape = layout(next.getOperand(0));
  Operands a = operands(next.getOperand(0)), b = operands(next.getOperand(1)), result;
  for (size_t i = 0; i < a.size(); ++i)
    result.push_back(compare(predicate_of(next.getPredicate()), shape.leaves[i].width, a[i], b[i]));
  return result;
}

Operands FunctionTranslator::cast(const llvm::CastInst& next) {
  const Layout& from = layout(next.getOperand(0));
  const Layout& to = layout(&next);
  Operands source = operands(next.getOperand(0));
  bool is_same_cut = from.leaves.size() == to.leaves.size();
  if (next.getOpcode() == llvm::Instruction::BitCast && !is_same_cut) return regroup(source, from, to);
  MOVER_CHECK(is_same_cut, "conversions keep the number of scalars");
  Operands result;
  for (size_t i = 0; i < source.size(); ++i)
    result.push_back(cast_leaf(next.getOpcode(), from.leaves[i], to.leaves[i], source[i]));
  return result;
}

ir::Operand FunctionTranslator::cast_leaf(unsigned opcode, const Leaf& from, const Leaf& to, Operand a) {
  switch (opcode) {
    case llvm::Instruction::Trunc:
    case llvm::Instruction::ZExt:
    case llvm::Instruction::PtrToInt:
    case llvm::Instruction::IntToPtr:
      return resize(a, from.width, to.width, false);
    case llvm::Instruction::SExt:
      return resize(a, from.width, to.width, true);
    case llvm::Instruction::FPTrunc:
    case llvm::Instruction::FPExt:
      return convert(Op::FPConv, from.width, to.width, a);
    case llvm::Instruction::FPToSI:
      return convert(Op::FPToSI, from.width, to.width, a);
    case llvm::Instruction::FPToUI:
      return convert(Op::FPToUI, from.width, to.width, a);
    case llvm::Instruction::SIToFP:
      return convert(Op::SIToFP, from.width, to.width, a);
    case llvm::Instruction::UIToFP:
      return convert(Op::UIToFP, from.width, to.width, a);
    default:  // bitcast, addrspacecast: the same bits
      return a;
  }
}

Operands FunctionTranslator::selection(const llvm::SelectInst& next) {
  const Layout& shape = layout(&next);
  Operands conditions = operands(next.getCondition());
  Operands yes = operands(next.getTrueValue()), no = operands(next.getFalseValue()), result;
  bool is_lanewise = next.getCondition()->getType()->isVectorTy();
  for (size_t i = 0; i < shape.leaves.size(); ++i)
    result.push_back(select(conditions[is_lanewise ? i : 0], shape.leaves[i], yes[i], no[i]));
  return result;
}

// --- Addresses

Operands FunctionTranslator::element_address(const llvm::GEPOperator& address) {
  Operands result;
  for (size_t lane = 0; lane < layout(address.getType()).leaves.size(); ++lane)
    result.push_back(element_address_lane(address, lane));
  return result;
}

ir::Operand FunctionTranslator::element_address_lane(const llvm::GEPOperator& address, size_t lane) {
  struct Step {
    Operand index;
    int64_t stride;
  };
  const auto& data_layout = program_.layouts().data_layout();
  auto pick = [&](const llvm::Value* value) {
    Operands all = operands(value);
    return all[all.size() > lane ? lane : 0];
  };
  Operand result = pick(address.getPointerOperand());
  int64_t offset = 0;
  std::vector<Step> steps;
  for (auto at = llvm::gep_type_begin(address); at != llvm::gep_type_end(address); ++at) {
    const llvm::Value* index = at.getOperand();
    const auto* known = llvm::dyn_cast<llvm::ConstantInt>(index);
    if (llvm::StructType* structure = at.getStructTypeOrNull()) {
      if (known == nullptr) known = llvm::cast<llvm::ConstantInt>(llvm::cast<llvm::Constant>(index)->getSplatValue());
      const auto* places = data_layout.getStructLayout(structure);
      offset += static_cast<int64_t>(places->getElementOffset(static_cast<unsigned>(known->getZExtValue())));
      continue;
    }
    auto stride = static_cast<int64_t>(at.getSequentialElementStride(data_layout).getFixedValue());
    if (known != nullptr) {
      offset += known->getSExtValue() * stride;
    } else {
      steps.push_back({resize(pick(index), layout(index).leaves[0].width, 64, true), stride});
    }
  }
  result = offset_address(result, offset);
  for (const Step& step : steps) {
    ir::Instr add;
    add.op = Op::PtrAdd;
    add.a = result;
    add.b = step.index;
    add.imm = step.stride;
    result = define(add);
  }
  return result;
}

ir::Operand FunctionTranslator::offset_address(Operand base, int64_t offset) {
  if (offset == 0) return base;
  if (base < 0) {
    ir::Constant address = out_.constants[static_cast<size_t>(~base)];
    if (address.kind == ir::Constant::Kind::Global) {
      address.value += static_cast<uint64_t>(offset);
      return constant(address);
    }
  }
  ir::Instr add;
  add.op = Op::PtrAdd;
  add.a = base;
  add.b = constant(static_cast<uint64_t>(offset));
  add.imm = 1;
  return define(add);
}

// --- Members of structs, arrays and vectors in registers

Operands FunctionTranslator::extract_value(const llvm::ExtractValueInst& next) {
  Operands all = operands(next.getAggregateOperand());
  auto [first, count] = program_.layouts().member(next.getAggregateOperand()->getType(), next.getIndices());
  return Operands(all.begin() + static_cast<ptrdiff_t>(first), all.begin() + static_cast<ptrdiff_t>(first + count));
}

Operands FunctionTranslator::insert_value(const llvm::InsertValueInst& next) {
  Operands all = operands(next.getAggregateOperand());
  Operands inserted = operands(next.getInsertedValueOperand());
  auto [first, count] = program_.layouts().member(next.getType(), next.getIndices());
  MOVER_CHECK(count == inserted.size(), "what is inserted has the member's type");
  std::copy(inserted.begin(), inserted.end(), all.begin() + static_cast<ptrdiff_t>(first));
  return all;
}

Operands FunctionTranslator::extract_element(const llvm::ExtractElementInst& next) {
  Operands all = operands(next.getVectorOperand());
  const Leaf& leaf = layout(&next).leaves[0];
  if (const auto* index = llvm::dyn_cast<llvm::ConstantInt>(next.getIndexOperand())) {
    uint64_t lane = index->getValue().getLimitedValue(all.size());
    return lane < all.size() ? Operands{all[lane]} : undefined(layout(&next));
  }
  Operand index = operand(next.getIndexOperand()), result = all[0];
  uint32_t width = layout(next.getIndexOperand()).leaves[0].width;
  for (size_t i = 1; i < all.size(); ++i)
    result = select(compare(ir::Predicate::Eq, width, index, number(i, width)), leaf, all[i], result);
  return {result};
}

Operands FunctionTranslator::insert_element(const llvm::InsertElementInst& next) {
  Operands all = operands(next.getOperand(0));
  Operand inserted = operand(next.getOperand(1));
  const llvm::Value* place = next.getOperand(2);
  if (const auto* index = llvm::dyn_cast<llvm::ConstantInt>(place)) {
    uint64_t lane = index->getValue().getLimitedValue(all.size());
    if (lane >= all.size()) return undefined(layout(&next));
    all[lane] = inserted;
    return all;
  }
  Operand index = operand(place);
  uint32_t width = layout(place).leaves[0].width;
  for (size_t i = 0; i < all.size(); ++i)
    all[i] =
        select(compare(ir::Predicate::Eq, width, index, number(i, width)), layout(&next).leaves[i], inserted, all[i]);
  return all;
}

Operands FunctionTranslator::shuffle(const llvm::ShuffleVectorInst& next) {
  Operands all = operands(next.getOperand(0)), more = operands(next.getOperand(1)), result;
  all.insert(all.end(), more.begin(), more.end());
  Operands nothing = undefined(layout(&next));
  for (int lane : next.getShuffleMask()) result.push_back(lane < 0 ? nothing[0] : all[static_cast<size_t>(lane)]);
  return result;
}

}  // namespace mover::frontend
