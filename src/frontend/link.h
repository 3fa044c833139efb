// Links the user's modules, and then the library models that they need, into one module.
#pragma once

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "frontend/compile.h"
#include "frontend/frontend.h"

namespace mover::frontend {

// Functions and variables of the models have this attribute.
inline constexpr const char* kLibraryAttribute = "mover-library";
// Functions that were not optimised have this attribute: each of their instructions belongs to the source.
inline constexpr const char* kAsWrittenAttribute = "mover-as-written";
// The model that registers a function with __attribute__((destructor)), to run after the handlers of atexit.
inline constexpr const char* kRegisterDestructor = "__mover_atexit_destructor";
// The model that ends a thread whose stack pthread_exit has unwound.
inline constexpr const char* kEndUnwoundThread = "__mover_end_unwound_thread";

bool is_library(const llvm::GlobalObject&);

// Reads, checks and links all files, then the models. Warnings for the report are added to `warnings`.
std::variant<std::unique_ptr<llvm::Module>, Error> link_program(const std::vector<CompiledFile>& files,
                                                                llvm::LLVMContext& context,
                                                                std::vector<std::string>& warnings);

}  // namespace mover::frontend
