// What an instruction's fields mean, in one place: which of a, b, c it reads and how wide each is, how many registers
// it writes. The verifier, the printer, the parser and liveness all ask here, so they cannot disagree.
#pragma once

#include "ir/ir.h"

namespace mover::ir {

__extension__ typedef unsigned __int128 Wide;  // both halves of a wide value together

struct Shape {
  struct Part {
    uint8_t width = 64;
    bool is_float = false;
    bool wide() const { return width > 64; }  // takes two registers (or two constants)
  };
  uint8_t num_operands = 0;  // of a, b, c, in that order
  Part operands[3];
  bool may_have_dst = false;
  bool must_have_dst = false;
  Part result;              // meaningful where may_have_dst
  uint32_t num_defs = 0;    // registers written from dst on; 0 where dst is absent
  bool uses_width = false;  // `width` decides what is computed
  bool has_args = false;    // reads Function::args
  bool converts = false;    // imm is the width of operand a
  uint8_t num_targets = 0;
};

// Total: gives a shape for broken instructions too (num_operands is 0 for a Math whose sub means nothing).
Shape shape_of(const Instr&);

// Falls through to the next instruction: everything but Br, CondBr, Switch, Ret and Unreachable.
bool falls_through(Op);
// Reads or writes memory, or orders it: where `order` has a meaning.
bool may_be_atomic(Op);
bool is_float_math(MathOp);
bool is_float_predicate(Predicate);
inline bool is_call(Op op) { return op == Op::Call || op == Op::CallInd; }

}  // namespace mover::ir
