// The IR: functions over 64-bit registers, explicit memory accesses, explicit synchronisation. It is compact enough to
// interpret directly, and plain enough to write by hand (text.h).
//
// Registers. A value is in one 64-bit register, zero-extended from its width. Integers wider than 64 bits and
// 80-bit floats ("wide" values: width > 64) take two consecutive registers, low half first. The front end has
// split vectors and structs in registers, and has replaced phis by moves. Registers except parameters are
// undefined at first.
//
// Operands. An `Operand` >= 0 names a register; one < 0 names entry ~operand of the function's constant pool
// (a wide constant has two consecutive entries, low half first: operands o and o - 1).
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "ir/ops.h"

namespace mover::ir {

using Operand = int32_t;
constexpr Operand kNoOperand = INT32_MAX;
constexpr uint32_t kNone = UINT32_MAX;

using FunctionId = uint32_t;
using GlobalId = uint32_t;
using LocId = uint32_t;   // index into Program::locs; 0 is "unknown"
using TypeId = uint32_t;  // index into Program::types; 0 is "unknown"

struct Constant {
  enum class Kind : uint8_t { Int, Undef, Global, Function } kind = Kind::Int;
  uint32_t id = 0;     // the number of the global or function
  uint64_t value = 0;  // the bits; for Global: byte offset (two's complement)
  bool operator==(const Constant&) const = default;
};

// One instruction. `width` is the width in bits of its operation (1..128; floats 32, 64 or 80).
//
//   Mov                       dst = a
//   Add … AShr, FAdd … FRem   dst = a op b                       (FNeg: dst = -a)
//   ICmp, FCmp                dst = a <sub: Predicate> b, a bit; width is that of a and b
//   Select                    dst = a ? b : c;                   width is that of b and c
//   Trunc, ZExt, SExt         dst = a from imm bits to width bits
//   FPConv                    float of imm bits to float of width bits
//   FPToSI, FPToUI            float of imm bits to integer of width bits
//   SIToFP, UIToFP            integer of imm bits to float of width bits
//   Overflow                  dst = whether <sub: OverflowOf> of a and b does not fit in width bits, a bit
//   Math                      dst = <sub: MathOp>(a, b, c)
//   PtrAdd                    dst = a + sext(b) * imm            (b is a 64-bit operand)
//   Load                      dst = the width bits at address a, (width + 7) / 8 bytes of memory
//   Store                     those bytes at address a = b
//   MemCpy                    c bytes at a = those at b, as one access; may overlap
//   MemSet                    c bytes at a = byte b
//                             (MemCpy and MemSet: |imm| is the known alignment, 0 if it is unknown; the ranges of a
//                             copy may overlap if imm <= 0)
//   StrLen                    dst = bytes before the first NUL at a, read as one access (NUL included)
//   Rmw                       dst = old value at a; value at a = old <sub: RmwOp> b
//   CmpXchg                   dst = old value at a, dst + 1 (dst + 2 when wide) = whether it equalled b;
//                             if so, value at a = c;
//                             <sub: Order> is the order of the read on failure, or 0: the same as on success;
//                             + kWeakExchange: it may fail spuriously (--spurious-failures)
//   Fence
//   Alloca                    dst = address of a fresh stack object of a bytes (64-bit operand), imm its alignment
//   TlsAddr                   dst = address of this thread's copy of thread-local global imm
//   Br                        to instruction target[0]
//   CondBr                    a ? target[0] : target[1]
//   Switch                    on a: switches[imm]
//   Ret                       value a, or kNoOperand; width > 64: two registers
//   Call                      dst = function imm (arguments); dst is -1 if nothing is returned
//   CallInd                   dst = *a (arguments)
//   Sync, Service             dst = <sub: SyncOp / ServiceOp>(arguments)
//   Unreachable
//
// Load, Store, MemCpy, MemSet, Rmw, CmpXchg: `order` != NotAtomic makes the access atomic. `is_volatile` is kept
// for reports only. Calls: arguments are Function::args[first_arg, first_arg + num_args), one entry per register
// (a wide argument or a split struct has several). A call returning several registers (split struct) writes them
// to dst, dst + 1, …; num_results says how many. Ret with several: Function::args[first_arg, + num_args) are the
// values, and a is kNoOperand.
struct Instr {
  Op op = Op::Unreachable;
  uint8_t sub = 0;
  uint8_t width = 64;
  Order order = Order::NotAtomic;
  bool is_float = false;    // Load/Store/Rmw/Mov of a float (for printing values)
  bool is_pointer = false;  // Load/Store/Mov of something typed as a pointer (for printing values)
  bool is_volatile = false;
  uint8_t num_results = 0;  // Call, CallInd: number of registers written
  int32_t dst = -1;
  Operand a = kNoOperand, b = kNoOperand, c = kNoOperand;
  uint32_t target[2] = {0, 0};
  uint32_t first_arg = 0, num_args = 0;
  int64_t imm = 0;
  LocId loc = 0;
  bool operator==(const Instr&) const = default;
};

struct SwitchTable {
  std::vector<std::pair<uint64_t, uint32_t>> cases;  // value -> instruction index
  uint32_t fallback = 0;                             // the instruction index for all other values
  bool operator==(const SwitchTable&) const = default;
};

// A call passes variadic arguments as further entries of args; VarArg describes their layout in memory (System V
// x86-64: all of them in the overflow area). There is one VarArg for each *source* argument after the fixed ones.
struct VarArg {
  uint32_t registers = 1;    // the number of its entries in args, 8 bytes each (an x86_fp80 takes 2)
  uint32_t align = 8;        // 8 or 16
  uint64_t byval_bytes = 0;  // not 0: the only entry is a pointer, and so many bytes are copied
  bool operator==(const VarArg&) const = default;
};

struct Function {
  std::string name;
  uint32_t num_params = 0;  // registers 0..num_params-1 hold the (fixed) parameters
  uint32_t num_regs = 0;
  bool is_variadic = false;
  bool is_library = false;  // one of Mover's models
  bool is_system = false;   // defined in a header of the system
  bool is_atomic = false;   // __VERIFIER_atomic_*: the whole body is one atomic section
  LocId loc = 0;
  std::vector<Instr> code;
  std::vector<Constant> constants;
  std::vector<Operand> args;
  std::vector<SwitchTable> switches;
  std::vector<std::pair<uint32_t, std::vector<VarArg>>> varargs;  // sorted by instruction index of the call
  std::vector<std::pair<uint32_t, uint32_t>> byval_params;  // (parameter register, bytes): callee gets a private copy

  // In reports, the caller in the user's code stands for any other function.
  bool is_users() const { return !is_library && !is_system; }
};

struct Relocation {
  uint64_t offset = 0;  // the offset in the global of 8 bytes that hold the address of `target`
  Constant target;      // a Global with offset, or a Function
  bool operator==(const Relocation&) const = default;
};

struct Global {
  std::string name;
  uint64_t size = 0;
  uint64_t align = 1;
  bool is_constant = false;
  bool is_thread_local = false;
  bool is_library = false;
  std::vector<uint8_t> bytes;  // initial contents; empty: zeros. Otherwise size bytes
  std::vector<Relocation> relocations;
  LocId loc = 0;
  TypeId type = 0;
};

struct Loc {
  uint32_t file = 0;  // index into Program::files
  uint32_t line = 0, column = 0;
  bool operator==(const Loc&) const = default;
};

// Just enough debug information to name bytes ("queue.items[3].key").
struct DebugType {
  enum class Kind : uint8_t {
    Unknown,
    Signed,
    Unsigned,
    Float,
    Bool,
    Char,
    Pointer,
    Struct,
    Union,
    Array,
    Enum
  } kind = Kind::Unknown;
  std::string name;
  uint64_t size = 0;
  struct Member {
    std::string name;
    uint64_t offset = 0;
    TypeId type = 0;
    uint32_t bit_offset = 0, bit_size = 0;
  };
  std::vector<Member> members;  // Struct, Union; Enum: the enumerators, with their values as offsets
  TypeId element = 0;           // Array (element), Pointer (pointee)
};

// An object that is created at a place: a local variable with its name and type, or allocated memory with its type.
struct Made {
  LocId loc = 0;
  TypeId type = 0;       // 0: the instances of a template have different types
  std::string name;      // of a local variable; empty: allocated memory
  std::string function;  // a local variable: its function in the source; memory: the linker's name of the function
  bool operator==(const Made&) const = default;
};

// A label of the source. The place is that of the code after it.
struct Label {
  LocId loc = 0;
  std::string name;
  bool operator==(const Label&) const = default;
};

struct Program {
  std::vector<Function> functions;
  std::vector<Global> globals;
  std::vector<std::string> files{""};
  std::vector<Loc> locs{Loc{}};
  std::vector<DebugType> types{DebugType{}};
  std::vector<Made> made;             // from debug information; each place once
  std::vector<Label> labels;          // from debug information
  FunctionId entry = kNone;           // the function without parameters in which executions begin
  std::vector<std::string> warnings;  // sentences of the front end that limit the verdict

  const Function* find_function(const std::string& name) const {
    for (const auto& f : functions)
      if (f.name == name) return &f;
    return nullptr;
  }
};

constexpr uint8_t kWeakExchange = 0x80;  // in Instr::sub of CmpXchg
inline bool is_weak_exchange(const Instr& in) { return in.op == Op::CmpXchg && (in.sub & kWeakExchange) != 0; }
inline Order order_on_failure(const Instr& compare_exchange) {
  const auto sub = static_cast<uint8_t>(compare_exchange.sub & ~kWeakExchange);
  return sub == 0 ? compare_exchange.order : static_cast<Order>(sub);
}

const char* to_text(Op);
const char* to_text(SyncOp);
const char* to_text(ServiceOp);
uint32_t arity(SyncOp);
uint32_t arity(ServiceOp);

}  // namespace mover::ir
