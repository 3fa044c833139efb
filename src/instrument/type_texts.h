// Types as texts (ir/type_text.h), by which the run-time library names the parts of objects in reports.
#pragma once

#include <llvm/IR/DebugInfoMetadata.h>

#include <string>

#include "instrument/instrument.h"

namespace mover::instrument {

// Empty if the type is unknown, or too large to be described.
std::string text_of(const llvm::DIType* type);

// The name of the local variable, its function and its type, separated by newlines: see runtime/symbols/local_names.h.
std::string text_of(const llvm::DILocalVariable& variable);
// The same; empty if the program does not declare the local.
std::string local_text(const llvm::Value& local);

// Reports the types of the global variables before main, and those of allocated memory after each allocation.
void report_globals(llvm::Module& module, Calls& calls);
void report_allocation(llvm::CallBase& call, Calls& calls);

}  // namespace mover::instrument
