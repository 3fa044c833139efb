// Static analysis of the initialisation of local variables, for the detection of uninitialised values (unset.h). Most
// variables are always set, and need no instrumentation.
#pragma once

#include <llvm/IR/DataLayout.h>

#include "instrument/instrument.h"

namespace mover::instrument {

// Whether values of the type are tracked: numbers, pointers, and vectors of these.
bool is_value(const llvm::Type& type);

// Whether the call has replaced an atomic load (atomics.cc).
bool is_atomic_load(const llvm::CallBase& call);

// The instruction if it marks the beginning of the local variable's lifetime; otherwise null.
const llvm::IntrinsicInst* as_start(const llvm::Instruction& instruction, const llvm::AllocaInst& local);

// Whether the whole variable is set right where its lifetime begins.
bool starts_set(const llvm::AllocaInst& local, const llvm::DataLayout& layout);

// Whether the variable starts set, and every value that is stored to it is known to be set. This holds for most
// parameters.
bool is_always_set(const llvm::AllocaInst& variable, const llvm::DataLayout& layout);

// Whether the variable holds a single value, and its address is not stored or passed.
bool is_register(const llvm::AllocaInst& local, const llvm::DataLayout& layout);

// Whether bytes that were never set may be copied into the variable, here or by a function that gets its address.
bool may_get_unset(const llvm::AllocaInst& local, const llvm::DataLayout& layout);

}  // namespace mover::instrument
