// The part of FunctionTranslator that translates LLVM's intrinsics, except those of arithmetic (math_intrinsics.cc).
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IntrinsicsX86.h>

#include "bitcode/renewed_locals.h"
#include "frontend/translate.h"

namespace mover::frontend {

using ir::Op;

namespace {

constexpr uint64_t kVaListBytes = 24;  // System V x86-64

}  // namespace

namespace {

// Whether the instruction is a memcpy whose ranges are not known to be disjoint.
bool may_overlap(const llvm::IntrinsicInst& next) {
  const auto* copy = llvm::dyn_cast<llvm::MemCpyInst>(&next);
  if (copy == nullptr) return false;
  const llvm::Value *to = llvm::getUnderlyingObject(copy->getDest()),
                    *from = llvm::getUnderlyingObject(copy->getSource());
  auto is_known = [](const llvm::Value* object) {
    return llvm::isa<llvm::AllocaInst>(object) || llvm::isa<llvm::GlobalVariable>(object);
  };
  return to == from || !is_known(to) || !is_known(from);
}

// Whether the local holds the function's result: it has no lifetime marks, because no block declares it.
bool holds_result(const llvm::Value* local) {
  auto is_scope = [](const llvm::User* user) { return llvm::isa<llvm::LifetimeIntrinsic>(user); };
  return llvm::isa<llvm::AllocaInst>(local) && llvm::none_of(local->users(), is_scope);
}

// Whether the function returns next. Then the end of a lifetime needs no instruction of its own, because the return
// ends all locals of the function.
bool returns_next(const llvm::Instruction& from) {
  constexpr int kFar = 100;
  const llvm::Instruction* at = from.getNextNode();
  for (int i = 0; i < kFar && at != nullptr; ++i) {
    if (llvm::isa<llvm::ReturnInst>(at)) return true;
    const auto* jump = llvm::dyn_cast<llvm::BranchInst>(at);
    if (jump != nullptr && jump->isUnconditional()) {
      at = &jump->getSuccessor(0)->front();
      continue;
    }
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(at);
    const bool is_harmless = llvm::isa<llvm::PHINode>(at) || llvm::isa<llvm::DbgInfoIntrinsic>(at) ||
                             (load != nullptr && holds_result(load->getPointerOperand())) ||
                             (llvm::isa<llvm::LifetimeIntrinsic>(at) &&
                              llvm::cast<llvm::IntrinsicInst>(at)->getIntrinsicID() == llvm::Intrinsic::lifetime_end);
    if (!is_harmless) return false;
    at = at->getNextNode();
  }
  return false;
}

// Whether the local belongs to an inner block of main. A variable of main's outermost block ends with the process, so
// no other thread can use it after its end.
bool is_in_inner_block_of_main(const llvm::Value& local) {
  const auto& place = llvm::cast<llvm::AllocaInst>(local);
  return place.getFunction()->getName() == "main" && bitcode::is_in_inner_block(const_cast<llvm::AllocaInst&>(place));
}

}  // namespace

// Translates Clang's mark of the beginning or end of a local's lifetime. Marks of locals that were promoted to
// registers are ignored.
void FunctionTranslator::scope_of_local(const llvm::IntrinsicInst& next) {
  const bool starts = next.getIntrinsicID() == llvm::Intrinsic::lifetime_start;
  const llvm::Value* local = next.getArgOperand(1)->stripPointerCasts();
  if (!llvm::isa<llvm::AllocaInst>(local) || (!starts && returns_next(next) && !is_in_inner_block_of_main(*local)))
    return;
  ir::Instr mark;
  mark.op = Op::Service;
  mark.sub = static_cast<uint8_t>(starts ? ir::ServiceOp::LifetimeStart : ir::ServiceOp::LifetimeEnd);
  mark.first_arg = add_args({operand(local)});
  mark.num_args = 1;
  if (starts && is_renewed(*llvm::cast<llvm::AllocaInst>(local))) mark.dst = operand(local);
  emit(mark);
}

bool FunctionTranslator::is_renewed(const llvm::AllocaInst& local) {
  if (!dominators_) dominators_.emplace(const_cast<llvm::Function&>(source_));
  return bitcode::is_renewed(const_cast<llvm::AllocaInst&>(local), *dominators_);
}

Operands FunctionTranslator::intrinsic(const llvm::IntrinsicInst& next) {
  Operands result;
  if (ignored_intrinsic(next, result)) return result;
  if (memory_intrinsic(next)) return {};
  if (math_intrinsic(next, result) || arithmetic_intrinsic(next, result)) return result;
  switch (next.getIntrinsicID()) {
    case llvm::Intrinsic::vastart:
      service(ir::ServiceOp::VaStart, {operand(next.getArgOperand(0))}, false);
      return {};
    case llvm::Intrinsic::trap:
    case llvm::Intrinsic::debugtrap:
    case llvm::Intrinsic::ubsantrap:
      service(ir::ServiceOp::Abort, {constant(program_.text("trap"))}, false);
      return {};
    case llvm::Intrinsic::threadlocal_address: {
      const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(resolve_alias(next.getArgOperand(0)));
      if (variable == nullptr) break;
      if (!variable->isThreadLocal()) return operands(variable);
      return emitted_constant(*variable);
    }
    case llvm::Intrinsic::ptrmask: {
      Operands pointers = operands(next.getArgOperand(0)), masks = operands(next.getArgOperand(1));
      for (size_t i = 0; i < pointers.size(); ++i) result.push_back(compute(Op::And, 64, pointers[i], masks[i]));
      return result;
    }
    case llvm::Intrinsic::objectsize: {
      bool wants_minimum = llvm::cast<llvm::ConstantInt>(next.getArgOperand(1))->isOne();
      uint64_t mask = layout(&next).leaves[0].width == 32 ? UINT32_MAX : UINT64_MAX;
      return {constant(wants_minimum ? 0 : mask)};
    }
    case llvm::Intrinsic::is_constant:
    case llvm::Intrinsic::returnaddress:
    case llvm::Intrinsic::frameaddress:
    case llvm::Intrinsic::addressofreturnaddress:
      return {constant(0)};
    case llvm::Intrinsic::lifetime_start:
    case llvm::Intrinsic::lifetime_end:
      scope_of_local(next);
      return {};
    case llvm::Intrinsic::stacksave:
      return {service(ir::ServiceOp::StackSave, {}, true)};
    case llvm::Intrinsic::stackrestore:
      service(ir::ServiceOp::StackRestore, {operand(next.getArgOperand(0))}, false);
      return {};
    case llvm::Intrinsic::get_rounding:
      return {constant(1)};  // to nearest
    case llvm::Intrinsic::x86_sse2_mfence:
    case llvm::Intrinsic::x86_sse2_lfence:
    case llvm::Intrinsic::x86_sse_sfence:
      fence(ir::Order::SeqCst);
      return {};
    default:
      break;
  }
  unsupported(llvm::Intrinsic::getBaseName(next.getIntrinsicID()).str());
  return undefined(layout(&next));
}

// Translates intrinsics that compute nothing. Their result, if they have one, is their first argument.
bool FunctionTranslator::ignored_intrinsic(const llvm::IntrinsicInst& next, Operands& result) {
  switch (next.getIntrinsicID()) {
    case llvm::Intrinsic::dbg_assign:
    case llvm::Intrinsic::dbg_declare:
    case llvm::Intrinsic::dbg_label:
    case llvm::Intrinsic::dbg_value:
    case llvm::Intrinsic::assume:
    case llvm::Intrinsic::var_annotation:
    case llvm::Intrinsic::codeview_annotation:
    case llvm::Intrinsic::donothing:
    case llvm::Intrinsic::sideeffect:
    case llvm::Intrinsic::pseudoprobe:
    case llvm::Intrinsic::invariant_end:
    case llvm::Intrinsic::prefetch:
    case llvm::Intrinsic::experimental_noalias_scope_decl:
    case llvm::Intrinsic::vaend:
    case llvm::Intrinsic::clear_cache:
    case llvm::Intrinsic::x86_sse2_pause:
      return true;
    case llvm::Intrinsic::invariant_start:
      result = undefined(layout(&next));
      return true;
    case llvm::Intrinsic::expect:
    case llvm::Intrinsic::expect_with_probability:
    case llvm::Intrinsic::annotation:
    case llvm::Intrinsic::ptr_annotation:
    case llvm::Intrinsic::launder_invariant_group:
    case llvm::Intrinsic::strip_invariant_group:
    case llvm::Intrinsic::ssa_copy:
    case llvm::Intrinsic::arithmetic_fence:
      result = operands(next.getArgOperand(0));
      return true;
    default:
      return false;
  }
}

bool FunctionTranslator::memory_intrinsic(const llvm::IntrinsicInst& next) {
  ir::Instr instr;
  switch (next.getIntrinsicID()) {
    case llvm::Intrinsic::memcpy:
    case llvm::Intrinsic::memcpy_inline:
    case llvm::Intrinsic::memmove:
    case llvm::Intrinsic::memset:
    case llvm::Intrinsic::memset_inline: {
      const auto& access = llvm::cast<llvm::MemIntrinsic>(next);
      const auto* known = llvm::dyn_cast<llvm::ConstantInt>(access.getLength());
      if (known != nullptr && known->isZero()) return true;
      instr.op = llvm::isa<llvm::MemSetInst>(next) ? Op::MemSet : Op::MemCpy;
      instr.is_volatile = access.isVolatile();
      instr.a = operand(next.getArgOperand(0));
      instr.b = operand(next.getArgOperand(1));
      instr.c = resize(operand(access.getLength()), layout(access.getLength()).leaves[0].width, 64, false);
      if (may_overlap(next)) service(ir::ServiceOp::NoOverlap, {instr.a, instr.b, instr.c}, false);
      instr.imm = static_cast<int64_t>(access.getDestAlign().valueOrOne().value());
      if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&access))
        instr.imm = std::min(instr.imm, static_cast<int64_t>(copy->getSourceAlign().valueOrOne().value()));
      if (llvm::isa<llvm::MemMoveInst>(next)) instr.imm = -instr.imm;
      break;
    }
    case llvm::Intrinsic::vacopy:
      instr.op = Op::MemCpy;
      instr.a = operand(next.getArgOperand(0));
      instr.b = operand(next.getArgOperand(1));
      instr.c = constant(kVaListBytes);
      break;
    default:
      return false;
  }
  emit(instr);
  return true;
}

}  // namespace mover::frontend
