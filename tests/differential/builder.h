// Builds one function of the IR, instruction by instruction. Labels may be used before they are placed.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "ir/ir.h"

namespace mover::differential {

class FunctionBuilder {
 public:
  FunctionBuilder(ir::Program& program, std::string name, uint32_t num_params);

  // Sets the line of the following instructions in the C text.
  void at_line(uint32_t line);

  int32_t fresh() { return next_register_++; }
  ir::Operand number(uint64_t value) { return constant({.value = value}); }
  ir::Operand global(ir::GlobalId id, uint64_t offset = 0) {
    return constant({.kind = ir::Constant::Kind::Global, .id = id, .value = offset});
  }
  ir::Operand function(ir::FunctionId id) { return constant({.kind = ir::Constant::Kind::Function, .id = id}); }

  // The operands of these functions have 32 bits unless a width is given.
  void move(int32_t dst, ir::Operand a, uint8_t width = 32);
  int32_t binary(ir::Op op, ir::Operand a, ir::Operand b);
  int32_t compare(ir::Predicate predicate, ir::Operand a, ir::Operand b, uint8_t width = 32);
  int32_t zero_extend(ir::Operand narrow, uint8_t from = 1);
  int32_t add_offset(ir::Operand address, uint64_t offset);
  void load(int32_t dst, ir::Operand address, ir::Order order, uint8_t width = 32);
  void store(ir::Operand address, ir::Operand value, ir::Order order, uint8_t width = 32);
  int32_t rmw(ir::RmwOp op, ir::Operand address, ir::Operand value, ir::Order order, uint8_t width = 32);
  int32_t compare_exchange(ir::Operand address, ir::Operand expected, ir::Operand desired, ir::Order order);
  void fence(ir::Order order);
  void copy(ir::Operand to, ir::Operand from, uint64_t bytes);
  void fill(ir::Operand to, uint64_t byte, uint64_t bytes);
  int32_t alloca_bytes(uint64_t bytes);
  int32_t sync(ir::SyncOp op, std::initializer_list<ir::Operand> arguments);
  int32_t service(ir::ServiceOp op, std::initializer_list<ir::Operand> arguments);
  void ret(ir::Operand value);
  void unreachable();

  using Label = uint32_t;
  Label label();
  void place(Label);
  void jump(Label);
  void branch(ir::Operand condition, Label yes, Label no);

  // Appends the function to the program.
  ir::FunctionId finish() &&;

 private:
  ir::Instr& append(ir::Op op);
  ir::Operand constant(const ir::Constant&);
  void set_arguments(ir::Instr& instr, std::initializer_list<ir::Operand> arguments);

  ir::Program& program_;
  ir::Function function_;
  int32_t next_register_;
  ir::LocId loc_ = 0;
  std::vector<uint32_t> labels_;  // label -> instruction index; kNone while not placed
};

}  // namespace mover::differential
