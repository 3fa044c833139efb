// The part of FunctionTranslator that translates calls: direct calls, calls through pointers, variadic calls, and calls
// of functions that are operations of the machine.
#include "frontend/link.h"
#include "frontend/promote.h"
#include "frontend/translate.h"
#include "support/check.h"

namespace mover::frontend {

using ir::Op;

Operands FunctionTranslator::call(const llvm::CallBase& next) {
  if (next.isInlineAsm()) return inline_assembly(next);
  if (const auto* known = llvm::dyn_cast<llvm::IntrinsicInst>(&next)) return intrinsic(*known);
  const auto* callee = llvm::dyn_cast<llvm::Function>(resolve_alias(next.getCalledOperand()));
  if (callee == nullptr) return indirect_call(next);
  if (callee->hasFnAttribute(kUninitialisedAttribute)) return frozen(next, undefined(layout(&next)));

  std::string name = callee->getName().str();
  if (!out_.is_library && is_library(*callee)) program_.debug_info().note_made(loc_, next);
  bool is_the_users = !callee->isDeclaration() && !is_library(*callee);
  if (!is_the_users) {
    auto op = find_library_op(name);
    auto given = arguments(next);
    if (op && fits(*op, given, layout(&next))) return library_call(*op, name, given, layout(&next));
  }
  if (!callee->isDeclaration()) return direct_call(next, *callee);
  if (callee->hasExternalWeakLinkage()) return indirect_call(next);  // a call of null
  unsupported(not_defined(name));
  return undefined(layout(&next));
}

std::vector<FunctionTranslator::Argument> FunctionTranslator::arguments(const llvm::CallBase& next) {
  std::vector<Argument> result;
  for (const auto& argument : next.args()) result.push_back({operands(argument), argument->getType()});
  return result;
}

Operands FunctionTranslator::direct_call(const llvm::CallBase& next, const llvm::Function& callee) {
  Operands flat_arguments = fixed_arguments(arguments(next), callee);
  std::vector<ir::VarArg> variadic;
  if (callee.isVarArg()) variadic_arguments(next, callee.arg_size(), flat_arguments, variadic);

  // The type of the callee determines the registers of the result. If the call has another type (through an old-style
  // declaration), its result consists of those leaves that both types have.
  const Layout& returned = layout(callee.getReturnType());
  const Layout& wanted = layout(&next);
  ir::Instr instr;
  instr.op = Op::Call;
  instr.imm = program_.function_id(callee);
  if (returned.registers() > UINT8_MAX) {
    unsupported("a function that returns so large a value in registers");
    return undefined(wanted);
  }
  int32_t first = emit_call(instr, flat_arguments, returned.registers(), std::move(variadic));
  Operands results = in_registers(first, returned);
  if (callee.getReturnType() == next.getType()) return results;
  Operands result = undefined(wanted);
  for (size_t i = 0; i < std::min(results.size(), result.size()); ++i) {
    const Leaf &from = returned.leaves[i], &to = wanted.leaves[i];
    result[i] = from.is_float || to.is_float ? results[i] : resize(results[i], from.width, to.width, false);
  }
  return result;
}

// Makes the arguments fit the parameters of the callee, whatever the type of the call: missing arguments are undefined,
// superfluous ones are omitted, and integers are converted to the width of the parameter.
Operands FunctionTranslator::fixed_arguments(const std::vector<Argument>& given, const llvm::Function& callee) {
  Operands result;
  for (unsigned i = 0; i < callee.arg_size(); ++i) {
    const Layout& wanted = layout(callee.getArg(i));
    Operands values = undefined(wanted);
    if (i < given.size()) {
      const Layout& passed = layout(given[i].type);
      for (size_t j = 0; j < std::min(passed.leaves.size(), wanted.leaves.size()); ++j) {
        const Leaf &from = passed.leaves[j], &to = wanted.leaves[j];
        bool is_integer = !from.is_float && !to.is_float;
        values[j] = is_integer                           ? resize(given[i].operands[j], from.width, to.width, false)
                    : from.registers() == to.registers() ? given[i].operands[j]
                                                         : values[j];
      }
    }
    values = flat(values, wanted);
    result.insert(result.end(), values.begin(), values.end());
  }
  return result;
}

Operands FunctionTranslator::indirect_call(const llvm::CallBase& next) {
  Operands flat_arguments;
  size_t num_fixed = next.getFunctionType()->getNumParams();
  auto given = arguments(next);
  for (size_t i = 0; i < std::min(num_fixed, given.size()); ++i) {
    Operands values = flat(given[i].operands, layout(given[i].type));
    flat_arguments.insert(flat_arguments.end(), values.begin(), values.end());
  }
  std::vector<ir::VarArg> variadic;
  variadic_arguments(next, num_fixed, flat_arguments, variadic);
  const Layout& returned = layout(&next);
  if (returned.registers() > UINT8_MAX) {
    unsupported("a function that returns so large a value in registers");
    return undefined(returned);
  }
  ir::Instr instr;
  instr.op = Op::CallInd;
  instr.a = operand(next.getCalledOperand());
  return in_registers(emit_call(instr, flat_arguments, returned.registers(), std::move(variadic)), returned);
}

// Appends the variadic arguments, and describes the layout of each of them in memory, in units of 8 bytes.
void FunctionTranslator::variadic_arguments(const llvm::CallBase& next, size_t first, Operands& flat_arguments,
                                            std::vector<ir::VarArg>& described) {
  const auto& data_layout = program_.layouts().data_layout();
  for (auto i = static_cast<unsigned>(first); i < next.arg_size(); ++i) {
    const llvm::Value* argument = next.getArgOperand(i);
    const Layout* shape = &layout(argument);
    Operands values = operands(argument);
    if (next.isByValArgument(i)) {
      bool is_aligned = next.getParamAlign(i).valueOrOne().value() >= 16;
      uint64_t size = data_layout.getTypeAllocSize(next.getParamByValType(i)).getFixedValue();
      described.push_back({1, is_aligned ? 16u : 8u, size});
    } else if (argument->getType()->isVectorTy()) {
      Layout words;
      uint64_t bits = data_layout.getTypeSizeInBits(argument->getType()).getFixedValue();
      words.leaves.assign((bits + 63) / 64, Leaf{});
      values = regroup(values, *shape, words);
      described.push_back({static_cast<uint32_t>(values.size()), bits > 64 ? 16u : 8u, 0});
      flat_arguments.insert(flat_arguments.end(), values.begin(), values.end());
      continue;
    } else {
      for (const Leaf& leaf : shape->leaves) described.push_back({leaf.registers(), leaf.wide() ? 16u : 8u, 0});
    }
    values = flat(values, *shape);
    flat_arguments.insert(flat_arguments.end(), values.begin(), values.end());
  }
}

int32_t FunctionTranslator::emit_call(ir::Instr instr, const Operands& flat_arguments, uint32_t num_results,
                                      std::vector<ir::VarArg> variadic) {
  instr.first_arg = add_args(flat_arguments);
  instr.num_args = static_cast<uint32_t>(flat_arguments.size());
  instr.num_results = static_cast<uint8_t>(num_results);
  instr.dst = num_results > 0 ? fresh(num_results) : -1;
  if (!variadic.empty()) out_.varargs.emplace_back(static_cast<uint32_t>(out_.code.size()), std::move(variadic));
  emit(instr);
  return instr.dst;
}

// --- Functions that are operations of the machine

// Whether the call has the number of arguments of the operation, and its arguments and result are scalars of at most 64
// bits.
bool FunctionTranslator::fits(const LibraryOp& op, const std::vector<Argument>& given, const Layout& result) {
  if (given.size() != op.num_args) return false;
  for (const Argument& argument : given)
    if (argument.operands.size() != 1 || layout(argument.type).leaves[0].wide()) return false;
  if (result.leaves.size() > 1 || (result.leaves.size() == 1 && result.leaves[0].wide())) return false;
  bool needs_result = op.kind == LibraryOp::Kind::Math;
  return !needs_result || result.leaves.size() == 1;
}

Operands FunctionTranslator::library_call(const LibraryOp& op, const std::string& name,
                                          const std::vector<Argument>& given, const Layout& result) {
  using Kind = LibraryOp::Kind;
  auto argument = [&](size_t i) { return given[i].operands[0]; };
  ir::Instr instr;
  switch (op.kind) {
    case Kind::Sync:
    case Kind::Service:
    case Kind::Nondet:
      return machine_call(op, given, result);
    case Kind::Math:
      return {math(static_cast<ir::MathOp>(op.sub), result.leaves[0].width, argument(0),
                   given.size() > 1 ? argument(1) : ir::kNoOperand, given.size() > 2 ? argument(2) : ir::kNoOperand)};
    case Kind::StrLen:
      return as_declared(compute(Op::StrLen, 64, argument(0)), 64, false, result);
    case Kind::MemCpy:
    case Kind::MemCpyAtomic:
    case Kind::MemCpyRelaxed:
    case Kind::CopyText:
    case Kind::MemSet:
      instr.op = op.kind == Kind::MemSet ? Op::MemSet : Op::MemCpy;
      instr.order = op.kind == Kind::MemCpyAtomic    ? ir::Order::SeqCst
                    : op.kind == Kind::MemCpyRelaxed ? ir::Order::Relaxed
                                                     : ir::Order::NotAtomic;
      if (op.kind == Kind::MemSet || op.kind == Kind::CopyText) instr.imm = 1;
      instr.a = argument(0);
      instr.b = argument(1);
      if (op.kind == Kind::MemSet) instr.b = resize(argument(1), layout(given[1].type).leaves[0].width, 8, false);
      instr.c = resize(argument(2), layout(given[2].type).leaves[0].width, 64, false);
      emit(instr);
      return as_declared(argument(0), 64, false, result);
    case Kind::ReachError:
      service(ir::ServiceOp::AssertFail, {constant(program_.text("reach_error() was called"))}, false);
      return undefined(result);
    case Kind::Unsupported:
      unsupported(plain_name(name));
      return undefined(result);
  }
  MOVER_UNREACHABLE("every kind of library operation has a case");
}

Operands FunctionTranslator::machine_call(const LibraryOp& op, const std::vector<Argument>& given,
                                          const Layout& result) {
  Operands passed;
  for (size_t i = 0; i < op.passed_args; ++i) passed.push_back(given[i].operands[0]);
  ir::Instr instr;
  instr.op = op.kind == LibraryOp::Kind::Sync ? Op::Sync : Op::Service;
  instr.sub = op.sub;
  if (op.kind == LibraryOp::Kind::Nondet) {
    instr.sub = static_cast<uint8_t>(ir::ServiceOp::Nondet);
    passed = {constant(op.nondet_bits)};
  } else if (instr.op == Op::Service && instr.sub == static_cast<uint8_t>(ir::ServiceOp::Assume)) {
    uint32_t width = layout(given[0].type).leaves[0].width;
    passed[0] = compare(ir::Predicate::Ne, width, passed[0], constant(0));
  }
  instr.first_arg = add_args(passed);
  instr.num_args = static_cast<uint32_t>(passed.size());
  if (result.leaves.empty()) {
    emit(instr);
    return {};
  }
  return as_declared(define(instr), op.result_width, op.result_signed, result);
}

// Converts the result of an operation to the result type of the function's declaration in the program.
Operands FunctionTranslator::as_declared(Operand value, uint32_t width, bool is_signed, const Layout& result) {
  if (result.leaves.empty()) return {};
  return {resize(value, width, result.leaves[0].width, is_signed)};
}

}  // namespace mover::frontend
