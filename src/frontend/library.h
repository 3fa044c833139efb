// Functions that are operations of the machine: the builtins of Mover's models (__mover_…), frequently used pthread
// functions, and SV-COMP's functions. A table maps each name to the operation that a call becomes.
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
    MemCpy,         // the ranges may overlap
    MemCpyAtomic,   // one atomic access, sequentially consistent
    MemCpyRelaxed,  // one atomic access, relaxed
    CopyText,       // a MemCpy of characters, whose ranges do not overlap
    MemSet,
    ReachError,   // the call itself is a violation
    Nondet,       // an arbitrary value of `nondet_bits` bits
    Unsupported,  // a function of SV-COMP that is not supported
  } kind = Kind::Unsupported;
  uint8_t sub = 0;
  uint32_t num_args = 0;     // the number of arguments that a call must have
  uint32_t passed_args = 0;  // the number of leading arguments that the operation gets
  uint32_t nondet_bits = 0;
  // The width of the operation's result, and whether it is sign-extended if the declared type is wider.
  uint32_t result_width = 64;
  bool result_signed = false;
};

// The text of the `unsupported` service that stands for a call of a function without a definition: either a library
// function, or ir::kUndefinedFunction with the name.
std::string not_defined(const std::string& name);

// The operation that a call of this function becomes, unless the program defines the function. `name`: the name in the
// bitcode, which may be mangled; the table contains only C names.
std::optional<LibraryOp> find_library_op(std::string_view name);

// Whether a call of the function is a violation, even if the program defines the function: reach_error,
// __VERIFIER_error.
bool is_error_function(std::string_view name);
// Whether the function assumes its argument, even if the program defines the function: assume_abort_if_not.
bool is_assume_function(std::string_view name);
// Whether the body of the function is one atomic section: __VERIFIER_atomic_…
bool is_atomic_function(std::string_view name);

// The name in the source of what the C++ ABI calls by that name: a function, or a type (without the prefix of a
// symbol).
std::string demangled(std::string_view name);

// The name without C++ mangling and parameters: `reach_error` for _Z11reach_errorv.
std::string plain_name(std::string_view name);

// The declaration of a function of SV-COMP for a C++ program; empty if there is no such function.
std::string verifier_declaration(const std::string& name);

}  // namespace mover::frontend
