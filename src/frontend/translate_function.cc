// The part of FunctionTranslator that translates control flow: blocks, edges, phis.
#include <algorithm>
#include <unordered_set>

#include "frontend/link.h"
#include "frontend/tidy.h"
#include "frontend/translate.h"
#include "support/check.h"

namespace mover::frontend {

using ir::Op;

namespace {

// The successors of a block. The lowering of exceptions (exceptions.h) has replaced all invokes that may throw, so
// control never goes from an invoke to its landing pad.
std::vector<const llvm::BasicBlock*> successors_of(const llvm::BasicBlock& block) {
  const llvm::Instruction* last = block.getTerminator();
  if (const auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(last)) return {invoke->getNormalDest()};
  std::vector<const llvm::BasicBlock*> result;
  for (unsigned i = 0; i < last->getNumSuccessors(); ++i) result.push_back(last->getSuccessor(i));
  return result;
}

}  // namespace

FunctionTranslator::FunctionTranslator(ProgramBuilder& program, const llvm::Function& source)
    : program_(program), source_(source) {
  std::string name = source.getName().str();
  out_.name = name;
  out_.is_variadic = source.isVarArg();
  out_.is_library = is_library(source) || source.isDeclaration();
  out_.is_system = !out_.is_library && program_.debug_info().is_of_the_system(source);
  out_.is_atomic = !source.isDeclaration() && is_atomic_function(name);
  out_.loc = loc_ = program.debug_info().location(source);
}

ir::Function FunctionTranslator::translate() {
  parameters();
  if (source_.isDeclaration())
    stand_in();
  else
    body();
  patch_targets();
  tidy(out_);
  out_.num_regs = num_registers_;
  return std::move(out_);
}

void FunctionTranslator::parameters() {
  for (const auto& parameter : source_.args()) {
    const Layout& shape = layout(&parameter);
    int32_t first = fresh(shape.registers());
    values_[&parameter] = in_registers(first, shape);
    if (!parameter.hasByValAttr()) continue;
    uint64_t size = program_.layouts().data_layout().getTypeAllocSize(parameter.getParamByValType()).getFixedValue();
    if (size > 0) out_.byval_params.emplace_back(first, static_cast<uint32_t>(size));
  }
  out_.num_params = num_registers_;
}

void FunctionTranslator::stand_in() {
  const Layout& result = layout(source_.getReturnType());
  std::string name = source_.getName().str();
  std::vector<Argument> all;
  for (const auto& parameter : source_.args()) all.push_back({operands(&parameter), parameter.getType()});
  auto op = find_library_op(name);
  if (op && fits(*op, all, result)) {
    return_value(library_call(*op, name, all, result), result);
  } else {
    unsupported(not_defined(name));
    emit({});
  }
}

void FunctionTranslator::body() {
  auto blocks = reachable_blocks();
  for (const auto* block : blocks) {
    block_labels_[block] = new_label();
    for (const auto& phi : block->phis()) {  // edges may be translated before the block, and write these registers
      const Layout& shape = layout(&phi);
      values_[&phi] = in_registers(fresh(shape.registers()), shape);
    }
  }
  if (is_error_function(source_.getName()))
    service(ir::ServiceOp::AssertFail, {constant(program_.text("reach_error() was called"))}, false);
  // The body of an assume function calls abort() if the condition is false, which would be a violation. So the
  // condition is assumed before the body.
  if (is_assume_function(source_.getName()) && source_.arg_size() == 1 && source_.getArg(0)->getType()->isIntegerTy(32))
    service(ir::ServiceOp::Assume, {operand(source_.getArg(0))}, false);
  for (const auto* next : blocks) block(*next);
}

// The reachable blocks in reverse post-order, so that every definition comes before the uses that it dominates.
std::vector<const llvm::BasicBlock*> FunctionTranslator::reachable_blocks() const {
  struct Visit {
    const llvm::BasicBlock* block;
    std::vector<const llvm::BasicBlock*> successors;
  };
  std::vector<const llvm::BasicBlock*> order;
  std::unordered_set<const llvm::BasicBlock*> seen{&source_.getEntryBlock()};
  std::vector<Visit> stack;
  stack.push_back({&source_.getEntryBlock(), successors_of(source_.getEntryBlock())});
  while (!stack.empty()) {
    auto& [block, successors] = stack.back();
    if (successors.empty()) {
      order.push_back(block);
      stack.pop_back();
      continue;
    }
    const llvm::BasicBlock* next = successors.back();
    successors.pop_back();
    if (seen.insert(next).second) stack.push_back({next, successors_of(*next)});
  }
  std::reverse(order.begin(), order.end());
  return order;
}

void FunctionTranslator::block(const llvm::BasicBlock& block) {
  label_positions_[block_labels_.at(&block)] = static_cast<uint32_t>(out_.code.size());
  loc_ = out_.loc;
  for (const auto& instruction : block) {  // until the first location, instructions get that location
    if (ir::LocId place = program_.debug_info().location(instruction)) {
      loc_ = place;
      break;
    }
  }
  for (const auto& next : block) {
    if (llvm::isa<llvm::PHINode>(next)) continue;
    if (ir::LocId place = program_.debug_info().location(next)) loc_ = place;
    if (!out_.is_library) program_.debug_info().note_labels(loc_, next);
    if (next.isTerminator())
      terminator(next);
    else
      instruction(next);
  }
  pending_edges();
}

void FunctionTranslator::terminator(const llvm::Instruction& last) {
  const llvm::BasicBlock& block = *last.getParent();
  if (const auto* ret = llvm::dyn_cast<llvm::ReturnInst>(&last)) {
    const llvm::Value* value = ret->getReturnValue();
    if (value == nullptr) {
      return_value({}, Layout{});
    } else {
      if (const llvm::Type* type = unrepresentable_type(last)) unsupported_type(*type);
      return_value(operands(value), layout(value));
    }
  } else if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&last)) {
    if (branch->isConditional())
      conditional(*branch);
    else
      jump(block, *branch->getSuccessor(0));
  } else if (const auto* many = llvm::dyn_cast<llvm::SwitchInst>(&last)) {
    switch_on(*many);
  } else if (const auto* computed = llvm::dyn_cast<llvm::IndirectBrInst>(&last)) {
    indirect_branch(*computed);
  } else if (const auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&last)) {
    instruction(last);
    jump(block, *invoke->getNormalDest());
  } else {
    if (llvm::isa<llvm::CallBrInst>(last))
      unsupported("inline assembly");
    else if (!llvm::isa<llvm::UnreachableInst>(last))
      unsupported("C++ exception handling");
    emit({});
  }
}

void FunctionTranslator::return_value(const Operands& operands, const Layout& shape) {
  ir::Instr ret;
  ret.op = Op::Ret;
  if (operands.size() == 1) {
    ret.a = operands[0];
    ret.width = static_cast<uint8_t>(shape.leaves[0].width);
    ret.is_float = shape.leaves[0].is_float;
  } else {
    Operands all = flat(operands, shape);
    ret.first_arg = add_args(all);
    ret.num_args = static_cast<uint32_t>(all.size());
  }
  emit(ret);
}

// --- Branches and edges

uint32_t FunctionTranslator::new_label() {
  label_positions_.push_back(ir::kNone);
  return static_cast<uint32_t>(label_positions_.size() - 1);
}

void FunctionTranslator::jump(const llvm::BasicBlock& from, const llvm::BasicBlock& to) {
  phi_moves(from, to);
  ir::Instr br;
  br.op = Op::Br;
  br.target[0] = block_labels_.at(&to);
  emit(br);
}

void FunctionTranslator::conditional(const llvm::BranchInst& branch) {
  ir::Instr br;
  br.op = Op::CondBr;
  br.a = operand(branch.getCondition());
  br.target[0] = edge_label(*branch.getParent(), *branch.getSuccessor(0));
  br.target[1] = edge_label(*branch.getParent(), *branch.getSuccessor(1));
  emit(br);
}

void FunctionTranslator::switch_on(const llvm::SwitchInst& instruction) {
  const Leaf& leaf = layout(instruction.getCondition()).leaves[0];
  if (leaf.wide()) {
    unsupported("switch on an integer wider than 64 bits");
    emit({});
    return;
  }
  const llvm::BasicBlock& block = *instruction.getParent();
  ir::SwitchTable table;
  for (const auto& branch : instruction.cases())
    table.cases.emplace_back(branch.getCaseValue()->getZExtValue(), edge_label(block, *branch.getCaseSuccessor()));
  table.fallback = edge_label(block, *instruction.getDefaultDest());
  ir::Instr br;
  br.op = Op::Switch;
  br.width = static_cast<uint8_t>(leaf.width);
  br.a = operand(instruction.getCondition());
  br.imm = static_cast<int64_t>(out_.switches.size());
  out_.switches.push_back(std::move(table));
  emit(br);
}

// The address of a block is represented by a number (ProgramBuilder::block_number), so a computed goto becomes a
// switch.
void FunctionTranslator::indirect_branch(const llvm::IndirectBrInst& instruction) {
  const llvm::BasicBlock& block = *instruction.getParent();
  std::map<uint64_t, uint32_t> cases;
  for (unsigned i = 0; i < instruction.getNumDestinations(); ++i) {
    const llvm::BasicBlock& to = *instruction.getDestination(i);
    cases.emplace(ProgramBuilder::block_number(to), edge_label(block, to));
  }
  ir::SwitchTable table;
  table.cases.assign(cases.begin(), cases.end());
  table.fallback = new_label();
  uint32_t nowhere = table.fallback;
  ir::Instr br;
  br.op = Op::Switch;
  br.a = operand(instruction.getAddress());
  br.imm = static_cast<int64_t>(out_.switches.size());
  out_.switches.push_back(std::move(table));
  emit(br);
  label_positions_[nowhere] = static_cast<uint32_t>(out_.code.size());
  emit({});
}

// The target of a branch for this edge: the block itself, or a new block with the moves that the edge needs.
uint32_t FunctionTranslator::edge_label(const llvm::BasicBlock& from, const llvm::BasicBlock& to) {
  if (to.phis().empty()) return block_labels_.at(&to);
  for (const Edge& edge : pending_edges_)
    if (edge.to == &to) return edge.label;
  pending_edges_.push_back({new_label(), &from, &to});
  return pending_edges_.back().label;
}

void FunctionTranslator::pending_edges() {
  std::vector<Edge> edges = std::move(pending_edges_);
  pending_edges_.clear();
  for (const Edge& edge : edges) {
    label_positions_[edge.label] = static_cast<uint32_t>(out_.code.size());
    jump(*edge.from, *edge.to);
  }
}

// --- Phis

void FunctionTranslator::phi_moves(const llvm::BasicBlock& from, const llvm::BasicBlock& to) {
  std::vector<Move> moves;
  for (const auto& phi : to.phis()) {
    const Layout& shape = layout(&phi);
    if (!shape.supported) unsupported_type(*phi.getType());
    Operands sources = operands(phi.getIncomingValueForBlock(&from));
    const Operands& targets = values_.at(&phi);
    for (size_t i = 0; i < shape.leaves.size(); ++i) {
      const Leaf& leaf = shape.leaves[i];
      if (leaf.wide()) {
        moves.push_back({targets[i], sources[i]});
        moves.push_back({targets[i] + 1, high_half(sources[i])});
      } else {
        moves.push_back({targets[i], sources[i], leaf.width, leaf.is_float, leaf.is_pointer});
      }
    }
  }
  parallel_moves(std::move(moves));
}

// Emits moves that have the effect of one parallel move: all sources are read before any target is written. A move is
// emitted when no other move has to read its target. A cycle of moves is broken by saving one of its registers.
void FunctionTranslator::parallel_moves(std::vector<Move> moves) {
  auto emit_move = [this](const Move& move) {
    ir::Instr mov;
    mov.op = Op::Mov;
    mov.width = static_cast<uint8_t>(move.width);
    mov.is_float = move.is_float;
    mov.is_pointer = move.is_pointer;
    mov.dst = move.to;
    mov.a = move.from;
    emit(mov);
  };
  std::erase_if(moves, [](const Move& move) { return move.to == move.from; });
  while (!moves.empty()) {
    auto is_free = [&](const Move& move) {
      return std::none_of(moves.begin(), moves.end(), [&](const Move& other) { return other.from == move.to; });
    };
    auto next = std::find_if(moves.begin(), moves.end(), is_free);
    if (next == moves.end()) {
      Move saved = moves.front();
      saved.from = saved.to;
      saved.to = fresh(1);
      emit_move(saved);
      for (Move& move : moves)
        if (move.from == saved.from) move.from = saved.to;
      continue;
    }
    emit_move(*next);
    moves.erase(next);
  }
}

void FunctionTranslator::patch_targets() {
  auto position = [this](uint32_t label) {
    MOVER_CHECK(label_positions_[label] != ir::kNone, "every label that is branched to has been placed");
    return label_positions_[label];
  };
  for (auto& instr : out_.code) {
    if (instr.op == Op::Br || instr.op == Op::CondBr) instr.target[0] = position(instr.target[0]);
    if (instr.op == Op::CondBr) instr.target[1] = position(instr.target[1]);
  }
  for (auto& table : out_.switches) {
    for (auto& [value, target] : table.cases) target = position(target);
    table.fallback = position(table.fallback);
  }
}

}  // namespace mover::frontend
