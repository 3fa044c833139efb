// The part of FunctionTranslator that translates memory operations: accesses, atomics, stack objects.
#include "frontend/translate.h"

namespace mover::frontend {

using ir::Op;
using ir::Order;

namespace {

Order order_of(llvm::AtomicOrdering ordering) {
  switch (ordering) {
    case llvm::AtomicOrdering::NotAtomic:
      return Order::NotAtomic;
    case llvm::AtomicOrdering::Unordered:
    case llvm::AtomicOrdering::Monotonic:
      return Order::Relaxed;
    case llvm::AtomicOrdering::Acquire:
      return Order::Acquire;
    case llvm::AtomicOrdering::Release:
      return Order::Release;
    case llvm::AtomicOrdering::AcquireRelease:
      return Order::AcqRel;
    case llvm::AtomicOrdering::SequentiallyConsistent:
      return Order::SeqCst;
  }
  return Order::SeqCst;
}

std::optional<ir::RmwOp> rmw_op(llvm::AtomicRMWInst::BinOp op) {
  using ir::RmwOp;
  using llvm::AtomicRMWInst;
  switch (op) {
    case AtomicRMWInst::Xchg:
      return RmwOp::Xchg;
    case AtomicRMWInst::Add:
      return RmwOp::Add;
    case AtomicRMWInst::Sub:
      return RmwOp::Sub;
    case AtomicRMWInst::And:
      return RmwOp::And;
    case AtomicRMWInst::Nand:
      return RmwOp::Nand;
    case AtomicRMWInst::Or:
      return RmwOp::Or;
    case AtomicRMWInst::Xor:
      return RmwOp::Xor;
    case AtomicRMWInst::Max:
      return RmwOp::Max;
    case AtomicRMWInst::Min:
      return RmwOp::Min;
    case AtomicRMWInst::UMax:
      return RmwOp::UMax;
    case AtomicRMWInst::UMin:
      return RmwOp::UMin;
    case AtomicRMWInst::FAdd:
      return RmwOp::FAdd;
    case AtomicRMWInst::FSub:
      return RmwOp::FSub;
    default:
      return std::nullopt;
  }
}

// An access to one scalar.
ir::Instr access(Op op, const Leaf& leaf, llvm::AtomicOrdering ordering, bool is_volatile) {
  ir::Instr instr;
  instr.op = op;
  instr.width = static_cast<uint8_t>(leaf.width);
  instr.is_float = leaf.is_float;
  instr.is_pointer = leaf.is_pointer;
  instr.order = order_of(ordering);
  instr.is_volatile = is_volatile;
  return instr;
}

}  // namespace

Operands FunctionTranslator::load(const llvm::LoadInst& next) {
  const Layout& shape = layout(&next);
  if (!shape.in_memory) {
    unsupported("a vector of bits in memory");
    return undefined(shape);
  }
  Operand address = operand(next.getPointerOperand());
  Operands result;
  for (const Leaf& leaf : shape.leaves) {
    Operand at = offset_address(address, static_cast<int64_t>(leaf.offset));
    ir::Instr instr = access(Op::Load, leaf, next.getOrdering(), next.isVolatile());
    instr.a = at;
    result.push_back(define(instr, leaf.registers()));
  }
  return result;
}

Operands FunctionTranslator::store(const llvm::StoreInst& next) {
  const Layout& shape = layout(next.getValueOperand());
  if (!shape.in_memory) {
    unsupported("a vector of bits in memory");
    return {};
  }
  Operands values = operands(next.getValueOperand());
  Operand address = operand(next.getPointerOperand());
  for (size_t i = 0; i < shape.leaves.size(); ++i) {
    const Leaf& leaf = shape.leaves[i];
    Operand at = offset_address(address, static_cast<int64_t>(leaf.offset));
    ir::Instr instr = access(Op::Store, leaf, next.getOrdering(), next.isVolatile());
    instr.a = at;
    instr.b = values[i];
    emit(instr);
  }
  return {};
}

Operands FunctionTranslator::read_modify_write(const llvm::AtomicRMWInst& next) {
  const Layout& shape = layout(&next);
  auto op = rmw_op(next.getOperation());
  if (!op || shape.leaves.size() != 1) {
    unsupported("atomic operation " + llvm::AtomicRMWInst::getOperationName(next.getOperation()).str());
    return undefined(shape);
  }
  const Leaf& leaf = shape.leaves[0];
  ir::Instr instr = access(Op::Rmw, leaf, next.getOrdering(), next.isVolatile());
  instr.sub = static_cast<uint8_t>(*op);
  instr.a = operand(next.getPointerOperand());
  instr.b = operand(next.getValOperand());
  return {define(instr, leaf.registers())};
}

// Returns {old value, whether it was exchanged}.
Operands FunctionTranslator::compare_exchange(const llvm::AtomicCmpXchgInst& next) {
  const Leaf& leaf = layout(next.getCompareOperand()).leaves[0];
  ir::Instr instr = access(Op::CmpXchg, leaf, next.getSuccessOrdering(), next.isVolatile());
  if (const Order on_failure = order_of(next.getFailureOrdering()); on_failure != instr.order)
    instr.sub = static_cast<uint8_t>(on_failure);
  if (next.isWeak()) instr.sub |= ir::kWeakExchange;
  instr.a = operand(next.getPointerOperand());
  instr.b = operand(next.getCompareOperand());
  instr.c = operand(next.getNewValOperand());
  Operand old = define(instr, leaf.registers() + 1);
  return {old, old + static_cast<Operand>(leaf.registers())};
}

Operands FunctionTranslator::fence(const llvm::FenceInst& next) {
  bool is_for_the_compiler = next.getSyncScopeID() == llvm::SyncScope::SingleThread;
  if (!is_for_the_compiler) fence(order_of(next.getOrdering()));
  return {};
}

void FunctionTranslator::fence(Order order) {
  ir::Instr instr;
  instr.op = Op::Fence;
  instr.order = order;
  emit(instr);
}

Operands FunctionTranslator::stack_object(const llvm::AllocaInst& next) {
  const auto& data_layout = program_.layouts().data_layout();
  ir::LocId place = loc_;
  if (ir::LocId declared = program_.debug_info().declaration(next)) loc_ = declared;
  uint64_t element = data_layout.getTypeAllocSize(next.getAllocatedType()).getFixedValue();
  const llvm::Value* count = next.getArraySize();
  Operand size;
  if (const auto* known = llvm::dyn_cast<llvm::ConstantInt>(count)) {
    size = constant(element * known->getZExtValue());
  } else {
    size = resize(operand(count), layout(count).leaves[0].width, 64, false);
    if (element != 1) size = compute(Op::Mul, 64, size, constant(element));
  }
  ir::Instr instr;
  instr.op = Op::Alloca;
  instr.a = size;
  instr.imm = static_cast<int64_t>(next.getAlign().value());
  Operand result = define(instr);
  if (!out_.is_library) program_.debug_info().note_made(loc_, next);
  loc_ = place;
  return {result};
}

}  // namespace mover::frontend
