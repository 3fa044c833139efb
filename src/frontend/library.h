// Functions that are operations of the machine itself: the builtins of Mover's models (__mover_…), the hot pthread
// functions, and the names of SV-COMP. A table from names to what a call becomes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ir/ops.h"

namespace mover::frontend {

struct LibraryOp {
  enum class Kind {
    Sync,     // ir::SyncOp sub
    Service,  // ir::ServiceOp sub
    Math,     // ir::MathOp sub, on floats of the declared result's width
    StrLen,
    MemCpy,
    MemCpyAtomic,
    MemCpyRelaxed,
    CopyText,
    MemSet,
    ReachError,   // the call itself is the violation
    Nondet,       // any value of `nondet_bits` bits
    Unsupported,  // known, and known not to be supported
  } kind = Kind::Unsupported;
  uint8_t sub = 0;
  uint32_t num_args = 0;     // that a call must have
  uint32_t passed_args = 0;  // the first ones, which go to the operation
  uint32_t nondet_bits = 0;
  // How wide the operation's own result is, and whether it is extended with its sign where the declared type is wider.
  uint32_t result_width = 64;
  bool result_signed = false;
};

// What a call of this function becomes, unless the program defines it. `name` as in the bitcode; C++ names are
// recognised by their unmangled form where the table has only C functions.
std::optional<LibraryOp> find_library_op(std::string_view name);

// Reaching it is the violation, even where the program gives it a body: reach_error, __VERIFIER_error.
bool is_error_function(std::string_view name);
// Its argument is assumed, whatever body the program gives it: assume_abort_if_not.
bool is_assume_function(std::string_view name);
// Its whole body is one atomic section: __VERIFIER_atomic_…
bool is_atomic_function(std::string_view name);

// The name without C++ mangling and parameters: `reach_error` for _Z11reach_errorv.
std::string plain_name(std::string_view name);

// How a C++ program may be given a declaration of SV-COMP's function; empty where it is not one of them.
std::string verifier_declaration(const std::string& name);

}  // namespace mover::frontend
