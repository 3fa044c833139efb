// Expressions with resolved names and types, and their values in the current state of a machine.
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "ltl/expression.h"
#include "machine/machine.h"

namespace mover::ltl {

struct Type {
  enum class Kind : uint8_t { Integer, Pointer, Object } kind = Kind::Integer;
  unsigned width = 32;    // Integer: in bits
  bool is_signed = true;  // Integer
  ir::TypeId id = 0;      // Object: its type; Pointer: the type of the objects that it points to
};

struct Typed {
  enum class Kind : uint8_t {
    // Lvalues.
    Global,       // number: the global
    ThreadLocal,  // number: the global; thread
    Local,        // declarations, thread
    Pointee,      // the object at the address operand 0
    Offset,       // operand 0 and `number` bytes
    Element,      // the element with index operand 1 of the array operand 0; `number`: its size in bytes
    // Values.
    Constant,  // number
    Load,      // of the lvalue operand 0
    Address,   // of the lvalue operand 0
    Unary,     // op
    Binary,    // op
    At,        // number: the bit of a set of places; thread, or any thread
    Holds,     // the lock is the lvalue operand 0; thread
    Enabled,   // thread
  } kind = Kind::Constant;
  Expression::Op op = Expression::Op::Number;
  Type type;
  Type converted;  // Binary, except for pointers: the type to which the operands are converted
  uint64_t number = 0;
  unsigned bit_offset = 0, bit_size = 0;  // of an lvalue that is a bit-field
  std::optional<ThreadId> thread;
  std::set<ir::LocId> declarations;
  std::vector<Typed> operands;

  bool is_lvalue() const { return kind < Kind::Constant; }
};

// The value, sign- or zero-extended to 64 bits. There is no value if the expression reads memory that does not exist,
// is freed or uninitialised, or if C does not define the value (a division by zero). REQUIRES: the expression is not an
// lvalue.
std::optional<uint64_t> value_of(const Typed& expression, const Machine& machine);
std::optional<Address> address_of(const Typed& lvalue, const Machine& machine);  // REQUIRES: it is an lvalue

// The bits as a number of this type, sign- or zero-extended to 64 bits.
uint64_t extended(uint64_t bits, const Type& type);

}  // namespace mover::ltl
