// The part of FunctionTranslator that emits instructions and finds or creates operands.
#include "frontend/translate.h"
#include "support/check.h"

namespace mover::frontend {

using ir::Op;

// --- Emission

ir::Instr& FunctionTranslator::emit(ir::Instr instr) {
  instr.loc = loc_;
  out_.code.push_back(instr);
  return out_.code.back();
}

ir::Operand FunctionTranslator::define(ir::Instr instr, uint32_t registers) {
  instr.dst = fresh(registers);
  emit(instr);
  return instr.dst;
}

int32_t FunctionTranslator::fresh(uint32_t registers) {
  auto first = static_cast<int32_t>(num_registers_);
  num_registers_ += registers;
  return first;
}

ir::Operand FunctionTranslator::compute(Op op, uint32_t width, Operand a, Operand b, Operand c) {
  ir::Instr instr;
  instr.op = op;
  instr.width = static_cast<uint8_t>(width);
  instr.a = a;
  instr.b = b;
  instr.c = c;
  return define(instr, width > 64 ? 2 : 1);
}

ir::Operand FunctionTranslator::compare(ir::Predicate predicate, uint32_t width, Operand a, Operand b) {
  ir::Instr instr;
  instr.op = predicate >= ir::Predicate::FFalse ? Op::FCmp : Op::ICmp;
  instr.sub = static_cast<uint8_t>(predicate);
  instr.width = static_cast<uint8_t>(width);
  instr.a = a;
  instr.b = b;
  return define(instr);
}

ir::Operand FunctionTranslator::convert(Op op, uint32_t from, uint32_t to, Operand a) {
  ir::Instr instr;
  instr.op = op;
  instr.width = static_cast<uint8_t>(to);
  instr.imm = from;
  instr.a = a;
  return define(instr, to > 64 ? 2 : 1);
}

ir::Operand FunctionTranslator::math(ir::MathOp op, uint32_t width, Operand a, Operand b, Operand c) {
  ir::Instr instr;
  instr.op = Op::Math;
  instr.sub = static_cast<uint8_t>(op);
  instr.width = static_cast<uint8_t>(width);
  instr.a = a;
  instr.b = b;
  instr.c = c;
  bool is_wide = width > 64 && op != ir::MathOp::IsFPClass;
  return define(instr, is_wide ? 2 : 1);
}

ir::Operand FunctionTranslator::select(Operand condition, const Leaf& leaf, Operand yes, Operand no) {
  ir::Instr instr;
  instr.op = Op::Select;
  instr.width = static_cast<uint8_t>(leaf.width);
  instr.is_float = leaf.is_float;
  instr.a = condition;
  instr.b = yes;
  instr.c = no;
  return define(instr, leaf.registers());
}

ir::Operand FunctionTranslator::resize(Operand a, uint32_t from, uint32_t to, bool is_signed) {
  if (from == to) return a;
  if (from > to) return convert(Op::Trunc, from, to, a);
  return convert(is_signed ? Op::SExt : Op::ZExt, from, to, a);
}

ir::Operand FunctionTranslator::service(ir::ServiceOp op, const Operands& arguments, bool has_result) {
  ir::Instr instr;
  instr.op = Op::Service;
  instr.sub = static_cast<uint8_t>(op);
  instr.first_arg = add_args(arguments);
  instr.num_args = static_cast<uint32_t>(arguments.size());
  if (has_result) return define(instr);
  emit(instr);
  return ir::kNoOperand;
}

uint32_t FunctionTranslator::add_args(const Operands& operands) {
  auto first = static_cast<uint32_t>(out_.args.size());
  out_.args.insert(out_.args.end(), operands.begin(), operands.end());
  return first;
}

void FunctionTranslator::unsupported(const std::string& what) {
  service(ir::ServiceOp::Unsupported, {constant(program_.text(what))}, false);
}

// --- Constants

ir::Operand FunctionTranslator::constant(ir::Constant value) {
  auto [entry, is_new] = constants_.try_emplace({value.kind, value.id, value.value}, 0);
  if (is_new) {
    entry->second = ~static_cast<Operand>(out_.constants.size());
    out_.constants.push_back(value);
  }
  return entry->second;
}

ir::Operand FunctionTranslator::wide_constant(uint64_t low, uint64_t high) {
  auto [entry, is_new] = wide_constants_.try_emplace({low, high}, 0);
  if (is_new) {
    entry->second = ~static_cast<Operand>(out_.constants.size());
    out_.constants.push_back({ir::Constant::Kind::Int, 0, low});
    out_.constants.push_back({ir::Constant::Kind::Int, 0, high});
  }
  return entry->second;
}

ir::Operand FunctionTranslator::number(uint64_t value, uint32_t width) {
  return width > 64 ? wide_constant(value, 0) : constant(value);
}

Operands FunctionTranslator::undefined(const Layout& layout) {
  Operands result;
  const ir::Constant undef{ir::Constant::Kind::Undef, 0, 0};
  for (const Leaf& leaf : layout.leaves) {
    if (leaf.wide() && wide_undefined_ == ir::kNoOperand) {
      wide_undefined_ = ~static_cast<Operand>(out_.constants.size());
      out_.constants.insert(out_.constants.end(), {undef, undef});
    }
    result.push_back(leaf.wide() ? wide_undefined_ : constant(undef));
  }
  return result;
}

// Copies of the operands in registers of their own. If an operand is undefined, its copy is one arbitrary value: all
// uses of the copy read the same value.
Operands FunctionTranslator::frozen(const llvm::Instruction& next, const Operands& from) {
  const Layout& shape = layout(&next);
  if (next.use_empty() || !shape.supported) return from;
  Operands result;
  for (size_t i = 0; i < shape.leaves.size(); ++i) {
    ir::Instr mov;
    mov.op = Op::Mov;
    mov.width = static_cast<uint8_t>(shape.leaves[i].width);
    mov.is_float = shape.leaves[i].is_float;
    mov.is_pointer = shape.leaves[i].is_pointer;
    mov.a = from[i];
    result.push_back(define(mov, shape.leaves[i].registers()));
  }
  return result;
}

Operands FunctionTranslator::constant_operands(const llvm::Constant& constant) {
  const Layout& shape = layout(&constant);
  if (!shape.supported || llvm::isa<llvm::UndefValue>(constant)) return undefined(shape);
  llvm::Type* type = constant.getType();
  if (!type->isAggregateType() && !type->isVectorTy()) {
    MOVER_CHECK(shape.leaves.size() == 1, "a constant that is not an aggregate is one scalar");
    return scalar_constant(constant, shape.leaves[0]);
  }
  if (llvm::isa<llvm::ConstantExpr>(constant)) return emitted_constant(constant);
  Operands result;
  uint64_t count = type->isStructTy()  ? type->getStructNumElements()
                   : type->isArrayTy() ? type->getArrayNumElements()
                                       : llvm::cast<llvm::FixedVectorType>(type)->getNumElements();
  for (unsigned i = 0; i < count; ++i) {
    Operands element = constant_operands(*constant.getAggregateElement(i));
    result.insert(result.end(), element.begin(), element.end());
  }
  return result;
}

Operands FunctionTranslator::scalar_constant(const llvm::Constant& constant, const Leaf& leaf) {
  if (leaf.wide()) {
    llvm::APInt bits(128, 0);
    if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(&constant))
      bits = integer->getValue().zext(128);
    else if (const auto* real = llvm::dyn_cast<llvm::ConstantFP>(&constant))
      bits = real->getValueAPF().bitcastToAPInt().zext(128);
    else if (!constant.isNullValue())
      return emitted_constant(constant);
    return {wide_constant(bits.extractBitsAsZExtValue(64, 0), bits.extractBitsAsZExtValue(64, 64))};
  }
  if (auto folded = program_.fold(constant)) {
    if (folded->kind == ir::Constant::Kind::Global && program_.is_unmodelled(folded->id))
      unsupported("the undefined variable " + plain_name(constant.stripInBoundsOffsets()->getName()));
    return {this->constant(*folded)};
  }
  return emitted_constant(constant);
}

// Constants that must be computed at each use: addresses of thread-local variables, unusual expressions.
Operands FunctionTranslator::emitted_constant(const llvm::Constant& constant) {
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&constant)) {
    ir::Instr instr;
    instr.op = Op::TlsAddr;
    instr.imm = program_.global_id(*variable);
    return {define(instr)};
  }
  if (const auto* alias = llvm::dyn_cast<llvm::GlobalAlias>(&constant)) return constant_operands(*alias->getAliasee());
  const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(&constant);
  if (expression == nullptr) {
    unsupported(constant.hasName() ? plain_name(constant.getName()) : "this kind of constant");
    return undefined(layout(&constant));
  }
  llvm::Instruction* computed = expression->getAsInstruction();
  Operands result = result_of(*computed);
  computed->deleteValue();
  return result;
}

// --- Operands

Operands FunctionTranslator::operands(const llvm::Value* value) {
  if (const auto* constant = llvm::dyn_cast<llvm::Constant>(value)) return constant_operands(*constant);
  auto known = values_.find(value);
  MOVER_CHECK(known != values_.end(), "blocks are translated in an order in which definitions come before uses");
  return known->second;
}

ir::Operand FunctionTranslator::operand(const llvm::Value* value) {
  Operands all = operands(value);
  MOVER_CHECK(all.size() == 1, "this operand is a scalar");
  return all[0];
}

Operands FunctionTranslator::in_registers(int32_t first, const Layout& layout) const {
  Operands result;
  for (const Leaf& leaf : layout.leaves) {
    result.push_back(first);
    first += static_cast<int32_t>(leaf.registers());
  }
  return result;
}

Operands FunctionTranslator::flat(const Operands& operands, const Layout& layout) const {
  Operands result;
  for (size_t i = 0; i < operands.size(); ++i) {
    result.push_back(operands[i]);
    if (layout.leaves[i].wide()) result.push_back(high_half(operands[i]));
  }
  return result;
}

// The same bits in another layout: <2 x float> as i64 and the like.
Operands FunctionTranslator::regroup(const Operands& from, const Layout& from_layout, const Layout& to_layout) {
  struct Part {  // of at most 64 bits
    Operand operand;
    uint64_t first, width;
  };
  std::vector<Part> parts;
  uint64_t position = 0;
  for (size_t i = 0; i < from.size(); ++i) {
    uint64_t width = from_layout.leaves[i].width, low = std::min<uint64_t>(width, 64);
    parts.push_back({from[i], position, low});
    if (width > 64) parts.push_back({high_half(from[i]), position + 64, width - 64});
    position += width;
  }
  auto gather = [&](uint64_t first, uint64_t width) {
    Operand result = ir::kNoOperand;
    for (const Part& part : parts) {
      if (part.first + part.width <= first || part.first >= first + width) continue;
      Operand piece = part.operand;
      if (part.first < first) piece = compute(Op::LShr, 64, piece, constant(first - part.first));
      if (part.first > first) piece = compute(Op::Shl, 64, piece, constant(part.first - first));
      result = result == ir::kNoOperand ? piece : compute(Op::Or, 64, result, piece);
    }
    if (result == ir::kNoOperand) return constant(0);
    return width < 64 && position > width ? convert(Op::Trunc, 64, static_cast<uint32_t>(width), result) : result;
  };
  Operands result;
  uint64_t at = 0;
  for (const Leaf& leaf : to_layout.leaves) {
    Operand low = gather(at, std::min<uint64_t>(leaf.width, 64));
    if (leaf.wide()) {
      Operand high = gather(at + 64, leaf.width - 64);
      int32_t pair = fresh(2);
      parallel_moves({{pair, low}, {pair + 1, high}});
      low = pair;
    }
    result.push_back(low);
    at += leaf.width;
  }
  return result;
}

}  // namespace mover::frontend
