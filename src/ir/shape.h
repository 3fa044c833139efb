// The shape of an instruction: its operands among a, b and c with their widths, and the number of registers that it
// writes. The verifier, the printer, the parser and the liveness analysis all use it, so that they cannot disagree.
#pragma once

#include "ir/ir.h"

namespace mover::ir {

__extension__ typedef unsigned __int128 Wide;  // a value of up to 128 bits

struct Shape {
  struct Part {
    uint8_t width = 64;
    bool is_float = false;
    bool wide() const { return width > 64; }  // takes two registers (or two constants)
  };
  uint8_t num_operands = 0;  // the instruction reads so many of a, b, c, in this order
  Part operands[3];
  bool may_have_dst = false;
  bool must_have_dst = false;
  Part result;              // valid if may_have_dst
  uint32_t num_defs = 0;    // the number of registers written from dst on; 0 if there is no dst
  bool uses_width = false;  // the operation depends on Instr::width
  bool has_args = false;    // the instruction reads Function::args
  bool converts = false;    // Instr::imm is the width of operand a
  uint8_t num_targets = 0;  // the number of entries of Instr::target
};

// Invalid instructions have a shape, too. (A Math whose sub has no meaning has no operands.)
Shape shape_of(const Instr&);

// Whether control continues at the next instruction: true of all but Br, CondBr, Switch, Ret and Unreachable.
bool falls_through(Op);
// Whether the operation accesses or orders memory, so that `order` has a meaning.
bool may_be_atomic(Op);
bool is_float_math(MathOp);
bool is_float_predicate(Predicate);
inline bool is_call(Op op) { return op == Op::Call || op == Op::CallInd; }

}  // namespace mover::ir
