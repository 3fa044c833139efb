// Translates one LLVM function to one function of the IR. Values become registers, phis become moves on edges, and
// structs and vectors are split into scalars. An instruction that cannot be translated becomes a service
// (ServiceOp::Unsupported), which reports it if an execution reaches it.
#pragma once

#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "frontend/library.h"
#include "frontend/program_builder.h"
#include "frontend/values.h"
#include "ir/ir.h"

namespace mover::frontend {

class FunctionTranslator {
 public:
  FunctionTranslator(ProgramBuilder& program, const llvm::Function& source);
  ir::Function translate();

 private:
  using Operand = ir::Operand;

  // An argument of a call: its operands and the type that determines their layout.
  struct Argument {
    Operands operands;
    llvm::Type* type;
  };
  struct Move {
    int32_t to;
    Operand from;
    uint32_t width = 64;  // at most 64: wide values are moved in halves
    bool is_float = false, is_pointer = false;
  };
  struct Edge {
    uint32_t label;
    const llvm::BasicBlock* from;
    const llvm::BasicBlock* to;
  };

  // --- control flow (translate_function.cc)
  void parameters();
  void stand_in();  // makes the body of a function without a definition, which may be called through a pointer
  void body();
  std::vector<const llvm::BasicBlock*> reachable_blocks() const;
  void block(const llvm::BasicBlock& block);
  void terminator(const llvm::Instruction& instruction);
  void return_value(const Operands& operands, const Layout& layout);
  void jump(const llvm::BasicBlock& from, const llvm::BasicBlock& to);
  void conditional(const llvm::BranchInst& branch);
  void switch_on(const llvm::SwitchInst& instruction);
  void indirect_branch(const llvm::IndirectBrInst& instruction);
  uint32_t new_label();
  uint32_t edge_label(const llvm::BasicBlock& from, const llvm::BasicBlock& to);
  void pending_edges();
  void phi_moves(const llvm::BasicBlock& from, const llvm::BasicBlock& to);
  void parallel_moves(std::vector<Move> moves);
  void patch_targets();

  // --- emission and operands (operands.cc)
  ir::Instr& emit(ir::Instr instr);
  Operand define(ir::Instr instr, uint32_t registers = 1);
  Operand compute(ir::Op op, uint32_t width, Operand a, Operand b = ir::kNoOperand, Operand c = ir::kNoOperand);
  Operand compare(ir::Predicate predicate, uint32_t width, Operand a, Operand b);
  Operand convert(ir::Op op, uint32_t from, uint32_t to, Operand a);
  Operand math(ir::MathOp op, uint32_t width, Operand a, Operand b = ir::kNoOperand, Operand c = ir::kNoOperand);
  Operand select(Operand condition, const Leaf& leaf, Operand yes, Operand no);
  Operand resize(Operand a, uint32_t from, uint32_t to, bool is_signed);  // truncates or extends an integer
  Operand service(ir::ServiceOp op, const Operands& arguments, bool has_result);
  int32_t fresh(uint32_t registers);
  uint32_t add_args(const Operands& operands);
  Operand constant(ir::Constant value);
  Operand constant(uint64_t value) { return constant({ir::Constant::Kind::Int, 0, value}); }
  Operand wide_constant(uint64_t low, uint64_t high);
  Operand number(uint64_t value, uint32_t width);  // the constant, zero-extended to any width
  Operands undefined(const Layout& layout);
  Operands frozen(const llvm::Instruction& next, const Operands& from);
  Operands in_registers(int32_t first, const Layout& layout) const;
  Operands flat(const Operands& operands, const Layout& layout) const;  // one entry per register
  void unsupported(const std::string& what);

  Operands operands(const llvm::Value* value);
  Operand operand(const llvm::Value* value);  // REQUIRES: a scalar
  Operands constant_operands(const llvm::Constant& constant);
  Operands scalar_constant(const llvm::Constant& constant, const Leaf& leaf);
  Operands emitted_constant(const llvm::Constant& constant);
  Operands regroup(const Operands& from, const Layout& from_layout, const Layout& to_layout);
  const Layout& layout(const llvm::Value* value) { return program_.layouts().of(value->getType()); }
  const Layout& layout(llvm::Type* type) { return program_.layouts().of(type); }

  // --- instructions (translate_instruction.cc, translate_memory.cc)
  void instruction(const llvm::Instruction& instruction);
  const llvm::Type* unrepresentable_type(const llvm::Instruction& instruction);
  void unsupported_type(const llvm::Type& type);
  Operands result_of(const llvm::Instruction& instruction);
  Operands binary(const llvm::Instruction& instruction);
  Operands comparison(const llvm::CmpInst& compare);
  Operands cast(const llvm::CastInst& cast);
  Operand cast_leaf(unsigned opcode, const Leaf& from, const Leaf& to, Operand a);
  Operands selection(const llvm::SelectInst& select);
  Operands element_address(const llvm::GEPOperator& address);
  Operand element_address_lane(const llvm::GEPOperator& address, size_t lane);
  Operand offset_address(Operand base, int64_t offset);
  Operands extract_value(const llvm::ExtractValueInst& extract);
  Operands insert_value(const llvm::InsertValueInst& insert);
  Operands extract_element(const llvm::ExtractElementInst& extract);
  Operands insert_element(const llvm::InsertElementInst& insert);
  Operands shuffle(const llvm::ShuffleVectorInst& shuffle);
  Operands load(const llvm::LoadInst& load);
  Operands store(const llvm::StoreInst& store);
  Operands read_modify_write(const llvm::AtomicRMWInst& rmw);
  Operands compare_exchange(const llvm::AtomicCmpXchgInst& exchange);
  Operands stack_object(const llvm::AllocaInst& local);
  void scope_of_local(const llvm::IntrinsicInst& next);
  bool is_renewed(const llvm::AllocaInst& local);
  void check_shift(const llvm::Instruction& next);
  void note_addresses_as_numbers(const llvm::Instruction& next);
  void check_subscripts(const llvm::Instruction& next);
  Operands fence(const llvm::FenceInst& fence);
  void fence(ir::Order order);

  // --- calls (translate_call.cc, intrinsics.cc, inline_assembly.cc)
  Operands call(const llvm::CallBase& call);
  Operands direct_call(const llvm::CallBase& call, const llvm::Function& callee);
  Operands indirect_call(const llvm::CallBase& call);
  std::vector<Argument> arguments(const llvm::CallBase& call);
  Operands fixed_arguments(const std::vector<Argument>& arguments, const llvm::Function& callee);
  void variadic_arguments(const llvm::CallBase& call, size_t first, Operands& flat_arguments,
                          std::vector<ir::VarArg>& described);
  int32_t emit_call(ir::Instr call, const Operands& flat_arguments, uint32_t num_results,
                    std::vector<ir::VarArg> variadic);
  bool fits(const LibraryOp& op, const std::vector<Argument>& arguments, const Layout& result);
  Operands library_call(const LibraryOp& op, const std::string& name, const std::vector<Argument>& arguments,
                        const Layout& result);
  Operands machine_call(const LibraryOp& op, const std::vector<Argument>& arguments, const Layout& result);
  Operands as_declared(Operand value, uint32_t width, bool is_signed, const Layout& result);

  Operands intrinsic(const llvm::IntrinsicInst& call);
  bool memory_intrinsic(const llvm::IntrinsicInst& call);
  bool ignored_intrinsic(const llvm::IntrinsicInst& call, Operands& result);
  bool math_intrinsic(const llvm::IntrinsicInst& call, Operands& result);
  Operands lanewise_math(const llvm::IntrinsicInst& call, ir::MathOp op, unsigned num_operands);
  Operands rounded_to_integer(const llvm::IntrinsicInst& call, ir::MathOp op);
  bool arithmetic_intrinsic(const llvm::IntrinsicInst& call, Operands& result);
  bool reduction(const llvm::IntrinsicInst& call, Operands& result);
  Operands with_overflow(const llvm::IntrinsicInst& call, ir::Op op, ir::OverflowOf overflow);
  Operands saturating(const llvm::IntrinsicInst& call, ir::Op op, ir::OverflowOf overflow);
  Operands multiply_add(const llvm::IntrinsicInst& call);

  Operands inline_assembly(const llvm::CallBase& call);

  ProgramBuilder& program_;
  const llvm::Function& source_;
  std::optional<llvm::DominatorTree> dominators_;  // computed when needed
  ir::Function out_;
  uint32_t num_registers_ = 0;
  ir::LocId loc_ = 0;  // the location of the emitted instructions
  std::unordered_map<const llvm::Value*, Operands> values_;
  std::map<std::tuple<ir::Constant::Kind, uint32_t, uint64_t>, Operand> constants_;
  std::map<std::pair<uint64_t, uint64_t>, Operand> wide_constants_;
  Operand wide_undefined_ = ir::kNoOperand;

  // During emission, targets are labels; patch_targets replaces them by instruction indices.
  std::vector<uint32_t> label_positions_;
  std::unordered_map<const llvm::BasicBlock*, uint32_t> block_labels_;
  std::vector<Edge> pending_edges_;
};

}  // namespace mover::frontend
