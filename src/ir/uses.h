// Enumerates the registers that an instruction reads and writes (both halves of a wide value, every argument), and its
// successors.
#pragma once

#include "ir/shape.h"

namespace mover::ir {

// Calls f(register) for each register read. A register that is read twice is passed twice.
template <typename F>
void for_each_use(const Function& function, const Instr& instr, F f) {
  Shape shape = shape_of(instr);
  const Operand fields[] = {instr.a, instr.b, instr.c};
  for (uint8_t k = 0; k < shape.num_operands; ++k) {
    if (fields[k] < 0 || fields[k] == kNoOperand) continue;
    f(static_cast<uint32_t>(fields[k]));
    if (shape.operands[k].wide()) f(static_cast<uint32_t>(fields[k]) + 1);
  }
  if (!shape.has_args) return;
  for (uint32_t k = 0; k < instr.num_args; ++k) {
    Operand argument = function.args[instr.first_arg + k];
    if (argument >= 0) f(static_cast<uint32_t>(argument));
  }
}

// Calls f(register) for each register written.
template <typename F>
void for_each_def(const Instr& instr, F f) {
  uint32_t count = shape_of(instr).num_defs;
  for (uint32_t k = 0; k < count; ++k) f(static_cast<uint32_t>(instr.dst) + k);
}

// Calls f(instruction index) for each possible successor of the instruction at pc.
template <typename F>
void for_each_successor(const Function& function, uint32_t pc, F f) {
  const Instr& instr = function.code[pc];
  if (falls_through(instr.op)) f(pc + 1);
  uint8_t targets = shape_of(instr).num_targets;
  for (uint8_t k = 0; k < targets; ++k) f(instr.target[k]);
  if (instr.op != Op::Switch) return;
  const SwitchTable& table = function.switches[static_cast<size_t>(instr.imm)];
  for (const auto& [value, target] : table.cases) f(target);
  f(table.fallback);
}

}  // namespace mover::ir
