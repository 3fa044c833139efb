// The part of ProgramBuilder that translates constants: addresses become a global plus an offset, initialisers become
// bytes with relocations.
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/Operator.h>

#include "frontend/library.h"
#include "frontend/program_builder.h"

namespace mover::frontend {

namespace {

using ir::Constant;

Constant integer(uint64_t value) { return {Constant::Kind::Int, 0, value}; }

// The low bits of a constant; empty if it is an address and fewer than 64 bits are requested.
std::optional<Constant> truncate(Constant constant, uint64_t bits) {
  if (bits >= 64 || constant.kind == Constant::Kind::Undef) return constant;
  if (constant.kind != Constant::Kind::Int) return std::nullopt;
  return integer(constant.value & ((uint64_t{1} << bits) - 1));
}

std::optional<Constant> add(std::optional<Constant> a, std::optional<Constant> b) {
  if (!a || !b) return std::nullopt;
  if (a->kind != Constant::Kind::Global) std::swap(a, b);
  if (b->kind != Constant::Kind::Int || (a->kind != Constant::Kind::Global && a->kind != Constant::Kind::Int))
    return std::nullopt;
  return Constant{a->kind, a->id, a->value + b->value};
}

std::optional<Constant> subtract(std::optional<Constant> a, std::optional<Constant> b) {
  if (!a || !b) return std::nullopt;
  if (b->kind == Constant::Kind::Int) return add(a, integer(-b->value));
  if (a->kind == Constant::Kind::Global && b->kind == Constant::Kind::Global && a->id == b->id)
    return integer(a->value - b->value);
  return std::nullopt;
}

}  // namespace

const llvm::Value* resolve_alias(const llvm::Value* value) {
  value = value->stripPointerCasts();
  if (const auto* alias = llvm::dyn_cast<llvm::GlobalAlias>(value)) {
    if (const auto* object = alias->getAliaseeObject()) return object;
  }
  return value;
}

std::optional<Constant> ProgramBuilder::fold(const llvm::Constant& constant) {
  using namespace llvm;
  if (const auto* number = dyn_cast<ConstantInt>(&constant)) return integer(number->getZExtValue());
  if (const auto* number = dyn_cast<ConstantFP>(&constant))
    return integer(number->getValueAPF().bitcastToAPInt().getZExtValue());
  if (isa<UndefValue>(constant)) return Constant{Constant::Kind::Undef, 0, 0};
  if (constant.isNullValue()) return integer(0);
  if (const auto* function = dyn_cast<Function>(&constant)) return fold_function(*function);
  if (const auto* variable = dyn_cast<GlobalVariable>(&constant)) {
    if (variable->isThreadLocal()) return std::nullopt;  // each thread has its own address
    if (variable->hasExternalWeakLinkage()) return integer(0);
    return Constant{Constant::Kind::Global, global_id(*variable), 0};
  }
  if (const auto* alias = dyn_cast<GlobalAlias>(&constant)) return fold(*alias->getAliasee());
  if (const auto* address = dyn_cast<BlockAddress>(&constant)) return integer(block_number(*address->getBasicBlock()));
  if (const auto* same = dyn_cast<DSOLocalEquivalent>(&constant)) return fold(*same->getGlobalValue());
  if (const auto* same = dyn_cast<NoCFIValue>(&constant)) return fold(*same->getGlobalValue());
  if (const auto* expression = dyn_cast<ConstantExpr>(&constant)) return fold_expression(*expression);
  return std::nullopt;
}

std::optional<Constant> ProgramBuilder::fold_function(const llvm::Function& function) {
  bool is_absent = function.hasExternalWeakLinkage() && !find_library_op(function.getName());
  if (is_absent) return integer(0);  // a weak symbol that is not defined
  return Constant{Constant::Kind::Function, function_id(function), 0};
}

std::optional<Constant> ProgramBuilder::fold_expression(const llvm::ConstantExpr& expression) {
  const auto& layout = layouts_.data_layout();
  uint64_t bits = layout.getTypeSizeInBits(expression.getType()).getFixedValue();
  if (bits > 64 || expression.getType()->isVectorTy()) return std::nullopt;
  const llvm::Constant& first = *expression.getOperand(0);
  switch (expression.getOpcode()) {
    case llvm::Instruction::GetElementPtr: {
      llvm::APInt offset(64, 0);
      if (!llvm::cast<llvm::GEPOperator>(expression).accumulateConstantOffset(layout, offset)) return std::nullopt;
      return add(fold(first), integer(offset.getZExtValue()));
    }
    case llvm::Instruction::PtrToInt:
    case llvm::Instruction::IntToPtr:
    case llvm::Instruction::AddrSpaceCast:
    case llvm::Instruction::BitCast:
    case llvm::Instruction::Trunc: {
      if (first.getType()->isVectorTy() || layout.getTypeSizeInBits(first.getType()) > 64) return std::nullopt;
      auto value = fold(first);
      return value ? truncate(*value, bits) : std::nullopt;
    }
    default:
      return fold_binary(expression);
  }
}

std::optional<Constant> ProgramBuilder::fold_binary(const llvm::ConstantExpr& expression) {
  uint64_t bits = layouts_.data_layout().getTypeSizeInBits(expression.getType()).getFixedValue();
  std::optional<Constant> result;
  if (expression.getOpcode() == llvm::Instruction::Add)
    result = add(fold(*expression.getOperand(0)), fold(*expression.getOperand(1)));
  else if (expression.getOpcode() == llvm::Instruction::Sub)
    result = subtract(fold(*expression.getOperand(0)), fold(*expression.getOperand(1)));
  return result ? truncate(*result, bits) : std::nullopt;
}

void ProgramBuilder::write_initialiser(const llvm::Constant& constant, uint64_t offset, ir::Global& global) {
  using namespace llvm;
  if (constant.isNullValue() || isa<UndefValue>(constant)) return;  // static storage is zeroed initially
  const auto& layout = layouts_.data_layout();
  if (auto* structure = dyn_cast<StructType>(constant.getType())) {
    const auto* places = layout.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      write_initialiser(*constant.getAggregateElement(i), offset + places->getElementOffset(i).getFixedValue(), global);
  } else if (auto* array = dyn_cast<ArrayType>(constant.getType())) {
    write_sequence(constant, array->getNumElements(), array->getElementType(),
                   layout.getTypeAllocSize(array->getElementType()).getFixedValue(), offset, global);
  } else if (auto* vector = dyn_cast<FixedVectorType>(constant.getType())) {
    write_sequence(constant, vector->getNumElements(), vector->getElementType(),
                   layout.getTypeStoreSize(vector->getElementType()).getFixedValue(), offset, global);
  } else {
    write_scalar(constant, offset, global);
  }
}

void ProgramBuilder::write_sequence(const llvm::Constant& constant, uint64_t count, llvm::Type* element,
                                    uint64_t stride, uint64_t offset, ir::Global& global) {
  if (const auto* data = llvm::dyn_cast<llvm::ConstantDataSequential>(&constant)) {  // numbers, packed as in memory
    llvm::StringRef bytes = data->getRawDataValues();
    std::copy(bytes.begin(), bytes.end(), global.bytes.begin() + static_cast<ptrdiff_t>(offset));
    return;
  }
  for (uint64_t i = 0; i < count; ++i)
    write_initialiser(*constant.getAggregateElement(static_cast<unsigned>(i)), offset + i * stride, global);
}

void ProgramBuilder::write_scalar(const llvm::Constant& constant, uint64_t offset, ir::Global& global) {
  auto put = [&](const llvm::APInt& bits) {
    for (unsigned i = 0; i * 8 < bits.getBitWidth(); ++i)
      global.bytes[offset + i] =
          static_cast<uint8_t>(bits.extractBitsAsZExtValue(std::min(8u, bits.getBitWidth() - i * 8), i * 8));
  };
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&constant)) return put(number->getValue());
  if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(&constant))
    return put(number->getValueAPF().bitcastToAPInt());
  auto value = fold(constant);
  uint64_t size = layouts_.data_layout().getTypeStoreSize(constant.getType()).getFixedValue();
  if (value && value->kind == Constant::Kind::Int)
    return put(llvm::APInt(64, value->value).trunc(static_cast<unsigned>(size * 8)));
  if (value && size == 8) {
    global.relocations.push_back({offset, *value});
    return;
  }
  const ir::Loc& loc = program_.locs[global.loc];
  error_ = Error{program_.files[loc.file] + ":" + std::to_string(loc.line) + ": the initial value of '" + global.name +
                 "' depends on where the linker puts things, which is not supported"};
}

}  // namespace mover::frontend
