// The meaning of an instruction's fields: which of a, b, c it reads and how wide each is, how many registers it writes.
// The verifier, the printer, the parser and liveness all use this, so they cannot disagree.
#pragma once

#include "ir/ir.h"

namespace mover::ir {

__extension__ typedef unsigned __int128 Wide;  // both halves of a wide value

struct Shape {
  struct Part {
    uint8_t width = 64;
    bool is_float = false;
    bool wide() const { return width > 64; }  // takes two registers (or two constants)
  };
  uint8_t num_operands = 0;  // the operands are the first of a, b, c
  Part operands[3];
  bool may_have_dst = false;
  bool must_have_dst = false;
  Part result;              // valid if may_have_dst
  uint32_t num_defs = 0;    // the number of registers written from dst on; 0 if there is no dst
  bool uses_width = false;  // the operation depends on `width`
  bool has_args = false;    // reads Function::args
  bool converts = false;    // imm is the width of operand a
  uint8_t num_targets = 0;
};

// A total function: invalid instructions have a shape, too (num_operands is 0 for a Math whose sub has no meaning).
Shape shape_of(const Instr&);

// Whether control continues at the next instruction: true of all but Br, CondBr, Switch, Ret and Unreachable.
bool falls_through(Op);
// Whether the operation accesses or orders memory, so that `order` has a meaning.
bool may_be_atomic(Op);
bool is_float_math(MathOp);
bool is_float_predicate(Predicate);
inline bool is_call(Op op) { return op == Op::Call || op == Op::CallInd; }

}  // namespace mover::ir
